import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const dayMs = 24 * 60 * 60_000

/** Deletes the files of a directory that are older than a day and have one of our names. */
export const removeOldFiles = async (
  directory: string,
  isOurs: (name: string) => boolean,
  now: number,
): Promise<void> => {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name)
    const found = isOurs(name) ? await stat(path).catch(() => null) : null
    if (found !== null && now - found.mtimeMs > dayMs) await rm(path, { force: true })
  }
}
