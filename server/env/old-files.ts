import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const dayMs = 24 * 60 * 60_000

/** Deletes the files and folders of a directory that are older than a day and have one of our names. */
export const removeOldFiles = async (
  directory: string,
  isOurs: (name: string) => boolean,
  now: number,
  ageMs: number = dayMs,
): Promise<void> => {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name)
    const found = isOurs(name) ? await stat(path).catch(() => null) : null
    if (found !== null && now - found.mtimeMs > ageMs)
      await rm(path, { recursive: true, force: true })
  }
}
