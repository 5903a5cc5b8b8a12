import type { MigrationStrategies, RxCollection, RxDatabase, RxJsonSchema } from 'rxdb'
import type { CollectionName, Collections, Database } from '../database.ts'
import type { Beside, OldDocument } from './ledger-changes.ts'
import { alone, changeBy, ledger } from './ledger.ts'
import { problemOf, quarantine } from './quarantine.ts'
import { writeSetting } from '../writes/write-settings.ts'

/**
 * Bringing stored documents to today's version. Each batch is written before it leaves the old store, so a
 * start after a crash goes on where the last one ended and comes to the same.
 */

/** How far an opening is that takes longer than a moment. */
export interface Progress {
  readonly what: 'migrating' | 'importing'
  /** Documents. */
  readonly done: number
  readonly total: number
}

/** Hears how far a migration is. */
export type ReportProgress = (progress: Progress) => void

/** A stored document could not be brought to today's version; nothing was deleted. */
class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
  readonly collection: CollectionName
  constructor(collection: CollectionName) {
    super(`The stored ${collection} could not be brought to this version.`)
    this.collection = collection
  }
}

/**
 * What goes first: documents may move to `recovery`, and a submission is made with the files and live
 * answers that stood beside it.
 */
const stages: readonly (readonly CollectionName[])[] = [
  ['recovery'],
  [
    'settings',
    'forms',
    'form_questions',
    'form_responses',
    'file_uploads',
    'drafts',
    'user_profile',
    'organization',
    'location_cache',
  ],
  ['submissions'],
  ['outbox'],
]

/** Documents in one batch. A file comes with its bytes, and all of a batch are in memory at once. */
const batchSizes: Partial<Record<CollectionName, number>> = { file_uploads: 10 }
const batchSize = 500

/** Migrates what needs it, and unlocks every collection: a write before that throws COL25. */
export const migrateAll = async (db: Database, report: ReportProgress): Promise<boolean> => {
  const needed = await neededOf(db)
  if (needed.size === 0) return false
  const totals = new Map<string, number>()
  for (const name of needed) totals.set(name, await countOld(db, name))
  const done = new Map<string, number>()
  const tell = () => report({ what: 'migrating', done: sum(done), total: sum(totals) })
  tell()
  for (const stage of stages) {
    // Noted before anything is done that a later step has to finish (finish-migration.ts).
    if (stage.includes('submissions')) await writeSetting(db, 'isMigrating', true)
    await Promise.all(
      stage
        .filter(name => needed.has(name))
        .map(name =>
          migrate(db, name, handled => {
            done.set(name, Math.min(handled, totals.get(name) ?? 0))
            tell()
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

/** How many documents of an earlier version there are. */
const countOld = async (db: Database, name: CollectionName): Promise<number> => {
  const state = (db[name] as RxCollection).getMigrationState()
  const meta = await state.oldCollectionMeta
  if (meta === undefined) return 0
  const old = await db.storage.createStorageInstance<unknown>({
    databaseName: db.name,
    collectionName: name,
    databaseInstanceToken: db.token,
    multiInstance: false,
    options: {},
    schema: meta.data.schema as never,
    devMode: false,
  })
  try {
    return await state.countAllDocuments([old])
  } finally {
    await old.close()
  }
}

const migrate = async (
  db: Database,
  name: CollectionName,
  tell: (handled: number) => void,
): Promise<void> => {
  const collection: RxCollection = db[name]
  const state = collection.getMigrationState()
  const progress = state.$.subscribe(({ count }) => tell(count.handled))
  try {
    // It resolves when it fails, too; whether it did, the second look tells.
    await state.startMigration(batchSizes[name] ?? batchSize)
  } finally {
    progress.unsubscribe()
  }
  if (await collection.migrationNeeded()) throw new MigrationFailed(name)
}

/**
 * The migration strategies of one collection, derived from the ledger: one for each version. They are
 * total: a document that one of them cannot handle goes to Recovery, and the others come forward.
 */
export const migrationStrategiesOf = (name: CollectionName, now: number): MigrationStrategies =>
  Object.fromEntries(
    ledger.map(line => [
      line.version,
      async (old: OldDocument, collection: RxCollection) => {
        const db = collection.database as unknown as RxDatabase<Collections>
        const isLast = line.version === ledger.length
        try {
          const beside = isLast && name === 'submissions' ? await besideOf(db) : alone
          const changed = await changeBy(line, name, old, beside)
          const problem =
            isLast && changed !== null
              ? problemOf(collection.schema.jsonSchema as RxJsonSchema<never>, changed)
              : null
          if (problem === null) return changed
          await quarantine(db.recovery, name, old, problem, now)
        } catch (error) {
          await quarantine(db.recovery, name, old, String(error), now)
        }
        return name === 'file_uploads' ? fileSetAside(old) : null
      },
    ]),
  )

/** A file's bytes stay in their own place: its document is kept as far as it goes, and Recovery names it. */
const fileSetAside = (old: OldDocument): OldDocument => ({
  ...old,
  submission_id: String(old['submission_id'] ?? '').slice(0, 200),
  field_id: String(old['field_id'] ?? '').slice(0, 200),
  file_name: String(old['file_name'] ?? ''),
  sync_status: 'recovery',
  created_at: 0,
})

/** Read once for a whole migration: there are few files and live answers, and many submissions. */
const besides = new WeakMap<object, Promise<Beside>>()

const besideOf = (db: RxDatabase<Collections>): Promise<Beside> => {
  const known = besides.get(db)
  if (known !== undefined) return known
  const reading = readBeside(db)
  besides.set(db, reading)
  return reading
}

const readBeside = async (db: RxDatabase<Collections>): Promise<Beside> => {
  const files = await db.file_uploads.find({ selector: {} }).exec()
  const answers = await db.form_responses
    .find({
      selector: { submission_id: { $gte: 'temp_', $lt: 'temp`' } },
      index: ['submission_id'],
    })
    .exec()
  return besideFrom(
    files.map(file => file.toJSON() as never),
    answers.map(answer => answer.toJSON() as never),
  )
}

/** Files and live answers, to be found by the submission they belong to. */
export const besideFrom = (
  files: readonly OldDocument[],
  answers: readonly OldDocument[],
): Beside => {
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
