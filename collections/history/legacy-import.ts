import type { RxCollection } from 'rxdb'
import type { CollectionName, Database } from '../database.ts'
import { fileData } from '../schemas/file-uploads.ts'
import { adoptInterviews } from './adopt-interviews.ts'
import { bytesOf, intentOf, withIntent, type LegacyIntent } from './legacy-rows.ts'
import { findLegacy } from './find-legacy.ts'
import { claimLegacy, openLegacy, type LegacyOwner, type LegacySource } from './legacy-source.ts'
import { textOf, type Related, type OldDocument } from './ledger-changes.ts'
import { noneRelated, bringForward } from './ledger.ts'
import { relatedFrom, type ReportProgress } from './migrate.ts'
import { isNoRoom } from '../storage/no-room.ts'
import { schemaProblem } from '../storage/schema-problem.ts'
import { moveToRecovery } from './move-to-recovery.ts'
import { deleteRaw, type IndexedDbPort } from '../storage/raw-database.ts'
import { schemas } from '../schemas.ts'
import { readSetting, writeSetting } from '../writes/write-settings.ts'

/**
 * Imports the earlier app's database, once.
 *
 *   not found, or another's ──► nothing
 *   found ──► forms ──► files ──► submissions ──► unfinished interviews ──► settings ──► noted as done ──► deleted
 *
 * Every row keeps its id, is read back after the write, and is skipped when it is already there. A start after a
 * crash therefore repeats everything with the same result. The earlier database is deleted only after every row
 * was read back. Until the import is noted as done, the imported data cannot change because the app is not open
 * yet.
 */
export interface LegacyParts {
  readonly db: Database
  readonly port: IndexedDbPort
  /** The name that the deployment gives the earlier database. */
  readonly legacyName: string
  readonly owner: LegacyOwner
  /** Epoch ms. */
  readonly now: number
  /** A random UUID. */
  readonly uuid: () => string
  readonly report: ReportProgress
}

const pageRows = 500
/** Files are read in small pages because each comes with its bytes. */
const pageFiles = 10

/** Imports everything that belongs to this surveyor. Returns the number of rows. */
export const importLegacy = async (parts: LegacyParts): Promise<number> => {
  let imported = 0
  for (const name of await findLegacy(parts.port)) {
    const done = await readSetting(parts.db, 'legacyImported')
    // A finished import is not opened again because opening would wait forever behind a blocked deletion.
    const count = done.includes(name) ? 0 : await importNamed(parts, name)
    if (count === null) continue
    if (!done.includes(name)) await writeSetting(parts.db, 'legacyImported', [...done, name])
    // Not awaited because another tab of the earlier app may hold it open. The next start tries again.
    void deleteRaw(parts.port, name).catch(() => {})
    imported += count
  }
  return imported
}

/** Returns null when the database belongs to another surveyor or is not one of the earlier app. */
const importNamed = async (parts: LegacyParts, name: string): Promise<number | null> => {
  const source = await openLegacy(parts.port, name, parts.legacyName)
  if (source === null) return null
  try {
    return (await claimLegacy(source, parts.owner)) ? await importSource(parts, source) : null
  } finally {
    source.raw.close()
  }
}

const tables = [
  'forms',
  'form_questions',
  'file_uploads',
  'submissions',
  'form_responses',
  'outbox',
] as const satisfies readonly CollectionName[]

const importSource = async (parts: LegacyParts, source: LegacySource): Promise<number> => {
  let total = 0
  for (const name of tables) {
    const table = source.table(name)
    if (table !== null) total += await source.raw.count(table)
  }
  let done = 0
  const step = (count: number) => {
    done += count
    parts.report({ what: 'importing', done, total })
  }
  step(0)
  const answers = await rowsOf(source, 'form_responses', row =>
    textOf(row['submission_id']).startsWith('temp_'),
  )
  for (const name of ['forms', 'form_questions'] as const) {
    for await (const rows of pagesOf(source, name)) {
      await take(parts, name, rows)
      step(rows.length)
    }
  }
  const files: OldDocument[] = []
  for await (const rows of pagesOf(source, 'file_uploads', pageFiles)) {
    for (const row of rows) files.push(await takeFile(parts, row))
    step(rows.length)
  }
  const related = relatedFrom(files, answers)
  const { intents, unread } = await readOutbox(source, files)
  const known = new Set(intents.keys())
  for await (const rows of pagesOf(source, 'submissions')) {
    const whole = rows.map(row => {
      const id = textOf(row['id'])
      const intent = intents.get(id)
      intents.delete(id)
      known.add(id)
      return withIntent(row, intent)
    })
    await take(parts, 'submissions', whole, related)
    step(rows.length)
  }
  // Submissions that only the outbox had.
  await take(
    parts,
    'submissions',
    [...intents.values()].map(({ row }) => row),
    related,
  )
  for (const item of unread) {
    await moveToRecovery(parts.db, 'outbox', item, 'An unknown kind of work', parts.now)
  }
  const isUnknown = (row: OldDocument) => !known.has(textOf(row['submission_id']))
  const unfinished = await rowsOf(source, 'form_responses', isUnknown)
  await adoptInterviews(parts, unfinished, files.filter(isUnknown))
  await takeSettings(parts, source)
  step(total - done)
  return total
}

async function* pagesOf(
  { raw, table }: LegacySource,
  name: CollectionName,
  size = pageRows,
): AsyncGenerator<readonly OldDocument[]> {
  const store = table(name)
  if (store === null) return
  for await (const page of raw.pages(store, size)) {
    yield page.map(({ key, value }) => ({ id: key, ...(value as OldDocument) }))
  }
}

const rowsOf = async (
  source: LegacySource,
  name: CollectionName,
  isWanted: (row: OldDocument) => boolean,
): Promise<readonly OldDocument[]> => {
  const wanted: OldDocument[] = []
  for await (const rows of pagesOf(source, name)) wanted.push(...rows.filter(isWanted))
  return wanted
}

/** The outbox by submission. Rows about files are skipped because the files' own table has the same information. */
const readOutbox = async (source: LegacySource, files: readonly OldDocument[]) => {
  const intents = new Map<string, LegacyIntent>()
  const unread: OldDocument[] = []
  const withFiles = new Set(files.map(file => textOf(file['submission_id'])))
  for (const item of await rowsOf(source, 'outbox', () => true)) {
    const intent = intentOf(item)
    if (intent !== null) intents.set(textOf(intent.row['id']), intent)
    else if (!withFiles.has(textOf(item['tempId']))) unread.push(item)
  }
  return { intents, unread }
}

/** Migrates rows to today's version, writes the missing ones, and reads them back. */
const take = async (
  { db, now }: LegacyParts,
  name: CollectionName,
  rows: readonly OldDocument[],
  related: Related = noneRelated,
): Promise<void> => {
  const collection: RxCollection<OldDocument> = db[name] as never
  const docs = new Map<string, OldDocument>()
  for (const row of rows) {
    try {
      const doc = await bringForward(name, row, related)
      const problem = doc === null ? null : schemaProblem(schemas[name], doc)
      if (problem !== null) await moveToRecovery(db, name, row, problem, now)
      else if (doc !== null) docs.set(String(doc['id']), doc)
    } catch (error) {
      await moveToRecovery(db, name, row, String(error), now)
    }
  }
  const ids = [...docs.keys()]
  if (ids.length === 0) return
  const { storageInstance } = collection
  const isThere = new Set(
    (await storageInstance.findDocumentsById(ids, true)).map(doc => String(doc['id'])),
  )
  const missing = ids.filter(id => !isThere.has(id))
  if (missing.length === 0) return
  await storageInstance.bulkWrite(
    missing.map(id => ({
      document: {
        ...docs.get(id),
        _deleted: false,
        _attachments: {},
        _meta: { lwt: 1 },
        _rev: '1-a',
      },
    })) as never,
    'legacy-import',
  )
  const written = await storageInstance.findDocumentsById(missing, true)
  if (written.length < missing.length) throw new LegacyLost(name)
}

/** A row of the earlier app was written and is missing when read back. */
class LegacyLost extends Error {
  override readonly name = 'LegacyLost'
  constructor(table: string) {
    super(`Not all of the earlier ${table} could be taken over.`)
  }
}

/** Imports a file with its bytes. Returns what its submission has to remember of it. */
const takeFile = async ({ db, now }: LegacyParts, row: OldDocument): Promise<OldDocument> => {
  const { file_data: data, ...fields } = row
  const doc: OldDocument = {
    ...(await bringForward('file_uploads', fields)),
    id: textOf(row['id']).slice(0, 64),
  }
  const id = String(doc['id'])
  const bytes = bytesOf(data, textOf(row['file_type']))
  const problem = schemaProblem(schemas.file_uploads, doc) ?? (bytes === null ? 'no bytes' : null)
  if (problem !== null || bytes === null) {
    const isSent = doc['sync_status'] === 'synced'
    if (!isSent) await moveToRecovery(db, 'file_uploads', fields, problem ?? '', now)
    return { ...doc, sync_status: 'synced' }
  }
  if ((await db.file_uploads.findOne(id).exec()) !== null) return doc
  try {
    await db.file_uploads.insert({
      ...doc,
      _attachments: [
        { id: fileData, type: textOf(row['file_type']) || 'application/octet-stream', data: bytes },
      ],
    } as never)
    const stored = await (
      await db.file_uploads.findOne(id).exec()
    )
      ?.getAttachment(fileData)
      ?.getData()
    if (stored?.size !== bytes.size) throw new LegacyLost('files')
  } catch (error) {
    // A file that the server already has may be left out when there is no room for it.
    if (doc['sync_status'] !== 'synced' || !isNoRoom(error)) throw error
  }
  return doc
}

/** Imports the settings that a surveyor chose. The app determines the others again. */
const takeSettings = async ({ db }: LegacyParts, { raw, table }: LegacySource): Promise<void> => {
  const settings = table('settings')
  if (settings === null) return
  const autoSync = (await raw.get(settings, 'autoSync')) as OldDocument | undefined
  if (typeof autoSync?.['value'] === 'boolean') {
    await writeSetting(db, 'autoSync', autoSync['value'])
  }
}
