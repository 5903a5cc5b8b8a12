import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { partOf } from '../env/part-files.ts'
import { isSealedName, type Place } from './place.ts'

/** A folder for encrypted backups, such as that of another machine or of a disk that is taken away. */
export const createFolderPlace = (folder: string): Place => ({
  list: async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return (await readdir(folder)).filter(isSealedName).toSorted()
  },
  write: async (name, pieces) => {
    const part = partOf(join(folder, name))
    try {
      const file = await open(part, 'wx', 0o600)
      try {
        for await (const piece of pieces) await file.writeFile(piece)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, join(folder, name))
    } finally {
      await rm(part, { force: true })
    }
  },
  read: name => createReadStream(join(folder, name)),
  remove: name => rm(join(folder, name), { force: true }),
})
