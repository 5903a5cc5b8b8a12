import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { partOf } from '../env/part-files.ts'
import { BackupProblem } from './manifest.ts'
import { isSealedName, type Place } from './place.ts'

/** Not made if it is missing, because it then is that of a disk or a machine that is not mounted. */
const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder)
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure)
    throw new BackupProblem(`${folder} is no folder (${why}). Make or mount it.`)
  }
}

/** A folder for encrypted backups, such as that of another machine or of a disk that is taken away. */
export const createFolderPlace = (folder: string): Place => ({
  list: async () => (await namesIn(folder)).filter(isSealedName).toSorted(),
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
