import { addRxPlugin, createRxDatabase, type RxCollection } from 'rxdb'
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema'
import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import { openStored } from '../../collections/open-stored.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { binSchema, type BinDoc } from '../../collections/schemas/bin.ts'
import { ledger } from '../../collections/history/ledger.ts'
import { migrationStrategiesOf } from '../../collections/history/migrate.ts'
import { createIndexedDb } from '../env.ts'
import { fileUpload } from '../fixtures/file-upload.ts'

/** Each collection is migrated, those too that version 16 did not have. */

test('what is in the bin is there after a migration, and no earlier document is left', async () => {
  addRxPlugin(RxDBMigrationSchemaPlugin)
  const port = createIndexedDb()
  const schema = { ...binSchema, version: 16 }
  const layout = { version: 16, schemas: { bin: schema as never } }
  const earlier = await createRxDatabase({ name: 'bin', storage: oneDatabase(port, { layout }) })
  const migrationStrategies = Object.fromEntries(
    Array.from({ length: 16 }, (_, n) => [n + 1, (doc: object) => doc]),
  )
  await earlier.addCollections({ bin: { schema, migrationStrategies, autoMigrate: false } })
  const bin = earlier.collections['bin'] as RxCollection<BinDoc>
  await bin.migrationNeeded()
  await bin.insert({
    id: 'temp_1',
    reason: 'surveyor',
    form_id: '3',
    formName: 'Water points',
    submission: { answers: { q: 'one' } },
    file_ids: [],
    created_at: '',
    binned_at: 1,
    newest: 1,
  })
  await earlier.close()

  const db = await openDatabase('bin', oneDatabase(port))
  expect((await db.bin.find().exec()).map(({ id }) => id)).toEqual(['temp_1'])
  await db.close()
  const stored = await openStored('bin', port, oneDatabase(port))
  expect(stored).not.toBeNull()
  await stored?.close()
})

test('an interview has its live answers and files after a later line is added to the ledger, too', async () => {
  const port = createIndexedDb()
  const db = await openDatabase('later', oneDatabase(port))
  await db.file_uploads.insert(fileUpload('p1', { submission_id: 'temp_1' }))
  await db.form_responses.insert({
    id: 'temp_1|q1',
    submission_id: 'temp_1',
    question_id: 'q1',
    occurrence: 0,
    value: 'yes',
    updated_at: 1,
  })
  const version = ledger.length + 1
  const later = { version, title: 'A later one', changes: {} }
  const strategies = migrationStrategiesOf('submissions', 5, [...ledger, later])
  let interview: unknown = { id: 'temp_1', form_id: '3', syncStatus: 'pending' }
  for (let step = 1; step <= version; step++) {
    interview = await strategies[step]?.(interview, db.submissions)
  }
  expect(interview).toMatchObject({ answers: { q1: 'yes' }, files: [{ id: 'p1' }] })
  await db.close()
})
