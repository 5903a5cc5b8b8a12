import { expect, test } from 'vitest'
import { filesItemId, submissionItemId } from '../../../collections/ids.ts'
import { answersOf } from '../../../collections/queries.ts'
import { planDeletion } from '../../../collections/writes/write-submission.ts'
import { commitEdit } from '../../collections/commit.ts'
import { transact } from '../../../collections/one-database/transaction.ts'
import { queueUnsent } from '../../../replication/outbox/queue.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { toCreateRequest } from '../../../replication/rows/submission-rows.ts'
import { theDraft } from '../../drafts.ts'
import { entriesIn, putEntry, reopenEntry, tryAgain } from '../../recovery.ts'
import { arrive, clock, databaseForEachTest, db, file, save, stored } from '../saved-work.ts'

/** What an entry of Recovery and its outbox item remember of the requests that were sent. */

databaseForEachTest()

const queue = () => queueUnsent(db, clock.now())
const itemOf = (itemId: string) => db.outbox.findOne(itemId).exec(true)
const entries = () => entriesIn(db)

/** Has the server refuse an item. Returns the ids of all entries since. */
const refuse = async (itemId: string, inDoubt = false): Promise<readonly string[]> => {
  const why = { reason: 'refused', status: 422, message: 'No.', inDoubt } as const
  await moveToRecovery(db, itemId, why, clock.now())
  return (await entries()).map(({ id }) => id)
}

/** An interview whose request was sent, and whose answer is not known. */
const inDoubt = async () => {
  const id = await save({ q: 'sent' })
  await queue()
  const payload = { ...toCreateRequest(await stored(id)) }
  const item = await itemOf(submissionItemId(id))
  await item.incrementalPatch({ in_doubt: true, sentAt: 7, payload })
  return { id, itemId: submissionItemId(id) }
}

test.each([true, false])(
  'the server may have a refused interview only if the refusal leaves it in doubt: %s',
  async stays => {
    const { id, itemId } = await inDoubt()
    await refuse(itemId, stays)
    await reopenEntry(db, id, clock.now(), () => 'unused')
    const draft = await theDraft(db, id)
    expect(draft.sent_before?.sentAt).toBe(stays ? 7 : undefined)
  },
)

test('an upload that never left is not in doubt, because files of others could then count as its own', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt')])
  await arrive(id, '9', 1)
  await queue()
  const itemId = filesItemId(id, 'photo')
  const [entryId = ''] = await refuse(itemId, true)
  expect(await tryAgain(db, entryId, clock.now())).toBe('returned')
  expect((await itemOf(itemId)).in_doubt).toBe(false)
})

test('an interview that returns from Recovery leaves the newer notes of its item', async () => {
  const { id, itemId } = await inDoubt()
  await refuse(itemId, true)
  const [entry] = await entries()
  expect(await tryAgain(db, id, clock.now())).toBe('returned')
  expect((await itemOf(itemId)).toMutableJSON()).toMatchObject({ in_doubt: true, sentAt: 7 })

  await (await itemOf(itemId)).incrementalPatch({ in_doubt: false, sentAt: 9 })
  if (entry !== undefined) await putEntry(db, entry)
  expect(await tryAgain(db, id, clock.now())).toBe('returned')
  expect((await itemOf(itemId)).toMutableJSON()).toMatchObject({ in_doubt: false, sentAt: 9 })
})

test('files that return from Recovery leave the newer notes of their item', async () => {
  const id = await save({ q: 'sent' }, [file('photo', 'pump.txt')])
  await arrive(id, '41', 1)
  await queue()
  const [item] = await db.outbox.find({ selector: { type: 'FILE_UPLOAD' } }).exec()
  const itemId = item?.id ?? ''
  expect(itemId).toContain(filesItemId(id, ''))
  await item?.incrementalPatch({ in_doubt: true, sentAt: 7 })
  const [entryId = ''] = await refuse(itemId, true)
  const [entry] = await entries()
  await tryAgain(db, entryId, clock.now())
  expect((await itemOf(itemId)).toMutableJSON()).toMatchObject({ in_doubt: true, sentAt: 7 })

  await (await itemOf(itemId)).incrementalPatch({ in_doubt: false, sentAt: 9 })
  if (entry !== undefined) await putEntry(db, entry)
  await tryAgain(db, entryId, clock.now())
  expect((await itemOf(itemId)).toMutableJSON()).toMatchObject({ in_doubt: false, sentAt: 9 })
})

test('files that are refused twice at the same time have two entries', async () => {
  const id = await save({ q: 'sent' }, [file('photo', 'pump.txt')])
  await arrive(id, '41', 1)
  await queue()
  const [item] = await db.outbox.find({ selector: { type: 'FILE_UPLOAD' } }).exec()
  const itemId = item?.id ?? ''
  const copy = item?.toMutableJSON()
  expect(await refuse(itemId)).toHaveLength(1)
  if (copy !== undefined) await db.outbox.upsert(copy)
  expect(await refuse(itemId)).toHaveLength(2)
})

test('an edit of a submission that was deleted since does not return', async () => {
  const id = await save({ q: 'sent' })
  await arrive(id, '41')
  await commitEdit(db, id, { q: 'edited' }, [], clock.now())
  await queue()
  const [entryId = ''] = await refuse(submissionItemId(id))
  await transact(transaction => planDeletion(transaction, db, id, clock.now()))
  expect(await tryAgain(db, entryId, clock.now())).toBe('gone')
  expect(await entries()).toHaveLength(1)
})

test('a new interview from an edit whose row is gone does not send the addresses of photos', async () => {
  const id = await save({ q: 'sent' })
  await arrive(id, '41')
  const photo = ['https://survey.example/files/1/pump.jpg']
  await commitEdit(db, id, { q: 'edited', photo } as never, [], clock.now())
  await queue()
  const why = { reason: 'deleted', status: 404, message: 'Gone.', inDoubt: false } as const
  await moveToRecovery(db, submissionItemId(id), why, clock.now())
  const [entry] = await entries()
  const reopened = await reopenEntry(db, entry?.id ?? '', clock.now(), () => 'a new key')
  const draftId = reopened?.kind === 'draft' ? reopened.draftId : ''
  const kept = await answersOf(draftId).build(db.form_responses).exec()
  expect(kept.map(({ question_id, value }) => [question_id, value])).toEqual([['q', 'edited']])
})
