import type { MigrationStrategies, RxCollection, RxDatabase, RxJsonSchema } from 'rxdb'
import type { CollectionName, Collections, Database } from '../database.ts'
import { temporaryIds } from '../ids.ts'
import type { Related, OldDocument } from './ledger-changes.ts'
import { openEarlier } from './earlier.ts'
import { noneRelated, changeBy, ledger, type LedgerLine } from './ledger.ts'
import { schemaProblem } from '../storage/schema-problem.ts'
import { noteLeftover } from './move-to-recovery.ts'
import { writeSetting } from '../writes/write-settings.ts'

/**
 * Migrates stored documents to today's version. Each batch is written before it is removed from the old store, so
 * a start after a crash continues after the last batch with the same result.
 */

/** Progress of an opening that takes longer than a moment. */
export interface Progress {
  readonly what: 'migrating' | 'importing'
  /** Documents. */
  readonly done: number
  readonly total: number
}

/** Receives the progress of a migration. */
export type ReportProgress = (progress: Progress) => void

/** A stored document could not be migrated. Nothing was deleted. */
class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
  readonly collection: CollectionName
  constructor(collection: CollectionName) {
    super(`The stored ${collection} could not be brought to this version.`)
    this.collection = collection
  }
}

/**
 * The order of migration: `settings` first because documents that cannot be migrated are noted there, and files and live
 * answers before the submissions that are made from them.
 */
const stages: readonly (readonly CollectionName[])[] = [
  ['settings'],
  [
    'forms',
    'form_questions',
    'form_responses',
    'file_uploads',
    'user_profile',
    'organization',
    'location_cache',
    'cases',
  ],
  ['submissions'],
  ['outbox'],
]

/** Documents in one batch. Files get a small one because all bytes of a batch are in memory at once. */
const batchSizes: Partial<Record<CollectionName, number>> = { file_uploads: 10 }
const batchSize = 500

/** Migrates every collection that needs it, and unlocks all of them: before that a write throws COL25. */
export const migrateAll = async (db: Database, report: ReportProgress): Promise<boolean> => {
  const needed = await neededOf(db)
  if (needed.size === 0) return false
  const totals = new Map<string, number>()
  for (const name of needed) totals.set(name, await countOld(db, name))
  const done = new Map<string, number>()
  const reportSum = () => report({ what: 'migrating', done: sum(done), total: sum(totals) })
  reportSum()
  for (const stage of stages) {
    // Noted first because a later step has to finish what starts here (finish-migration.ts).
    if (stage.includes('submissions')) await writeSetting(db, 'migrated_v12', false)
    await Promise.all(
      stage
        .filter(name => needed.has(name))
        .map(name =>
          migrate(db, name, handled => {
            done.set(name, Math.min(handled, totals.get(name) ?? 0))
            reportSum()
          }),
        ),
    )
  }
  return true
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

const neededOf = async (db: Database): Promise<ReadonlySet<CollectionName>> => {
  const names = Object.keys(db.collections) as CollectionName[]
  const needed = await Promise.all(names.map(name => (db[name] as RxCollection).migrationNeeded()))
  return new Set(names.filter((_, at) => needed[at]))
}

/** The number of documents of an earlier version. */
const countOld = async (db: Database, name: CollectionName): Promise<number> => {
  const old = await openEarlier(db, name)
  if (old === null) return 0
  try {
    return await (db[name] as RxCollection).getMigrationState().countAllDocuments([old])
  } finally {
    await old.close()
  }
}

const migrate = async (
  db: Database,
  name: CollectionName,
  onProgress: (handled: number) => void,
): Promise<void> => {
  const collection: RxCollection = db[name]
  const state = collection.getMigrationState()
  const progress = state.$.subscribe(({ count }) => onProgress(count.handled))
  try {
    // The promise resolves after a failure too, so `migrationNeeded` below decides whether it worked.
    await state.startMigration(batchSizes[name] ?? batchSize)
  } finally {
    progress.unsubscribe()
  }
  if (await collection.migrationNeeded()) throw new MigrationFailed(name)
}

/**
 * The migration strategies of one collection, derived from the ledger: one per version. They are total: a document
 * that a strategy cannot convert moves to Recovery, and the others are migrated. `lines` is the ledger, also in a test
 * that has a line more.
 */
export const migrationStrategiesOf = (
  name: CollectionName,
  now: number,
  lines: readonly LedgerLine[] = ledger,
): MigrationStrategies =>
  Object.fromEntries(
    lines.map(line => [
      line.version,
      async (old: OldDocument, collection: RxCollection) => {
        const db = collection.database as unknown as Database
        const isLast = line.version === lines.length
        try {
          // Not only for the last line, because lines are added and an earlier one may need them.
          const isMade = name === 'submissions' && name in line.changes
          const related = isMade ? await relatedOf(db) : noneRelated
          const changed = await changeBy(line, name, old, related)
          const problem =
            isLast && changed !== null
              ? schemaProblem(collection.schema.jsonSchema as RxJsonSchema<never>, changed)
              : null
          if (problem === null) return changed
          await noteLeftover(db, name, old, problem, now)
        } catch (error) {
          await noteLeftover(db, name, old, String(error), now)
        }
        return name === 'file_uploads' ? fileToRecovery(old) : null
      },
    ]),
  )

/**
 * Keeps the document of a file that cannot be migrated, as far as its fields fit, because it holds the bytes.
 * Recovery refers to it.
 */
const fileToRecovery = (old: OldDocument): OldDocument => ({
  ...old,
  submission_id: String(old['submission_id'] ?? '').slice(0, 200),
  field_id: String(old['field_id'] ?? '').slice(0, 200),
  file_name: String(old['file_name'] ?? ''),
  sync_status: 'recovery',
  created_at: 0,
})

/** Read once per migration because there are few files and live answers, and many submissions. */
const relatedByDatabase = new WeakMap<object, Promise<Related>>()

const relatedOf = (db: RxDatabase<Collections>): Promise<Related> => {
  const known = relatedByDatabase.get(db)
  if (known !== undefined) return known
  const reading = readRelated(db)
  relatedByDatabase.set(db, reading)
  return reading
}

const readRelated = async (db: RxDatabase<Collections>): Promise<Related> => {
  const files = await db.file_uploads.find({ selector: {} }).exec()
  const answers = await db.form_responses
    .find({
      selector: { submission_id: temporaryIds },
      index: ['submission_id'],
    })
    .exec()
  return relatedFrom(
    files.map(file => file.toJSON() as never),
    answers.map(answer => answer.toJSON() as never),
  )
}

/** Groups files and live answers by the submission they belong to. */
export const relatedFrom = (
  files: readonly OldDocument[],
  answers: readonly OldDocument[],
): Related => {
  const filesBy = bySubmission(files)
  const answersBy = bySubmission(answers)
  return {
    filesOf: id => filesBy.get(id) ?? [],
    answersOf: id => answersBy.get(id) ?? [],
  }
}

const bySubmission = (
  docs: readonly OldDocument[],
): ReadonlyMap<string, readonly OldDocument[]> => {
  const groups = new Map<string, OldDocument[]>()
  for (const doc of docs) {
    const id = String(doc['submission_id'])
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [doc])
    else group.push(doc)
  }
  return groups
}
