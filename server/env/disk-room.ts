import { stat, statfs } from 'node:fs/promises'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/**
 * Writes are refused below this. If the embedded engine cannot write its log on a full disk, it never answers again, so
 * there must be room for a few of its segments of 16 MB. Reads continue, and writes too once there is room again.
 */
const leastFreeBytes = 80 * 1024 * 1024
const lookEveryMs = 1000

/** Whether an error means that a disk is full. */
export const isNoSpace = (failure: unknown): boolean =>
  failure instanceof Error &&
  'code' in failure &&
  ['ENOSPC', 'EDQUOT', '53100'].includes(String(failure.code))

/** The bytes that are free on the disk of a directory. */
export const freeBytesOf = async (directory: string): Promise<number> => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Why a command does not write. */
export const noRoomLeft =
  'Less than 80 MB are free on the disk of the data directory, and the embedded database does not survive a full one.'

/**
 * Whether a command may write at a path without taking the room that the engine needs in a directory. On another disk
 * it always may.
 */
export const leavesRoom = async (directory: string, path: string): Promise<boolean> => {
  const [own, written] = await Promise.all([stat(directory), stat(path)])
  return own.dev !== written.dev || (await freeBytesOf(directory)) >= leastFreeBytes
}

/** Whether there is room to write in a directory, checked at most once per second. */
export const createDiskRoom = (
  directory: string,
  clock: Clock,
  log: Log,
): (() => Promise<boolean>) => {
  let lookedMs = Number.NEGATIVE_INFINITY
  let hasRoom = true
  return async () => {
    // Also after the clock was set back, because the last look is then ahead of it.
    if (Math.abs(clock() - lookedMs) < lookEveryMs) return hasRoom
    lookedMs = clock()
    const had = hasRoom
    hasRoom = (await freeBytesOf(directory)) >= leastFreeBytes
    if (had !== hasRoom) log(hasRoom ? 'info' : 'error', hasRoom ? 'disk-has-room' : 'disk-full')
    return hasRoom
  }
}
