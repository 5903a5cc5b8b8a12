import { statfs } from 'node:fs/promises'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/**
 * The embedded engine cannot write its log on a full disk, and then never answers again. So writes are refused
 * while there is still room for a few segments of 16 MB. Reads continue, and writes too once there is room again.
 */
const leastFreeBytes = 80 * 1024 * 1024
const lookEveryMs = 1000

/** Whether an error means that a disk is full. */
export const isNoSpace = (failure: unknown): boolean =>
  failure instanceof Error &&
  'code' in failure &&
  ['ENOSPC', 'EDQUOT', '53100'].includes(String(failure.code))

const freeBytesOf = async (directory: string): Promise<number> => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Whether there is room to write in a directory, checked at most once per second. */
export const createDiskRoom = (
  directory: string,
  clock: Clock,
  log: Log,
  freeBytes: (directory: string) => Promise<number> = freeBytesOf,
): (() => Promise<boolean>) => {
  let lookedMs = Number.NEGATIVE_INFINITY
  let hasRoom = true
  return async () => {
    if (clock() - lookedMs < lookEveryMs) return hasRoom
    lookedMs = clock()
    const had = hasRoom
    hasRoom = (await freeBytes(directory)) >= leastFreeBytes
    if (had !== hasRoom) log(hasRoom ? 'info' : 'error', hasRoom ? 'disk-has-room' : 'disk-full')
    return hasRoom
  }
}
