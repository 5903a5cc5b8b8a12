import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../collections/database.ts'
import type { OutboxDoc } from '../../collections/outbox.ts'
import { dexieStorage } from '../../collections/storage.ts'
import { readWaitingForms } from '../../collections/waiting-forms.ts'
import { createDisk } from '../device.ts'

let db: Database
beforeEach(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, dexieStorage(port))
})
afterEach(() => db.close())

const item = (id: string, more: Partial<OutboxDoc>): OutboxDoc => ({
  id,
  timestamp: 1,
  type: 'SUBMISSION',
  tempId: id,
  submission_id: id,
  form_id: 'a',
  field_id: '',
  endpoint: '',
  method: 'POST',
  payload: {},
  description: 'Survey',
  state: 'queued',
  rank: 1,
  retryCount: 0,
  lastError: '',
  reason: '',
  status: 0,
  nextRetryAt: 0,
  in_doubt: false,
  sentAt: 0,
  sentOps: 0,
  sentHash: '',
  history: [],
  ...more,
})

test('what waits is told by form, the oldest first, all of it counted', async () => {
  const many = Array.from({ length: 1200 }, (_, n) =>
    item(`many ${n}`, { form_id: 'many', timestamp: 100 + n }),
  )
  await db.outbox.bulkInsert([
    ...many,
    item('late', { form_id: 'z', timestamp: 50, description: 'Old survey' }),
    item('tried', { form_id: 'z', timestamp: 60, state: 'waiting', lastError: 'timeout' }),
  ])
  expect(await readWaitingForms(db)).toEqual([
    { formId: 'z', count: 2, since: 50, description: 'Old survey', lastError: 'timeout' },
    { formId: 'many', count: 1200, since: 100, description: 'Survey', lastError: '' },
  ])
})

test('nothing waits', async () => {
  expect(await readWaitingForms(db)).toEqual([])
})
