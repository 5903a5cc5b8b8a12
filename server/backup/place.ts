import type { Pieces } from './seal.ts'

/** A place for encrypted backups, such as a bucket. Each has a name of its own, and appears whole or not at all. */
export interface Place {
  /** The names of the backups, oldest first. */
  readonly list: () => Promise<readonly string[]>
  readonly write: (name: string, pieces: Pieces) => Promise<void>
  readonly read: (name: string) => Pieces
  readonly remove: (name: string) => Promise<void>
}

const pattern = /^transect-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.age$/

/** The name of an encrypted backup that is begun at a time. Names sort by time. */
export const sealedName = (now: number): string =>
  `transect-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.age`

/** Whether a text is such a name. */
export const isSealedName = (text: string): boolean => pattern.test(text)
