import { move } from '../../collections/interview/plan-move.ts'
import type { PreparedQuery, RxCollection } from 'rxdb'
import { firstValueFrom } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { countNotArrived, readWaitingForms } from '../../collections/waiting-forms.ts'
import { startDraft } from '../../collections/writes/write-interview.ts'
import { watchNotArrived } from '../../src/workspace/watch-waiting.ts'
import { createDisk, editProfile } from '../device.ts'
import { outboxItem as item } from '../fixtures/outbox-item.ts'
import { recoveryEntry } from '../fixtures/recovery-entry.ts'
import { addEntry, dropEntry } from '../recovery.ts'

let db: Database
beforeEach(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterEach(() => db.close())

const submission = (id: string, more: Partial<SubmissionDoc> = {}) =>
  ({
    id,
    client_key: id,
    server_id: '',
    form_id: 'a',
    created_at: '2026-11-20T08:14:00.000Z',
    syncStatus: 'pending',
    answers: {},
    state: more.hidden === 1 ? 'deleting' : (more.server_id ?? '') === '' ? 'unsent' : 'stored',
    hidden: 0,
    newest: 1,
    ...more,
  }) as SubmissionDoc

test('unsent work is listed by form, oldest first, with complete counts of submissions', async () => {
  const names = Array.from({ length: 1200 }, (_, n) => `many ${n}`)
  await db.submissions.bulkInsert([
    ...names.map(id => submission(id, { form_id: 'many' })),
    submission('late', { form_id: 'z' }),
    submission('tried', { form_id: 'z', syncStatus: 'deleted', hidden: 1 }),
    submission('sent', { form_id: 'z', syncStatus: 'synced' }),
    submission('undone', { form_id: 'y', syncStatus: 'synced' }),
  ])
  await db.outbox.bulkInsert([
    ...names.map((id, n) => item(id, { form_id: 'many', timestamp: 100 + n })),
    item('a second item of late', { form_id: 'z', timestamp: 55, submission_id: 'late' }),
    item('undone', { form_id: 'y', timestamp: 40, method: 'DELETE' }),
    item('late', { form_id: 'z', timestamp: 50, description: 'Old survey' }),
    item('tried', { form_id: 'z', timestamp: 60, state: 'waiting', lastError: 'timeout' }),
  ])
  expect(await readWaitingForms(db)).toEqual([
    { formId: 'z', count: 2, since: 50, description: 'Old survey', lastError: 'timeout' },
    { formId: 'many', count: 1200, since: 100, description: 'Survey', lastError: '' },
  ])
})

test('an empty outbox has no waiting forms', async () => {
  expect(await readWaitingForms(db)).toEqual([])
})

test('each of its reads is a walk along an index, at a cost that does not grow with the outbox', async () => {
  await db.submissions.bulkInsert([submission('a'), submission('b', { form_id: 'b' })])
  await db.outbox.bulkInsert([item('a', {}), item('b', { form_id: 'b', state: 'waiting' })])
  const asked: { readonly what: 'list' | 'count'; readonly prepared: PreparedQuery<unknown> }[] = []
  for (const { storageInstance } of [db.outbox, db.submissions] as readonly RxCollection[]) {
    const { query, count } = storageInstance
    Object.assign(storageInstance, {
      query: (prepared: PreparedQuery<unknown>) => {
        asked.push({ what: 'list', prepared })
        return query.call(storageInstance, prepared)
      },
      count: (prepared: PreparedQuery<unknown>) => {
        asked.push({ what: 'count', prepared })
        return count.call(storageInstance, prepared)
      },
    })
  }
  expect(await readWaitingForms(db)).toHaveLength(2)
  const [counts, lists] = [Array(4).fill('count'), Array(4).fill('list')]
  expect(asked.map(({ what }) => what).sort()).toEqual([...counts, ...lists])
  for (const { what, prepared } of asked) {
    expect(prepared.queryPlan.selectorSatisfiedByIndex).toBe(true)
    if (what === 'count') continue
    expect(prepared.queryPlan.sortSatisfiedByIndex).toBe(true)
    expect(prepared.query.limit).toBeLessThanOrEqual(50)
  }
})

const notArrived = () => firstValueFrom(watchNotArrived(db))
const nothing = { submissions: 0, deletions: 0, profile: false }
/** An entry about a submission. */
const about = (id: string, submissionId: string, more: Parameters<typeof recoveryEntry>[1] = {}) =>
  recoveryEntry(id, { kind: 'edit', payload: { submission: { id: submissionId } }, ...more })

test('what has not arrived is what waits and what is in Recovery, each submission once', async () => {
  expect(await notArrived()).toEqual(nothing)
  await db.submissions.bulkInsert([
    submission('waits'),
    submission('edited', { server_id: '1' }),
    submission('has it', { syncStatus: 'synced', server_id: '2' }),
    submission('deleted', { syncStatus: 'deleted', hidden: 1, server_id: '3' }),
  ])
  await db.outbox.bulkInsert([
    item('waits', {}),
    item('edited', { method: 'PUT' }),
    item('a photo of edited', { submission_id: 'edited', type: 'FILE_UPLOAD' }),
    item('deleted', { method: 'DELETE' }),
  ])
  expect(await notArrived()).toEqual({ ...nothing, submissions: 2, deletions: 1 })
  await addEntry(
    db,
    recoveryEntry('never came'),
    about('first edit', 'edited'),
    about('photos', 'has it', { kind: 'files' }),
    about('second edit', 'has it'),
    about('its deletion', 'has it', { kind: 'delete' }),
    about('an edit before', 'deleted'),
    about('refused deletion', 'gone since', { kind: 'delete' }),
  )
  expect(await notArrived()).toEqual({ ...nothing, submissions: 4, deletions: 2 })
  await db.user_profile.insert({ id: 'currentUser', syncStatus: 'synced' } as never)
  await addEntry(db, recoveryEntry('profile', { kind: 'profile', submission_id: 'currentUser' }))
  expect(await notArrived()).toEqual({ submissions: 4, deletions: 2, profile: true })
  expect(countNotArrived(await notArrived())).toBe(7)
})

test('a draft was not submitted, so it is none of what has not arrived', async () => {
  const draft = { formId: 'a', formName: 'Survey', definitionHash: 'v1', clientKey: 'k', now: 1 }
  await startDraft(db, draft)
  expect(await notArrived()).toEqual(nothing)
})

test('an edit of the profile has not arrived until the server has it', async () => {
  await db.user_profile.insert({
    id: 'currentUser',
    first_name: 'Asha',
    syncStatus: 'synced',
  } as never)
  expect(await notArrived()).toEqual(nothing)
  expect(await editProfile(db, { first_name: 'Asha Rani' } as never)).toBe(true)
  expect(await notArrived()).toEqual({ ...nothing, profile: true })
})

test('the count follows each change, also of what an entry is about', async () => {
  const counts: (number | null)[] = []
  const seen = watchNotArrived(db).subscribe(found => counts.push(countNotArrived(found)))
  await db.submissions.insert(submission('a', { server_id: '1' }))
  await addEntry(db, about('edit', 'a'))
  await vi.waitFor(() => expect(counts.at(-1)).toBe(1))
  const sent = submission('a', { server_id: '1', syncStatus: 'synced' })
  await move(db, 'a', 'taken', () => ({ base: sent, pending: [] }))
  await db.submissions.insert(submission('b'))
  await vi.waitFor(() => expect(counts.at(-1)).toBe(2))
  await dropEntry(db, 'edit')
  await vi.waitFor(() => expect(counts.at(-1)).toBe(1))
  seen.unsubscribe()
})
