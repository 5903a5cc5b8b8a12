import { expect, test } from 'vitest'
import { filesItemId } from '../../collections/ids.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import { noAnswer, type Failure } from '../../replication/http/failure.ts'
import { err, ok } from '../../replication/http/result.ts'
import { interactiveTimeoutMs, syncTimeoutMs, uploadTimeoutMs } from '../../replication/limits.ts'
import { attempt } from '../../replication/outbox/attempt/attempt.ts'
import { attemptFiles, filesOfItem } from '../../replication/outbox/attempt/attempt-files.ts'
import { attemptSubmission } from '../../replication/outbox/attempt/attempt-submission.ts'
import { listedOf } from '../../replication/outbox/attempt/file-identity.ts'
import { toCreateRequest } from '../../replication/submission-rows.ts'
import { SubmissionRow } from '../../replication/wire/answers.ts'
import * as v from 'valibot'
import { outboxItem } from '../fixtures/outbox-item.ts'
import { arrive, clock, db, file, save, stored } from './saved-work.ts'
import { queue, tryWith } from './one-try.ts'

/** One try of an outbox item: what it asks of a server, under which lease, and what it makes of each answer. */

const refused: Failure = { kind: 'permanent', why: 'refused', status: 403, message: '', body: {} }
const missing: Failure = { ...refused, why: 'missing', status: 404 }
const busy: Failure = { kind: 'temporary', why: 'server', status: 503, message: '', body: {} }
const row = (id: string, more: object) =>
  v.parse(SubmissionRow, { id, form_id: '3', answers: [], ...more })

test('each page of the list is read under a lease that lasts for it', async () => {
  const id = await save({ q: 'yes' })
  const payload = { ...toCreateRequest(await stored(id)) }
  const item = await queue(outboxItem(id, { in_doubt: true, sentAt: clock.now(), payload }))
  const pages = [[row('1', {}), row('2', {})], [row('8', { ...payload, tempId: id })], []]
  const { context, calls } = tryWith({ submissions: async page => ok(pages[Number(page) - 1]) })
  const waiting = await attemptSubmission(context, item)
  expect([waiting.kind, calls]).toEqual(['unsure', []])
  clock.advance(60_000)
  expect(await attemptSubmission(context, item)).toMatchObject({ kind: 'created', serverId: '8' })
  expect(calls).toEqual(pages.map(() => ['submissions', syncTimeoutMs]))
})

test('an interview leaves under a lease for its time-out, after the server was asked for its extensions', async () => {
  const id = await save({ q: 'yes' })
  const payload = { ...toCreateRequest(await stored(id)) }
  const item = await queue(outboxItem(id, { in_doubt: true, payload }))
  const answers = {
    account: async () => err(refused),
    submissions: async () => ok([]),
    createSubmission: async () => ok({ id: '5', row: null }),
  }
  const { context, calls } = tryWith(answers, null)
  expect(await attemptSubmission(context, item)).toMatchObject({ kind: 'created', serverId: '5' })
  expect(calls).toEqual([
    ['account', interactiveTimeoutMs],
    ['submissions', syncTimeoutMs],
    ['createSubmission', syncTimeoutMs],
  ])
})

test.each([
  ['an active account', ok({ is_active: true }), 'permanent'],
  ['an inactive account', ok({ is_active: false }), 'unauthorized'],
  ['an ended session', err({ kind: 'unauthorized', message: '' }), 'unauthorized'],
  ['a refused account', err(refused), 'unauthorized'],
  ['an account that is missing', err(missing), 'permanent'],
  ['a busy server', err(busy), 'permanent'],
  ['no answer', err(noAnswer('network')), 'permanent'],
])('a 403 is of the item unless the account says otherwise; %s', async (_, account, kind) => {
  const id = await save({ q: 'yes' })
  const item = await queue(outboxItem(id, {}))
  const { context, calls } = tryWith({
    createSubmission: async () => err(refused),
    account: async () => account,
  })
  const outcome = await attempt(context, item)
  expect(outcome).toMatchObject({ kind: 'failed', portal: false, failure: { kind } })
  expect(calls.at(-1)).toEqual(['account', interactiveTimeoutMs])
})

test('a 404 is of the item when the server cannot say whether it was restored', async () => {
  const id = await save({ q: 'yes' })
  const item = await queue(outboxItem(id, {}))
  await writeSetting(db, 'changesCursor', 'from before')
  const outcomes = async (changes: unknown) =>
    attempt(
      tryWith({ createSubmission: async () => err(missing), changes: async () => changes }, null)
        .context,
      item,
    )
  const own = { kind: 'failed', failure: missing, portal: false }
  expect(await outcomes(ok({ restarted: false }))).toEqual(own)
  expect(await outcomes(ok({ restarted: true }))).toEqual({ kind: 'restored' })
  expect(await outcomes(err(refused))).toEqual(own)
  expect(await outcomes(err(busy))).toEqual({ kind: 'failed', failure: busy, portal: false })
})

test('a crash between the marking of files and their settling is settled without the server', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt'), file('photo', 'two.txt')])
  await arrive(id, '9', 2)
  const fileIds = (await stored(id)).files.map(({ id }) => id)
  const itemId = filesItemId(id, 'photo')
  const payload = { fileIds, listed: [] }
  const item = outboxItem(itemId, {
    type: 'FILE_UPLOAD',
    submission_id: id,
    field_id: 'photo',
    in_doubt: true,
    payload,
  })
  await queue(item)
  await db.file_uploads
    .findOne(fileIds[0])
    .exec(true)
    .then(doc => doc.incrementalPatch({ sync_status: 'synced' }))
  const { context, calls } = tryWith({})
  expect(await attemptFiles(context, item)).toEqual({
    kind: 'uploaded',
    fileIds,
    row: null,
    lost: [],
  })
  expect(calls).toEqual([])
})

test('files leave under a lease for an upload, and are compared with what the server has, where it has no keys', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt')])
  await arrive(id, '9', 1)
  const [fileId = ''] = (await stored(id)).files.map(({ id }) => id)
  const item = outboxItem(filesItemId(id, 'photo'), {
    type: 'FILE_UPLOAD',
    submission_id: id,
    field_id: 'photo',
  })
  await queue(item)
  const listed = row('9', { answers: [{ form_field_id: 'photo', value: '["/files/one.txt"]' }] })
  const { context, calls } = tryWith({
    submission: async () => ok(listed),
    uploadFiles: async () => err(noAnswer('network')),
  })
  expect(await attemptFiles(context, item)).toMatchObject({ kind: 'failed' })
  const noted = (await db.outbox.findOne(item.id).exec(true)).toMutableJSON()
  expect(noted).toMatchObject({ in_doubt: true, payload: { fileIds: [fileId], listed: [] } })
  expect(await attemptFiles(context, noted)).toMatchObject({ kind: 'unsure' })
  clock.advance(uploadTimeoutMs)
  expect(await attemptFiles(context, noted)).toMatchObject({ kind: 'uploaded', fileIds: [fileId] })
  expect(calls).toEqual([
    ['uploadFiles', uploadTimeoutMs],
    ['submission', interactiveTimeoutMs],
  ])
})

test('an item sends the files of its field in its occurrence that no edit removed', () => {
  const named = (id: string, field_id: string, more: object = {}) => ({
    id,
    field_id,
    field_type: 'IMAGE',
    file_name: id,
    file_type: '',
    file_size: 1,
    ...more,
  })
  const files = [
    named('mine', 'photo'),
    named('removed', 'photo', { removed: true }),
    named('other', 'plan'),
    named('second', 'photo', { occurrence: 1 }),
  ]
  const of = (occurrence: number) =>
    filesOfItem(
      { files },
      outboxItem(filesItemId('s', 'photo', occurrence), { field_id: 'photo' }),
    ).map(({ id }) => id)
  expect([of(0), of(1), of(2)]).toEqual([['mine'], ['second'], []])
})

test('the addresses that a row lists for a field are read in every form and occurrence', () => {
  const answers = [
    { form_field_id: 'photo', value: '[{"url":"/files/a"},{"url":"/files/b"}]' },
    { form_field_id: 'photo', value: '/files/c', occurrence: 2 },
    { form_field_id: 'plan', value: '/files/d' },
  ]
  expect(listedOf(row('1', { answers }), 'photo')).toEqual(['/files/a', '/files/b', '/files/c'])
})

test('files of a submission that is gone, or has no row yet, are not sent', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt')])
  const item = (of: string) =>
    outboxItem(filesItemId(of, 'photo'), { submission_id: of, field_id: 'photo' })
  const { context, calls } = tryWith({})
  expect(await attemptFiles(context, item('nobody'))).toEqual({ kind: 'orphan' })
  expect(await attemptFiles(context, item(id))).toEqual({ kind: 'blocked' })
  await db.submissions.findOne(id).remove()
  expect(await attemptFiles(context, item(id))).toEqual({ kind: 'nothing' })
  expect(calls).toEqual([])
})

test('several files of a field leave as one request, under one key', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt'), file('photo', 'two.txt')])
  await arrive(id, '9', 2)
  const fileIds = (await stored(id)).files.map(({ id }) => id)
  const item = await queue(
    outboxItem(filesItemId(id, 'photo'), { submission_id: id, field_id: 'photo' }),
  )
  const sent: unknown[] = []
  const uploadFiles = async (upload: never) => {
    sent.push(upload)
    return ok({ row: null })
  }
  const { context } = tryWith({ uploadFiles }, ['idempotency'])
  expect(await attemptFiles(context, item)).toEqual({
    kind: 'uploaded',
    fileIds,
    row: null,
    lost: [],
  })
  expect(sent).toMatchObject([
    {
      submissionId: '9',
      fieldId: 'photo',
      fieldType: 'FILE',
      occurrence: 0,
      files: [{ name: 'one.txt' }, { name: 'two.txt' }],
      key: fileIds.join('.'),
    },
  ])
})
