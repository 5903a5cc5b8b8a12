/**
 * The opaque place in a user's list of changes: the database's epoch and the last revision seen. Within
 * one epoch revisions only grow; a cursor of another epoch (a restored or new database) starts again.
 */
export interface ChangesCursor {
  readonly epoch: string
  readonly rev: string
}

/** The cursor as the text that a client hands back. */
export const writeCursor = (cursor: ChangesCursor): string =>
  Buffer.from(`${cursor.epoch}.${cursor.rev}`).toString('base64url')

/** The cursor in a text; '' is the beginning, null is unreadable. */
export const readCursor = (text: string, epoch: string): ChangesCursor | null => {
  if (text === '') return { epoch, rev: '0' }
  const found = /^([\w-]+)\.(\d{1,18})$/.exec(Buffer.from(text, 'base64url').toString())
  if (found === null) return null
  const [, itsEpoch = '', rev = '0'] = found
  return itsEpoch === epoch ? { epoch, rev } : { epoch, rev: '0' }
}
