import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeOldFiles } from '../env/old-files.ts'
import { isPartOf, partOf } from '../env/part-files.ts'

/** Received bytes in a durable local file, until a store adopts them. */
export interface Spooled {
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  /** The first bytes, to detect the type of the file. */
  readonly head: Uint8Array
}

const headBytes = 512

/**
 * Writes a stream to a file and hashes it on the way, so that only a few chunks of each upload are in memory, and a
 * whole file never blocks the event loop. Throws the source's error, and then leaves no file.
 */
export const spool = async (
  directory: string,
  source: AsyncIterable<Uint8Array>,
): Promise<Spooled> => {
  await mkdir(directory, { recursive: true })
  const path = join(directory, partOf(''))
  const hash = createHash('sha256')
  const head: number[] = []
  let sizeBytes = 0
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of source) {
        hash.update(chunk)
        sizeBytes += chunk.byteLength
        if (head.length < headBytes) head.push(...chunk.subarray(0, headBytes - head.length))
        await file.writeFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (failure) {
    await rm(path, { force: true })
    throw failure
  }
  return { path, sha256: hash.digest('hex'), sizeBytes, head: Uint8Array.from(head) }
}

/** Removes a file that no store has adopted. */
export const discardSpooled = ({ path }: Spooled): Promise<void> => rm(path, { force: true })

/** Deletes what uploads of an ended process left, once it is a day old and so belongs to no running upload. */
export const removeCutUploads = (directory: string, now: number): Promise<void> =>
  removeOldFiles(directory, isPartOf(''), now)
