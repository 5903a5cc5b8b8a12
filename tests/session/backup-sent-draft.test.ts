import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../../collections/one-database/transaction.ts'
import { answersOf } from '../../collections/queries.ts'
import { submitInterview } from '../../replication/submit.ts'
import { planDraft, planDraftInsertion } from '../../src/backup/restore/restore-draft.ts'
import { createDisk, fillIn } from '../device.ts'
import { draftsIn, patchDraft } from '../drafts.ts'
import {
  backup,
  begin,
  device,
  end,
  formId,
  open,
  ours,
  restored,
  syncAll,
} from './late-restore.ts'

/** A draft of a backup whose interview was sent later, on a phone that knows only its row. */

beforeEach(async () => {
  await begin(ours)
})
afterEach(end)

test('a draft whose row is here was submitted, and is not unfinished again', async () => {
  const { draft, contents } = await fillIn(device, formId, { q: 'half' })
  const file = await backup()
  await submitInterview(device, draft, { ...contents, answers: { q: 'whole' } })
  await syncAll()
  await device.crash()
  await open(createDisk())
  const here = await device.db.submissions.find().exec()
  expect(here.map(({ answers }) => answers['q'])).toContain('whole')
  expect(await restored(file)).toMatchObject({ drafts: 0, known: 1 })
  expect(await draftsIn(device.db)).toEqual([])
  expect(await device.db.form_responses.find().exec()).toEqual([])
})

test('a draft of an interview that was sent before edits its row', async () => {
  const { draft, contents } = await fillIn(device, formId, { q: 'reopened' })
  await patchDraft(device.db, draft.id, {
    sent_before: { body: {}, in_doubt: true, sentAt: 0, sentOps: 0, sentHash: '' } as never,
  })
  const file = await backup()
  await submitInterview(device, draft, { ...contents, answers: { q: 'sent before' } })
  await syncAll()
  await device.crash()
  await open(createDisk())
  expect(await restored(file)).toMatchObject({ drafts: 1 })
  const [again] = await draftsIn(device.db)
  expect((await device.db.submissions.findOne(again?.id ?? '').exec())?.server_id).toMatch(/./)
})

test('a draft that is submitted while its backup is restored stays submitted', async () => {
  const { draft, contents } = await fillIn(device, formId, { q: 'half' })
  const given = await answersOf(draft.id).build(device.db.form_responses).exec()
  const answers = given.map(doc => doc.toMutableJSON())
  const record = { type: 'draft', doc: draft, answers, server_id: '' } as const
  const planned = await planDraft(device.db, record, () => Promise.resolve(new Map()))
  if (planned === null || 'older' in planned) throw new Error('The draft is not planned.')
  await submitInterview(device, draft, { ...contents, answers: { q: 'whole' } })
  const now = device.env.clock.now()
  await transact(transaction => planDraftInsertion({ transaction, db: device.db, now }, planned))
  expect(await draftsIn(device.db)).toEqual([])
  expect(await device.db.form_responses.find().exec()).toEqual([])
})
