import { isUuid } from '../db/ids.ts'

/**
 * The opaque place in a user's list of changes: the database's epoch, and the last change seen by its
 * revision, its row and its mark. A database restored from a backup keeps its epoch and counts to the same
 * revisions again, so the cursor names the change itself: one that the database does not know is of another
 * history, and the list starts over.
 */
export interface ChangesCursor {
  readonly epoch: string
  readonly rev: string
  /** The row and the mark of the change; null in a cursor from before marks, and at the beginning. */
  readonly change: { readonly id: string; readonly mark: string } | null
}

/** A change of a row, as a cursor or a client names it. */
export interface NamedChange {
  readonly id: string
  readonly rev: string
  readonly mark: string
}

/** The change in the text `<row id>.<revision>`; null is unreadable. */
export const readChange = (text: string): NamedChange | null => {
  const [, id, rev, mark = ''] = /^([0-9a-f-]{36})\.(\d{1,18})(?:\.([\w-]+))?$/.exec(text) ?? []
  return id === undefined || rev === undefined || !isUuid(id) ? null : { id, rev, mark }
}

/** The cursor as the text that a client hands back. */
export const writeCursor = ({ epoch, rev, change }: ChangesCursor): string => {
  const parts = change === null ? [epoch, rev] : [epoch, rev, change.id, change.mark]
  return Buffer.from(parts.join('.')).toString('base64url')
}

const pattern = /^([\w-]+)\.(\d{1,18})(?:\.([0-9a-f-]{36})\.([\w-]*))?$/

/** Before the first change, of any database. */
export const beginning: ChangesCursor = { epoch: '', rev: '0', change: null }

/** The cursor in a text; '' is the beginning, null is unreadable. */
export const readCursor = (text: string): ChangesCursor | null => {
  if (text === '') return beginning
  const found = pattern.exec(Buffer.from(text, 'base64url').toString())
  if (found === null) return null
  const [, itsEpoch = '', rev = '0', id, mark = ''] = found
  return { epoch: itsEpoch, rev, change: id === undefined ? null : { id, mark } }
}
