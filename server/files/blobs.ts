import { createHash } from 'node:crypto'
import type { Spool, Spooled } from './spool.ts'

/** Bytes that are read as they are needed, so that a slow reader does not hold all of them in memory. */
export interface StoredBytes {
  readonly sizeBytes: number
  /**
   * The bytes in order, by default all; `to` is behind the last one. The first piece has at least 512 bytes, if there are
   * so many.
   */
  readonly pieces: (from?: number, to?: number) => AsyncGenerator<Uint8Array>
}

/**
 * The store of files' bytes, by their SHA-256 in hex. Writing the same bytes again is harmless. A blob is durable
 * before `put` returns, because rows that name it are written afterwards.
 */
export interface BlobStore {
  /** Where it is, for an administrator. */
  readonly place: string
  /** For uploads while they arrive. For a store on disk, it is on the same disk. */
  readonly spool: Spool
  readonly put: (bytes: Uint8Array) => Promise<string>
  /** Moves a spooled file into the store. The file may be gone afterwards. */
  readonly adopt: (spooled: Spooled) => Promise<void>
  /** The bytes, or null when there is no such blob. */
  readonly get: (sha256: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Like `get`, for an answer. */
  readonly read: (sha256: string) => Promise<StoredBytes | null>
  readonly has: (sha256: string) => Promise<boolean>
  /** Deletes a blob. A missing blob is no error. */
  readonly remove: (sha256: string) => Promise<void>
  /** Throws when the store cannot be used now. */
  readonly check: () => Promise<void>
  /** Every blob with its time of writing, in epoch ms. */
  readonly list: () => AsyncIterable<{ readonly sha256: string; readonly writtenMs: number }>
}

/** The store of files did not do what it was asked; the text says why. The same request may succeed later. */
export class FileStoreProblem extends Error {}

/** The name of a blob: the SHA-256 of its bytes, in hex. */
export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** Whether a text can be the name of a blob. No other text may become part of a path. */
export const isSha256 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
