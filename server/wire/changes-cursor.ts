import { isUuid } from '../db/ids.ts'

/**
 * An opaque position in a user's list of changes: the database's epoch, and the last change seen with its
 * revision, row and mark. A database restored from a backup keeps its epoch and reaches the same revisions again,
 * so the cursor identifies the change itself: if the database does not know it, the cursor is from another history
 * and the list starts over.
 */
export interface ChangesCursor {
  readonly epoch: string
  readonly rev: string
  /** The row and the mark of the change; null at the beginning, and in an old cursor without a mark. */
  readonly change: { readonly id: string; readonly mark: string } | null
}

/** A change of a row, as a cursor or a client names it. */
export interface NamedChange {
  readonly id: string
  readonly rev: string
  readonly mark: string
}

/** Parses the change in a text `<row id>.<revision>`; null means unreadable. */
export const readChange = (text: string): NamedChange | null => {
  const [, id, rev, mark = ''] = /^([0-9a-f-]{36})\.(\d{1,18})(?:\.([\w-]+))?$/.exec(text) ?? []
  return id === undefined || rev === undefined || !isUuid(id) ? null : { id, rev, mark }
}

/** The cursor as a text for the client, which sends it back. */
export const writeCursor = ({ epoch, rev, change }: ChangesCursor): string => {
  const parts = change === null ? [epoch, rev] : [epoch, rev, change.id, change.mark]
  return Buffer.from(parts.join('.')).toString('base64url')
}

const pattern = /^([\w-]+)\.(\d{1,18})(?:\.([0-9a-f-]{36})\.([\w-]*))?$/

/** Before the first change of any database. */
export const beginning: ChangesCursor = { epoch: '', rev: '0', change: null }

/** Parses a cursor; '' is the beginning, null means unreadable. */
export const readCursor = (text: string): ChangesCursor | null => {
  if (text === '') return beginning
  const found = pattern.exec(Buffer.from(text, 'base64url').toString())
  if (found === null) return null
  const [, itsEpoch = '', rev = '0', id, mark = ''] = found
  return { epoch: itsEpoch, rev, change: id === undefined ? null : { id, mark } }
}
