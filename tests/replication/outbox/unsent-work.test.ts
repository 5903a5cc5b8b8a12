import { outboxRank } from '../../../collections/schemas/outbox.ts'
import { expect, test, vi } from 'vitest'
import { filesItemId, submissionItemId } from '../../../collections/ids.ts'
import { collectFiles, removeUnnamedFiles } from '../../../collections/writes/file-owners.ts'
import { readSetting, writeSetting } from '../../../collections/writes/write-settings.ts'
import { commitEdit, commitInterview, markDeleted } from '../../collections/commit.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { queueSubmissions, queueUnsent } from '../../../replication/outbox/queue.ts'
import { planRecount, settle } from '../../../replication/settle/settle.ts'
import { resendLost } from '../../../replication/pull/resend-lost.ts'
import { rewriteLog } from '../../../collections/interview/logged.ts'
import { sentToBase, toCreateRequest } from '../../../replication/rows/submission-rows.ts'
import { recoveryEntry } from '../../fixtures/recovery-entry.ts'
import { addEntry } from '../../recovery.ts'
import {
  arrive,
  clock,
  databaseForEachTest,
  db,
  file,
  interview,
  save,
  stored,
} from '../saved-work.ts'

/** What the device holds and the server has not received: queued, counted and kept. */

databaseForEachTest()

const markSent = async (fileId: string) => {
  await (
    await db.file_uploads.findOne(fileId).exec(true)
  ).incrementalPatch({ sync_status: 'synced' })
}
/** The file of a submission with one. */
const saveWithFile = async () =>
  db.file_uploads.findOne(`${await save({ q: 'x' }, [file('photo', 'a.txt')])}-0`).exec(true)
const items = async () =>
  (await db.outbox.find().exec())
    .map(doc => doc.toMutableJSON())
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
/** A submission that the server has, with two files, of which the first was sent; and the item of its files. */
const halfSent = async (first: string, second: string) => {
  const id = await save({ q: 'x' }, [file('photo', first), file('photo', second)])
  await arrive(id, '41', 2)
  await queueUnsent(db, clock.now())
  const [item] = await items()
  if (item === undefined) throw new Error('Nothing is queued.')
  await markSent(`${id}-0`)
  return { id, item }
}

test('everything that lacks an item is queued once: new, edited and deleted ones, and files that are left', async () => {
  const [made, edited, deleted, done, half] = [
    await save({ q: 'new' }),
    await save({ q: 'edited' }),
    await save({ q: 'deleted' }),
    await save({ q: 'done' }),
    await save({ q: 'half' }, [file('photo', 'a.txt'), file('other', 'b.txt')]),
  ]
  await arrive(edited, '41')
  await arrive(deleted, '42')
  await arrive(done, '43')
  await arrive(half, '44', 2)
  await commitEdit(db, edited, { q: 'more' }, [], clock.now())
  await markDeleted(db, deleted, clock.now())
  await markSent(`${half}-1`)
  await queueUnsent(db, clock.now())
  expect(await items()).toMatchObject(
    [
      {
        id: filesItemId(half, 'photo'),
        type: 'FILE_UPLOAD',
        tempId: half,
        submission_id: half,
        form_id: '3',
        field_id: 'photo',
        method: 'POST',
        endpoint: '/surveyor/form-submissions/44/upload-files',
        description: 'Form 3',
        state: 'queued',
        rank: outboxRank.files,
      },
      ...[
        { id: made, method: 'POST', endpoint: '/surveyor/form-submissions' },
        { id: edited, method: 'PUT', endpoint: '/surveyor/form-submissions/41', payload: {} },
        // Held until its Undo is gone.
        {
          id: deleted,
          method: 'DELETE',
          endpoint: '/surveyor/form-submissions/42',
          payload: {},
          state: 'waiting',
        },
      ].map(({ id, ...item }) => ({
        state: 'queued',
        ...item,
        id: submissionItemId(id),
        type: 'SUBMISSION',
        tempId: id,
        submission_id: id,
        form_id: '3',
        rank: 1,
        retryCount: 0,
        in_doubt: false,
        timestamp: clock.now(),
      })),
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const item = await db.outbox.findOne(submissionItemId(made)).exec(true)
  expect(item.payload).toEqual(toCreateRequest(await stored(made)))
  // Again: nothing is queued twice, and what is on its way stays as it is.
  await item.incrementalPatch({ state: 'ready', in_doubt: true })
  await queueUnsent(db, clock.now())
  expect(await items()).toHaveLength(4)
  expect(await db.outbox.findOne(submissionItemId(made)).exec(true)).toMatchObject({
    state: 'ready',
    in_doubt: true,
  })
})

test('what a restored server has lost and this phone no longer has is not looked for again', async () => {
  await writeSetting(db, 'unconfirmed', ['404'])
  expect(await resendLost(db, clock.now())).toBe(1)
  expect(await readSetting(db, 'unconfirmed')).toEqual([])
  expect(await items()).toEqual([])
})

test('an item that another tab queues meanwhile stays as that tab made it', async () => {
  const [one, two] = [await stored(await save({ q: '1' })), await stored(await save({ q: '2' }))]
  const { storageInstance } = db.outbox
  const { bulkWrite } = storageInstance
  storageInstance.bulkWrite = async (...rows) => {
    storageInstance.bulkWrite = bulkWrite
    await queueSubmissions(db, [one], 1)
    return bulkWrite.apply(storageInstance, rows)
  }
  await queueSubmissions(db, [one, two], 2)
  expect((await items()).map(({ timestamp }) => timestamp)).toEqual([1, 2])
})

test('files that were taken out before they were sent no longer keep their submission pending', async () => {
  const { id, item } = await halfSent('a.txt', 'b.txt')
  await rewriteLog(db.submissions, id, now => {
    if (now === null) return null
    const files = now.files.map(each => (each.id === `${id}-1` ? { ...each, removed: true } : each))
    return { base: { ...sentToBase(now, '41', 2), files }, pending: [] }
  })
  await settle(db, item, { kind: 'nothing' }, 7)
  const settled = await stored(id)
  expect(settled).toMatchObject({ files_pending: 0, syncStatus: 'synced' })
  expect(settled.history.slice(-2)).toEqual([
    { at: 7, what: 'file', note: 'a.txt' },
    { at: 7, what: 'synced', note: '' },
  ])
  expect(await items()).toEqual([])
})

test('a file that the surveyor has to decide about is not noted as sent', async () => {
  const { id, item } = await halfSent('sent.txt', 'refused.txt')
  const refused = await db.file_uploads.findOne(`${id}-1`).exec(true)
  await refused.incrementalPatch({ sync_status: 'recovery' })
  await settle(db, item, { kind: 'nothing' }, 7)
  expect((await stored(id)).history).toContainEqual({ at: 7, what: 'file', note: 'sent.txt' })
})

test('a submission is synced with its last file, and not before', async () => {
  const id = await save({ q: 'x' }, [file('photo', 'a.txt'), file('photo', 'b.txt')])
  const entry = { at: 5, what: 'file', note: 'a.txt' } as const
  // One that the server does not have is left alone.
  await transact(transaction => planRecount(transaction, db, id, entry))
  expect((await stored(id)).history).toHaveLength(1)
  await arrive(id, '41', 2)
  await markSent(`${id}-0`)
  await transact(transaction => planRecount(transaction, db, id, entry))
  expect(await stored(id)).toMatchObject({
    files_pending: 1,
    syncStatus: 'pending',
    server_id: '41',
  })
  expect((await stored(id)).history.at(-1)).toEqual(entry)
})

test('the files of unfinished, submitted and edited interviews outlive the collector, however old', async () => {
  const { draft } = await interview({ q: 'open' }, [file('photo', 'open.txt')])
  const id = await save({ q: 'x' }, [file('photo', 'sent.txt')])
  const loose = { ...(await db.file_uploads.findOne(`${id}-0`).exec(true)).toMutableJSON() }
  await db.file_uploads.bulkInsert([
    { ...loose, id: 'loose', submission_id: 'gone' },
    { ...loose, id: 'young', submission_id: 'gone', created_at: clock.now() + 1 },
  ])
  const left = async () => (await db.file_uploads.find().exec()).map(doc => doc.id).toSorted()
  const all = [`${draft.id}-0`, `${id}-0`].toSorted()
  const day = 24 * 60 * 60_000
  await collectFiles(db, loose.created_at + day)
  expect(await left()).toEqual([...all, 'loose', 'young'].toSorted())
  await collectFiles(db, loose.created_at + day + 1)
  expect(await left()).toEqual([...all, 'young'].toSorted())
  await removeUnnamedFiles(db, [...all, 'young', 'none'])
  expect(await left()).toEqual(all)
  await db.submissions.findOne(id).remove()
  await removeUnnamedFiles(db, all)
  expect(await left()).toEqual([`${draft.id}-0`])
})

test('a file that an entry of Recovery names stays, also where the entry is not the newest', async () => {
  const loose = (await saveWithFile()).toMutableJSON()
  const entries = ['older', 'newer'].map((id, moved_at) =>
    recoveryEntry(id, { file_ids: [id], moved_at }),
  )
  await addEntry(db, ...entries)
  await db.file_uploads.bulkInsert(
    entries.map(({ id }) => ({ ...loose, id, submission_id: 'gone' })),
  )
  await removeUnnamedFiles(db, ['older', 'newer'])
  expect(await db.file_uploads.findByIds(['older', 'newer']).exec()).toHaveProperty('size', 2)
})

test('a file that its own interview names stays, and nothing else is read for that', async () => {
  const doc = await saveWithFile()
  const query = vi.spyOn(db.submissions.storageInstance, 'query')
  await removeUnnamedFiles(db, [doc.id])
  expect(query).not.toHaveBeenCalled()
  expect(await db.file_uploads.findOne(doc.id).exec()).not.toBeNull()
})

test('the collector takes all files that nothing names, however many there are', async () => {
  const kept = (await saveWithFile()).toMutableJSON()
  const loose = Array.from({ length: 501 }, (_, n) => `loose-${n}`)
  await db.file_uploads.bulkInsert(loose.map(id => ({ ...kept, id, submission_id: 'gone' })))
  await collectFiles(db, clock.now() + 2 * 24 * 60 * 60_000)
  expect((await db.file_uploads.find().exec()).map(({ id }) => id)).toEqual([kept.id])
})

test('a file that an edit takes out is forgotten while the server has nothing, and remembered afterwards', async () => {
  const id = await save({ q: 'x' }, [file('photo', 'a.txt'), file('photo', 'b.txt')])
  const kept = [(await db.file_uploads.findOne(`${id}-0`).exec(true)).toMutableJSON()]
  const flags = async () => (await stored(id)).files.map(each => [each.id, each.removed])
  const before = await stored(id)
  expect(await commitEdit(db, id, { q: 'x' }, kept, clock.now())).toBe(true)
  expect(await flags()).toEqual([[`${id}-0`, undefined]])
  await rewriteLog(db.submissions, id, now =>
    now === null
      ? null
      : { base: { ...sentToBase(now, '41', 0), files: before.files }, pending: [] },
  )
  expect(await commitEdit(db, id, { q: 'x' }, kept, clock.now())).toBe(true)
  expect(await flags()).toEqual([
    [`${id}-0`, undefined],
    [`${id}-1`, true],
  ])
  // The same once more changes nothing.
  expect(await commitEdit(db, id, { q: 'x' }, kept, clock.now())).toBe(false)
})

test('what an earlier request carried stays with the interview, and its item sends the same again', async () => {
  const { draft, contents } = await interview({ q: 'x' })
  const sent_before = { body: { form_id: '3' }, sentAt: 5 }
  await commitInterview(db, { ...draft, sent_before }, contents, clock.now())
  const made = await stored(draft.id)
  expect(made).toMatchObject({ sent_before })
  expect('sent_before' in (await stored(await save({ q: 'y' })))).toBe(false)
  await queueSubmissions(db, [made], 1)
  expect((await items())[0]).toMatchObject({ payload: sent_before.body, in_doubt: true, sentAt: 5 })
})
