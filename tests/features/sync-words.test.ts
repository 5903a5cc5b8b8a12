import { expect, test } from 'vitest'
import type { Recovered } from '../../collections/schemas/outbox.ts'
import type { RunSummary } from '../../replication/outbox/events.ts'
import { pendingForms } from '../../src/features/sync/pending-forms.ts'
import { arrivedText, summaryNotices } from '../../src/messages/device/sync-notices.ts'
import { recoveredText } from '../../src/messages/device/sync.ts'

/** The messages about a run (4.16, 8.14 to 8.20). */

const clean: RunSummary = { synced: 0, sent: [], recovered: [], retried: 0, stopped: null }
const item = (type: Recovered['type']) => ({ type }) as Recovered
const texts = (summary: Partial<RunSummary>, left?: Parameters<typeof summaryNotices>[1]) =>
  summaryNotices({ ...clean, ...summary }, left).map(({ text }) => text)

test('a run reports its outcome', () => {
  expect(texts({})).toEqual(['Everything is already up to date.'])
  expect(texts({ synced: 3 })).toEqual(['All data synced successfully'])
  expect(texts({ synced: 3, retried: 2 })).toEqual(['2 items will be retried'])
  expect(
    texts({ recovered: [item('SUBMISSION'), item('SUBMISSION'), item('FILE_UPLOAD')], retried: 1 }),
  ).toEqual([
    '2 submissions removed due to errors',
    'Upload failed for 1 fields',
    '1 items will be retried',
  ])
})

test('a run that leaves other work unsent does not report that all is sent', () => {
  const left = { arrived: 0, waiting: 1, failedFields: 0 }
  expect(texts({ synced: 2 }, { ...left, arrived: 1 })).toEqual(['1 sent, 1 waiting'])
  expect(texts({}, left)).toEqual(['0 sent, 1 waiting'])
  expect(texts({ recovered: [item('SUBMISSION')] }, left)).toEqual([
    '1 submissions removed due to errors',
    '0 sent, 1 waiting',
  ])
  expect(texts({ stopped: 'offline' }, left)).toEqual(['You are offline. Cannot sync.'])
  expect(texts({ stopped: 'offline' }, { ...left, arrived: 3 })).toEqual([
    'You are offline. Cannot sync.',
    '3 sent, 1 waiting',
  ])
})

test('an automatic run reports how many interviews and deletions arrived', () => {
  expect(arrivedText({ interviews: 5, deletions: 0 })).toBe('5 submissions were sent')
  expect(arrivedText({ interviews: 1, deletions: 2 })).toBe(
    '1 submission was sent · 2 deletions were sent',
  )
})

test.each([
  ['The village is unknown', 'Submission could not be synced: The village is unknown'],
  ['Invalid server response', 'Submission could not be synced: Invalid server response'],
  ['HTTP 502', 'Submission could not be synced: The server answered with error 502.'],
])('a refusal is reported with its reason: %s', (lastError, text) => {
  expect(recoveredText({ reason: 'refused', type: 'SUBMISSION', lastError })).toBe(text)
})

test('refused files do not count as a refused submission', () => {
  const item = { reason: 'refused', type: 'FILE_UPLOAD', lastError: 'Too large' } as const
  expect(recoveredText(item)).toBe('Upload failed for 1 fields: Too large')
})

test('a refused change of the profile does not count as a submission', () => {
  expect(texts({ recovered: [item('PROFILE')] })).toEqual(['Failed to update profile.'])
  expect(recoveredText({ reason: 'invalid', type: 'PROFILE' })).toBe('Failed to update profile.')
})

test('fields whose files wait for another try are listed separately', () => {
  const left = { arrived: 1, waiting: 2, failedFields: 2 }
  expect(texts({ synced: 1, retried: 3 }, left)).toEqual([
    'Failed to sync 2 fields',
    '3 items will be retried',
    '1 sent, 2 waiting',
  ])
})

test.each([
  ['offline', 'You are offline. Cannot sync.'],
  ['login', 'Please login again'],
  ['portal', 'Sync failed'],
  ['busy', 'Sync already in progress or offline'],
  ['lost', 'Sync already in progress or offline'],
] as const)('a run that stopped because of "%s" never reports success', (stopped, text) => {
  expect(texts({ stopped })).toEqual([text])
  expect(texts({ stopped, synced: 2 })).toEqual([text])
})

test.each([
  ['draft', 'Submission removed - project is now draft'],
  ['deleted', 'Submission removed - project deleted'],
  ['invalid', 'Submission could not be synced'],
  ['exhausted', 'Submission could not be synced'],
] as const)('what goes to Recovery for "%s" has the words of the spec', (reason, text) => {
  expect(recoveredText({ reason })).toBe(text)
})

test('the profile has a card of its own, although it belongs to no survey', () => {
  const waiting = [{ formId: '', count: 1, since: 1, description: '', lastError: '' }]
  expect(pendingForms(waiting, [])).toMatchObject([{ formId: '', title: 'Your profile', count: 1 }])
})

test('the outbox is shown by survey: its name, its count, its last error', () => {
  const waiting = [
    { formId: 'b', count: 2, since: 1, description: 'B as it was', lastError: 'timeout' },
    { formId: 'a', count: 1, since: 2, description: 'A', lastError: '' },
  ]
  const forms = [{ id: 'a', title: 'Survey A', description: 'About A' }]
  expect(pendingForms(waiting, forms)).toEqual([
    { formId: 'b', title: 'B as it was', description: '', count: 2, lastError: 'timeout' },
    { formId: 'a', title: 'Survey A', description: 'About A', count: 1, lastError: '' },
  ])
})
