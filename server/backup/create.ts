import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { only, type Db, type Query } from '../db/db.ts'
import type { Clock } from '../env/clock.ts'
import { noRoomLeft } from '../env/disk-room.ts'
import { partOf } from '../env/part-files.ts'
import type { BlobStore } from '../files/blobs.ts'
import { namedFiles } from '../store/files.ts'
import {
  backedUp,
  BackupProblem,
  fileListPath,
  filePath,
  tablePath,
  type Manifest,
} from './manifest.ts'
import { exists, wholeFolder } from './whole.ts'

/** Rows are read in batches of so many, except those that are longer than so many bytes. */
const batchRows = 500
const largeBytes = 16 * 1024

/** What a backup needs. */
export interface BackupContext {
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
  /** Whether a file may be written at a path; without it always. */
  readonly leavesRoom?: (path: string) => Promise<boolean>
}

/**
 * Ends a backup, or a restore of a drill, that would take the last room of a running database on the same disk. Looks before each write, because
 * the database does not survive a full disk, and surveyors send meanwhile.
 */
export const keepRoom = async (
  leavesRoom: BackupContext['leavesRoom'],
  directory: string,
): Promise<void> => {
  if ((await leavesRoom?.(directory)) !== false) return
  throw new BackupProblem(
    `${noRoomLeft} Nothing was made. Make room, or choose a directory on another disk.`,
  )
}

/** Writes a table as JSON Lines, a batch at a time. */
const writeTable = async (
  { leavesRoom }: BackupContext,
  query: Query,
  directory: string,
  name: string,
) => {
  const hash = createHash('sha256')
  let rows = 0
  // Not `wx`, because a transaction that runs again writes it again.
  const file = await open(tablePath(directory, name), 'w', 0o600)
  try {
    for (const [size, count] of [
      [`<= ${largeBytes}`, batchRows],
      [`> ${largeBytes}`, 1],
    ] as const) {
      await query(
        `declare backup_cursor no scroll cursor for select line
         from (select to_json(t)::text as line from ${name} t) lines where octet_length(line) ${size}`,
      )
      for (;;) {
        const batch = await query<{ line: string }>(`fetch ${count} from backup_cursor`)
        if (batch.length === 0) break
        const text = batch.map(({ line }) => `${line.replaceAll('\n', '')}\n`).join('')
        hash.update(text)
        await keepRoom(leavesRoom, directory)
        rows += batch.length
        await file.writeFile(text)
      }
      await query('close backup_cursor')
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { name, rows, sha256: hash.digest('hex') }
}

/** Copies a file unless it was copied before. Returns false when it is missing or damaged in the store. */
const copyFile = async (
  { blobs, leavesRoom }: BackupContext,
  directory: string,
  sha256: string,
): Promise<boolean> => {
  const path = filePath(directory, sha256)
  if (await exists(path)) return true
  const stored = await blobs.read(sha256)
  if (stored === null) return false
  await mkdir(dirname(path), { recursive: true })
  const hash = createHash('sha256')
  // Not under its name before it is whole, because the next look would take it for a copy.
  const part = partOf(path)
  // In pieces, because a base map does not fit in the memory.
  const file = await open(part, 'w', 0o600)
  try {
    for await (const piece of stored.pieces()) {
      hash.update(piece)
      await keepRoom(leavesRoom, directory)
      await file.writeFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  const isWhole = hash.digest('hex') === sha256
  await (isWhole ? rename(part, path) : rm(part))
  return isWhole
}

/** A backup that was made, and the files that it lacks. */
interface MadeBackup {
  readonly manifest: Manifest
  readonly missing: readonly string[]
}

const writeBackup = async (
  context: BackupContext,
  part: string,
  leavesOutMissing: boolean,
): Promise<MadeBackup> => {
  const { db, clock } = context
  // Before the snapshot, because copying may take hours, and the bytes of a deleted row are kept for one.
  const early = await db.tx(namedFiles, { isLong: true })
  for (const sha256 of early) await copyFile(context, part, sha256)
  const { step, tables, files } = await db.tx(
    async query => {
      // First, because the nodes of a cluster take their snapshots at the first statement that reads all of them.
      await query('select count(*) from change_counters')
      // So that the same rows are the same text in every database.
      await query(`set local time zone 'UTC'`)
      const newest = await query<{ step: number }>(`select max(number) as step from schema_steps`)
      const written: Manifest['tables'] = []
      for (const name of backedUp) written.push(await writeTable(context, query, part, name))
      return { step: only(newest).step, tables: written, files: await namedFiles(query) }
    },
    { isLong: true, isSnapshot: true },
  )
  const missing: string[] = []
  for (const sha256 of files) if (!(await copyFile(context, part, sha256))) missing.push(sha256)
  if (missing.length > 0 && !leavesOutMissing) {
    throw new BackupProblem(
      `Files that rows refer to are missing from the store or damaged: ${missing.length}, the first is ${missing[0]}. No backup was made. --leave-out-missing makes one without them.`,
    )
  }
  const named = new Set(files)
  for (const sha256 of early)
    if (!named.has(sha256)) await rm(filePath(part, sha256), { force: true })
  const lacking = new Set(missing)
  const copied = files.filter(sha256 => !lacking.has(sha256))
  await writeFile(fileListPath(part), copied.map(sha256 => `${sha256}\n`).join(''))
  const madeAt = new Date(clock()).toISOString()
  const manifest: Manifest = { format: 1, madeAt, step, tables, files: copied.length }
  await writeFile(join(part, 'manifest.json'), JSON.stringify(manifest, null, 2), { flush: true })
  return { manifest, missing }
}

/**
 * Writes a backup to a directory that must not exist, completely or not at all. The tables are one snapshot. Files
 * that are missing from the store are an error, unless they are to be left out.
 */
export const createBackup = (
  context: BackupContext,
  directory: string,
  leavesOutMissing: boolean,
): Promise<MadeBackup> =>
  wholeFolder(directory, folder => writeBackup(context, folder, leavesOutMissing))
