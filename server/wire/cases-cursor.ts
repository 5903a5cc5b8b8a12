import { createHash } from 'node:crypto'
import type { CaseScope } from '../store/cases/feed.ts'

/** An opaque position in the list of changes of a surveyor's cases. */
export interface CasesCursor {
  /** Identifies the database; '' at the beginning. */
  readonly epoch: string
  /** The number of the last change seen. */
  readonly change: string
  /** The hash of what decided which cases are theirs. */
  readonly scope: string
}

/** Before the first change of any database. */
export const beginningOfCases: CasesCursor = { epoch: '', change: '0', scope: '' }

/** The hash of what decides which cases are a surveyor's, without the owners of single cases. */
export const scopeHash = ({ owners, lists, whole }: CaseScope): string =>
  createHash('sha256')
    .update(JSON.stringify([owners, lists, whole]))
    .digest('base64url')
    .slice(0, 12)

/** The cursor as a text for the client, which sends it back. */
export const writeCasesCursor = ({ epoch, change, scope }: CasesCursor): string =>
  Buffer.from([epoch, change, scope].join('.')).toString('base64url')

const pattern = /^([\w-]+)\.(\d{1,18})\.([\w-]+)$/

/** Parses a cursor; '' is the beginning, null means unreadable. */
export const readCasesCursor = (text: string): CasesCursor | null => {
  if (text === '') return beginningOfCases
  const found = pattern.exec(Buffer.from(text, 'base64url').toString())
  if (found === null) return null
  const [, epoch = '', change = '0', scope = ''] = found
  return { epoch, change, scope }
}
