import { expect, test } from 'vitest'
import { filesItemId } from '../../../collections/ids.ts'
import { noAnswer } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { syncTimeoutMs, uploadTimeoutMs } from '../../../replication/limits.ts'
import { attemptFiles, filesOfItem } from '../../../replication/attempt/attempt-files.ts'
import { listedOf } from '../../../replication/attempt/file-identity.ts'
import { SubmissionRow } from '../../../replication/wire/answers.ts'
import * as v from 'valibot'
import { outboxItem } from '../../fixtures/outbox-item.ts'
import { queue, tryWith } from './one-try.ts'
import { arrive, clock, databaseForEachTest, db, file, save, stored } from '../saved-work.ts'

/** One try of the files of a field: which of them it sends, and how it finds out which have arrived. */

databaseForEachTest()

const row = (id: string, more: object) =>
  v.parse(SubmissionRow, { id, form_id: '3', answers: [], ...more })

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
    ['submission', syncTimeoutMs],
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

test('where the server may list other files of the field, its row is read before the upload', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt'), file('photo', 'two.txt')])
  await arrive(id, '9', 1)
  const [sent = '', left = ''] = (await stored(id)).files.map(({ id }) => id)
  const doc = await db.file_uploads.findOne(sent).exec(true)
  await doc.incrementalPatch({ sync_status: 'synced' })
  const item = await queue(
    outboxItem(filesItemId(id, 'photo'), { submission_id: id, field_id: 'photo' }),
  )
  const listed = row('9', { answers: [{ form_field_id: 'photo', value: '["/files/one.txt"]' }] })
  const { context, calls } = tryWith({
    submission: async () => ok(listed),
    uploadFiles: async () => ok({ row: null }),
  })
  expect(await attemptFiles(context, item)).toMatchObject({ kind: 'uploaded', fileIds: [left] })
  expect(calls).toEqual([
    ['submission', syncTimeoutMs],
    ['uploadFiles', uploadTimeoutMs],
  ])
  expect((await db.outbox.findOne(item.id).exec(true)).toMutableJSON().payload).toEqual({
    fileIds: [left],
    listed: ['/files/one.txt'],
  })
})

test('files of other fields are no reason to read the row', async () => {
  const id = await save({ q: 'yes' }, [
    file('photo', 'one.txt'),
    file('plan', 'two.txt'),
    file('plan', 'three.txt'),
  ])
  await arrive(id, '9', 3)
  const item = await queue(
    outboxItem(filesItemId(id, 'photo'), { submission_id: id, field_id: 'photo' }),
  )
  const { context, calls } = tryWith({ uploadFiles: async () => ok({ row: null }) })
  expect(await attemptFiles(context, item)).toMatchObject({ kind: 'uploaded' })
  expect(calls.map(([name]) => name)).toEqual(['uploadFiles'])
})
