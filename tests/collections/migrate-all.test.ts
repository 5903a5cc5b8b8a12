import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { ledger } from '../../collections/history/ledger.ts'
import { migrationStrategiesOf } from '../../collections/history/migrate.ts'
import { createIndexedDb } from '../env.ts'
import { fileUpload } from '../fixtures/file-upload.ts'

/** Each collection is migrated, those too that version 16 did not have. */

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
