import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { systemClock } from '../../env/clock.ts'
import { noRoomLeft } from '../../env/disk-room.ts'
import { removeOldFiles } from '../../env/old-files.ts'
import { isPartOf, partOf } from '../../env/part-files.ts'
import { ExportProblem } from '../problem.ts'

/** What is written: texts, or the bytes of an archive. */
export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string>

/** Whether a path is neither free nor a file, such as a device, which a renamed file would replace. */
const isNoFile = (path: string): Promise<boolean> =>
  stat(path).then(
    found => !found.isFile(),
    () => false,
  )

/** Removes what an export to this file left whose process was killed, because it is a copy of the data. */
const removeCutExports = (target: string): Promise<void> =>
  removeOldFiles(dirname(target), isPartOf(basename(target)), systemClock())

/** How often an export looks whether there is still room. */
const bytesBetweenLooks = 1_000_000

/** Passes chunks on, and ends the export before it takes the last room of a running database on the same disk. */
async function* whileRoomIsLeft(
  chunks: () => Chunks,
  isRoomLeft: () => Promise<boolean>,
): AsyncGenerator<string | Uint8Array> {
  let unseen = bytesBetweenLooks
  for await (const chunk of chunks()) {
    unseen += chunk.length
    if (unseen >= bytesBetweenLooks) {
      if (!(await isRoomLeft())) {
        throw new ExportProblem(`${noRoomLeft} Make room, or choose a path on another disk.`)
      }
      unseen = 0
    }
    yield chunk
  }
}

/**
 * Writes a file completely or not at all. Throws ExportProblem when the disk refuses it, or when `leavesRoom` says that the
 * database needs the rest of it. The chunks are asked for last, because an archive begins to read at once, and its error
 * would have no listener.
 */
export const writeWhole = async (
  path: string,
  chunks: () => Chunks,
  leavesRoom: (path: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> => {
  if (await isNoFile(path)) throw new ExportProblem(`${path} is not a file.`)
  // The file that a link leads to, because renaming to the link itself would replace the link.
  const target = await realpath(path).catch(() => path)
  const part = partOf(target)
  try {
    await removeCutExports(target)
    const isRoomLeft = () => leavesRoom(dirname(target))
    // Opened first, because a stream that opens its file itself may make it after the failed one was removed.
    const file = await open(part, 'w')
    await pipeline(whileRoomIsLeft(chunks, isRoomLeft), file.createWriteStream({ flush: true }))
    await rename(part, target)
  } catch (failure) {
    await rm(part, { force: true })
    if (failure instanceof Error && 'syscall' in failure) {
      throw new ExportProblem(`${path} cannot be written: ${failure.message}`)
    }
    throw failure
  }
}

/** Writes to standard output. */
export const writeOut = async (chunks: Chunks): Promise<void> => {
  try {
    await pipeline(Readable.from(chunks), process.stdout, { end: false })
  } catch (failure) {
    // Not an error: the reading program, such as `head`, closed the pipe because it needs no more.
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'EPIPE')) throw failure
  }
}
