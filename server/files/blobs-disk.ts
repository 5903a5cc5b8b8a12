import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isSha256, sha256Of, type BlobStore } from './blobs.ts'

const syncDirectory = async (directory: string): Promise<void> => {
  // Not every system lets a directory be opened; where it does, this makes the rename durable.
  const handle = await open(directory, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

const writeDurably = async (directory: string, name: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(directory, { recursive: true })
  const temporary = join(directory, `.${randomUUID()}.part`)
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(directory, name))
  } catch (failure) {
    await unlink(temporary).catch(() => undefined)
    throw failure
  }
  await syncDirectory(directory)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Keeps blobs on disk as `<directory>/ab/cd/<sha256>`: written aside, synced, then renamed. */
export const createDiskBlobs = (directory: string): BlobStore => {
  const folderOf = (sha256: string) => join(directory, sha256.slice(0, 2), sha256.slice(2, 4))
  return {
    put: async bytes => {
      const sha256 = sha256Of(bytes)
      const folder = folderOf(sha256)
      if (!(await exists(join(folder, sha256)))) await writeDurably(folder, sha256, bytes)
      return sha256
    },
    get: async sha256 => {
      if (!isSha256(sha256)) return null
      try {
        return new Uint8Array(await readFile(join(folderOf(sha256), sha256)))
      } catch (failure) {
        if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return null
        throw failure
      }
    },
    has: sha256 =>
      isSha256(sha256) ? exists(join(folderOf(sha256), sha256)) : Promise.resolve(false),
    remove: async sha256 => {
      if (!isSha256(sha256)) return
      await rm(join(folderOf(sha256), sha256), { force: true })
    },
  }
}
