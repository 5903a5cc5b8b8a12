import * as v from 'valibot'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tables } from '../db/schema.ts'

/** Every table, ordered so that each refers only to rows of those before it. */
export const backedUp = tables.map(({ table }) => table)

const Manifest = v.object({
  format: v.literal(1),
  madeAt: v.string(),
  /** The schema step of the rows. */
  step: v.pipe(v.number(), v.integer()),
  tables: v.array(v.object({ name: v.picklist(backedUp), rows: v.number(), sha256: v.string() })),
  files: v.number(),
})
/** The metadata of a backup. */
export type Manifest = v.InferOutput<typeof Manifest>

/** A backup that cannot be used; the text says why. */
export class BackupProblem extends Error {}

/** The path of a table within a backup. */
export const tablePath = (directory: string, table: string): string =>
  join(directory, `${table}.jsonl`)

/** The path of a backup's list of files, one hash per line. */
export const fileListPath = (directory: string): string => join(directory, 'files.txt')

/** The path of a file's bytes within a backup. */
export const filePath = (directory: string, sha256: string): string =>
  join(directory, 'files', sha256.slice(0, 2), sha256)

/** Reads the metadata of a backup. Throws BackupProblem. */
export const readManifest = async (directory: string): Promise<Manifest> => {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8').catch(() => {
    throw new BackupProblem(`${directory} contains no backup: there is no manifest.json.`)
  })
  try {
    return v.parse(Manifest, JSON.parse(text))
  } catch {
    throw new BackupProblem(`${join(directory, 'manifest.json')} cannot be read.`)
  }
}

/** The hash of a file, read as a stream; null when there is no such file. */
export const sha256OfFile = async (path: string): Promise<string | null> => {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return null
    throw failure
  }
  return hash.digest('hex')
}
