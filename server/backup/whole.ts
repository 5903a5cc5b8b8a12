import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { partOf } from '../env/part-files.ts'
import { BackupProblem } from './manifest.ts'

/** Whether there is a file or a folder at a path. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Makes a folder and those above it. Not by Node's `recursive`, which never ends where a file system answers that a
 * folder which it refuses is missing, as /proc does.
 */
const makeFolder = async (path: string): Promise<void> => {
  if (await exists(path)) return
  await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch((failure: unknown) => {
    const isThere = failure instanceof Error && 'code' in failure && failure.code === 'EEXIST'
    if (!isThere) throw failure
  })
}

/** Moves a finished folder to its place, which another one may have taken meanwhile. */
const putInPlace = async (part: string, path: string): Promise<void> => {
  try {
    await rename(part, path)
  } catch (failure) {
    throw (await exists(path)) ? new BackupProblem(`${path} exists already.`) : failure
  }
}

const isOfDisk = (failure: unknown): failure is Error =>
  failure instanceof Error && 'syscall' in failure

/** Lets `work` write to a new folder, and removes it afterwards. Throws BackupProblem when the disk refuses. */
export const inFolder = async <Value>(
  path: string,
  work: (folder: string) => Promise<Value>,
): Promise<Value> => {
  const part = partOf(path)
  try {
    await makeFolder(part)
    return await work(part)
  } catch (failure) {
    if (!isOfDisk(failure)) throw failure
    throw new BackupProblem(`${path} cannot be written: ${failure.message}`)
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

/** Lets `write` fill a folder that must not exist, which then appears whole or not at all. Throws BackupProblem. */
export const wholeFolder = async <Value>(
  directory: string,
  write: (folder: string) => Promise<Value>,
): Promise<Value> => {
  const path = resolve(directory)
  if (await exists(path)) throw new BackupProblem(`${path} exists already.`)
  // An incomplete one is useless, and on a full disk the server needs the space.
  return inFolder(path, async part => {
    const made = await write(part)
    await putInPlace(part, path)
    return made
  })
}
