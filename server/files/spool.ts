import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeOldFiles } from '../env/old-files.ts'
import { isPartOf, partOf } from '../env/part-files.ts'
import { limits } from '../limits.ts'

/** Received bytes in a durable local file, until a store adopts them. */
export interface Spooled {
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  /** The first bytes, to detect the type of the file. */
  readonly head: Uint8Array
  /** Removes the file, if no store has adopted it, and makes room for others. */
  readonly discard: () => Promise<void>
}

/** Uploads while they arrive: files in one directory, which together never have more than a number of bytes. */
export interface Spool {
  readonly directory: string
  /**
   * Writes a stream to a file and hashes it on the way, so that only a few chunks of each upload are in memory, and a
   * whole file never blocks the event loop. Throws the source's error, or SpoolFull, and then leaves no file.
   */
  readonly receive: (source: AsyncIterable<Uint8Array>) => Promise<Spooled>
}

/** Too many bytes arrive at once. The same upload may succeed a moment later. */
export class SpoolFull extends Error {}

const headBytes = 512

/** Creates an empty spool. */
export const createSpool = (directory: string, mostBytes: number = limits.spoolBytes): Spool => {
  let usedBytes = 0
  const write = async (
    path: string,
    source: AsyncIterable<Uint8Array>,
    take: (bytes: number) => void,
  ) => {
    const hash = createHash('sha256')
    const head: number[] = []
    let sizeBytes = 0
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of source) {
        take(chunk.byteLength)
        hash.update(chunk)
        sizeBytes += chunk.byteLength
        if (head.length < headBytes) head.push(...chunk.subarray(0, headBytes - head.length))
        await file.writeFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    return { sha256: hash.digest('hex'), sizeBytes, head: Uint8Array.from(head) }
  }
  return {
    directory,
    receive: async source => {
      await mkdir(directory, { recursive: true })
      const path = join(directory, partOf(''))
      let takenBytes = 0
      const take = (bytes: number) => {
        if (usedBytes + bytes > mostBytes) throw new SpoolFull('Too many bytes arrive at once')
        takenBytes += bytes
        usedBytes += bytes
      }
      const discard = async () => {
        usedBytes -= takenBytes
        takenBytes = 0
        await rm(path, { force: true })
      }
      try {
        return { path, ...(await write(path, source, take)), discard }
      } catch (failure) {
        await discard()
        throw failure
      }
    },
  }
}

/**
 * A file at rest belongs to an ended process after so long. Until then an upload of many files may be waiting for a slow
 * bucket.
 */
const restMs = 3 * 60 * 60_000

/** Deletes what uploads of ended processes left. */
export const removeCutUploads = (directory: string, now: number): Promise<void> =>
  removeOldFiles(directory, isPartOf(''), now, restMs)
