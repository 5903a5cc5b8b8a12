import { readFile } from 'node:fs/promises'
import {
  BackupProblem,
  fileListPath,
  filePath,
  readManifest,
  sha256OfFile,
  tablePath,
  type Manifest,
} from './manifest.ts'

/** The hashes of a backup's files. */
export const listFiles = async (directory: string): Promise<readonly string[]> => {
  const text = await readFile(fileListPath(directory), 'utf8').catch(() => '')
  return text.split('\n').filter(line => line !== '')
}

/** Reads every byte of a backup and verifies it. Throws BackupProblem with the first difference. */
export const checkBackup = async (directory: string): Promise<Manifest> => {
  const manifest = await readManifest(directory)
  for (const { name, sha256 } of manifest.tables) {
    if ((await sha256OfFile(tablePath(directory, name))) !== sha256) {
      throw new BackupProblem(`${tablePath(directory, name)} is missing or damaged.`)
    }
  }
  const files = await listFiles(directory)
  if (files.length !== manifest.files) {
    throw new BackupProblem(`${fileListPath(directory)} is missing or damaged.`)
  }
  for (const sha256 of files) {
    if ((await sha256OfFile(filePath(directory, sha256))) !== sha256) {
      throw new BackupProblem(`${filePath(directory, sha256)} is missing or damaged.`)
    }
  }
  return manifest
}
