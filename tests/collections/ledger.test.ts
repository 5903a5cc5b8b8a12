import { readSetting } from '../../collections/writes/write-settings.ts'
import { createHash } from 'node:crypto'
import { createRxDatabase } from 'rxdb'
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv'
import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import { schemas } from '../../collections/schemas.ts'
import { changeBy, ledger } from '../../collections/history/ledger.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import { schemaVersion } from '../../collections/schemas/schema.ts'
import { createIndexedDb } from '../env.ts'
import { checkedStorage } from './checked-storage.ts'
import { oldest } from '../fixtures/oldest-documents.ts'

type Doc = Readonly<Record<string, unknown>>

const freeze = (doc: Doc): Doc => {
  for (const value of Object.values(doc)) {
    if (typeof value === 'object' && value !== null) freeze(value as Doc)
  }
  return Object.freeze(doc)
}

/** Migrates a document from one version to another, as RxDB does, with frozen input. */
const bring = async (collection: string, doc: Doc, from: number, to: number) => {
  let current: Doc | null = doc
  for (const line of ledger.slice(from, to)) {
    if (current !== null) current = await changeBy(line, collection, freeze(current))
  }
  return current
}

/** The schemas of each version. Before the first release a change replaces the last; later it needs a new version. */
const hashes: Readonly<Record<number, string>> = {
  17: '434c7d117749314053916b4b3345e962f6c5628d87e6385be3972e615aebac41',
}

test('no schema changes without its version, because phones could then not open their data', () => {
  const text = JSON.stringify(Object.entries(schemas).toSorted())
  expect(createHash('sha256').update(text).digest('hex')).toBe(hashes[schemaVersion])
})

test('the versions run from 1 to the schema’s without a gap', () => {
  const versions = Array.from({ length: schemaVersion }, (_, n) => n + 1)
  expect(ledger.map(({ version }) => version)).toEqual(versions)
  for (const schema of Object.values(schemas)) expect(schema.version).toBe(schemaVersion)
})

test('a document from before each change of the ledger tests it', () => {
  const changed = ledger.flatMap(({ changes }) => Object.keys(changes))
  expect(new Set(changed).isSubsetOf?.(new Set(Object.keys(oldest))) ?? true).toBe(true)
  for (const collection of changed) expect(oldest[collection]?.length).toBeGreaterThan(0)
})

test('line 12 renames formId, and keeps an existing form_id', async () => {
  expect(await bring('submissions', { id: 's', formId: 7 }, 11, 12)).toEqual({
    id: 's',
    form_id: '7',
  })
  expect(await bring('submissions', { id: 's', formId: 7, form_id: '8' }, 11, 12)).toEqual({
    id: 's',
    form_id: '8',
  })
})

test('line 13 sets null coordinates, and line 14 the default field type', async () => {
  expect(await bring('submissions', { id: 's' }, 12, 13)).toMatchObject({
    latitude: null,
    longitude: null,
  })
  expect(await bring('file_uploads', { id: 'f' }, 13, 14)).toMatchObject({ field_type: 'FILE' })
})

test('a database of the oldest documents opens today, complete and valid', async () => {
  const port = createIndexedDb()
  const names = Object.keys(oldest)
  // The first version with collections.
  const version = 1
  const schemasThen = Object.fromEntries(
    names.map(name => [
      name,
      {
        version,
        primaryKey: primaryKeyOf(name),
        type: 'object',
        properties: {
          ...Object.fromEntries((oldest[name] ?? []).flatMap(Object.keys).map(key => [key, {}])),
          [primaryKeyOf(name)]: { type: 'string', maxLength: 200 },
        },
        required: [primaryKeyOf(name)],
      },
    ]),
  )
  const layout = { version, schemas: schemasThen as never }
  const storage = wrappedValidateAjvStorage({ storage: oneDatabase(port, { layout }) })
  const old = await createRxDatabase({ name: 'ledger', storage })
  const migrationStrategies = { [version]: (doc: object) => doc }
  await old.addCollections(
    Object.fromEntries(
      names.map(name => [
        name,
        { schema: schemasThen[name], migrationStrategies, autoMigrate: false },
      ]),
    ) as never,
  )
  for (const name of names) await old.collections[name]?.migrationNeeded()
  for (const name of names) {
    const inserted = await old.collections[name]?.bulkInsert(
      (oldest[name] ?? []).map(doc => ({ ...doc })),
    )
    expect(inserted?.error).toEqual([])
  }
  await old.close()

  const db = await openDatabase('ledger', checkedStorage(port))
  expect(await readSetting(db, 'leftovers')).toEqual([])
  const submissions = await db.submissions.find().exec()
  const byId = new Map(submissions.map(doc => [doc.id, doc.toMutableJSON()]))
  expect(byId.get('41')).toMatchObject({
    form_id: '3',
    server_id: '41',
    syncStatus: 'synced',
    answers: { q1: 'yes' },
  })
  expect(byId.get('temp_1600000000000')).toMatchObject({ server_id: '', syncStatus: 'pending' })
  expect(byId.get('42')).toMatchObject({ server_id: '42', syncStatus: 'deleted', hidden: 1 })
  const pending = (id: string) => {
    const log = byId.get(id)?.crdts
    return log === undefined ? null : pendingOperations(log).length
  }
  expect(['41', 'temp_1600000000000', '42'].map(pending)).toEqual([0, 1, 1])
  expect(byId.get('temp_1600000000000')?.files.map(({ id }) => id)).toEqual(['p1'])
  expect(await db.form_responses.findOne('41|q1').exec()).toMatchObject({ value: 'yes' })
  expect(await db.file_uploads.findOne('p1').exec()).toMatchObject({ field_type: 'FILE' })
  expect(await db.outbox.find().exec()).toHaveLength(0)
  expect((await db.user_profile.findOne('currentUser').exec())?.first_name).toBe('Asha')
  await db.close()
})

const primaryKeyOf = (collection: string): string => (collection === 'settings' ? 'key' : 'id')
