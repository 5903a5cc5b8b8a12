import { expect, test } from 'vitest'
import * as v from 'valibot'
import { pendingOperations } from '../../../collections/operation-log.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import { commitEdit } from '../../collections/commit.ts'
import { noAnswer } from '../../../replication/http/failure.ts'
import { err, ok } from '../../../replication/http/result.ts'
import { attemptSubmission } from '../../../replication/attempt/attempt-submission.ts'
import { carryOut } from '../../../replication/run/carry-out.ts'
import { decide } from '../../../replication/outbox/decide.ts'
import { toItem, queueProfile, queueUnsent } from '../../../replication/outbox/queue.ts'
import { SubmissionRow, User } from '../../../replication/wire/answers.ts'
import { attemptProfile } from '../../../replication/attempt/attempt-profile.ts'
import { keepUser } from '../../../replication/rows/keep-user.ts'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import { editProfile } from '../../device.ts'
import { tryWith } from '../attempt/one-try.ts'
import { attemptFiles } from '../../../replication/attempt/attempt-files.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import { noteRestart, resendLost } from '../../../replication/pull/resend-lost.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { missing } from '../../fixtures/failures.ts'
import { entriesIn, tryAgain } from '../../recovery.ts'
import { arrive, clock, databaseForEachTest, db, file, save, stored } from '../saved-work.ts'

/** A tab sleeps when its answer comes. Meanwhile another tab has sent the same, and is sending a later edit. */

databaseForEachTest()

const rowOf = (q: string) =>
  v.parse(SubmissionRow, { id: '9', form_id: '3', answers: [{ form_field_id: 'q', value: q }] })
/** Edits the submission and queues it, as Submit does. */
const edit = async (id: string, q: string): Promise<OutboxDoc> => {
  clock.advance(1000)
  await commitEdit(db, id, { q }, [], clock.now())
  const item = toItem(await stored(id), clock.now())
  await db.outbox.insertIfNotExists(item)
  return item
}
const latestOf = async (item: OutboxDoc) =>
  (await db.outbox.findOne(item.id).exec())?.toMutableJSON() ?? item
/** One try of a tab, whose request gets an answer when it is ready, and what follows from it. */
const send = async (item: OutboxDoc, before: string, answer: () => Promise<unknown>) => {
  const { context } = tryWith({
    submission: async () => ok(rowOf(before)),
    updateSubmission: answer,
  })
  const outcome = await attemptSubmission(context, item)
  const latest = await latestOf(item)
  await carryOut(db, latest, decide(latest, outcome, clock.now()), clock.now())
}

test('the later edit stays pending, because no answer says that the server took it', async () => {
  const id = await save({ q: 'first' })
  await arrive(id, '9')
  const item = await edit(id, 'second')
  let cutOff = () => {}
  let other: Promise<void> = Promise.resolve()
  await send(item, 'first', async () => {
    await send(item, 'first', async () => ok({ row: rowOf('second') }))
    const later = await edit(id, 'third')
    await new Promise<void>(sent => {
      other = send(later, 'second', async () => {
        sent()
        await new Promise<void>(resolve => {
          cutOff = resolve
        })
        return err(noAnswer('network'))
      })
    })
    return ok({ row: rowOf('second') })
  })
  cutOff()
  await other
  expect(await stored(id)).toMatchObject({ answers: { q: 'third' }, syncStatus: 'pending' })
  expect(pendingOperations((await stored(id)).crdts)).toHaveLength(1)
  expect(await db.outbox.count().exec()).toBe(1)
})

const userOf = (first_name: string) =>
  v.parse(User, { id: 7, first_name, last_name: 'Verma', phone_number: '98', is_active: 1 })
const editName = async (first_name: string): Promise<OutboxDoc> => {
  clock.advance(1000)
  await editProfile(db, { first_name })
  await queueProfile(db, clock.now())
  return (await db.outbox.findOne().exec(true)).toMutableJSON()
}
const sendProfile = async (item: OutboxDoc, before: string, answer: () => Promise<unknown>) => {
  const { context } = tryWith({
    account: async () => ok(userOf(before)),
    accountUpdate: answer,
  })
  const outcome = await attemptProfile(context, item)
  const latest = await latestOf(item)
  await carryOut(db, latest, decide(latest, outcome, clock.now()), clock.now())
}

test('the later edit of the profile stays pending for the same reason', async () => {
  await keepUser(db, userOf('Asha'))
  const item = await editName('Usha')
  let cutOff = () => {}
  let other: Promise<void> = Promise.resolve()
  await sendProfile(item, 'Asha', async () => {
    await sendProfile(item, 'Usha', async () => ok(userOf('Usha')))
    const later = await editName('Nisha')
    await new Promise<void>(sent => {
      other = sendProfile(later, 'Usha', async () => {
        sent()
        await new Promise<void>(resolve => {
          cutOff = resolve
        })
        return err(noAnswer('network'))
      })
    })
    return ok(userOf('Usha'))
  })
  cutOff()
  await other
  const profile = await db.user_profile.findOne(currentUser).exec(true)
  expect(profile).toMatchObject({ first_name: 'Nisha', syncStatus: 'pending' })
  expect(await db.outbox.count().exec()).toBe(1)
})

test('a photo of a restored interview stays unsent when an answer to its former upload comes', async () => {
  const id = await save({ q: 'first' }, [file('photo', 'pump.txt')])
  await arrive(id, '9', 1)
  await queueUnsent(db, clock.now())
  const item = (await db.outbox.findOne().exec(true)).toMutableJSON()
  const { context } = tryWith({
    account: async () => ok({}),
    uploadFiles: async () => {
      // Another tab learns that the row was deleted, and the surveyor restores the interview there.
      await endSubmission(db, id, 'elsewhere', clock.now())
      await restoreFromBin(db, id, clock.now())
      return ok({ row: null })
    },
  })
  const outcome = await attemptFiles(context, item)
  const latest = await latestOf(item)
  await carryOut(db, latest, decide(latest, outcome, clock.now()), clock.now())
  const photo = await db.file_uploads.findOne(`${id}-0`).exec(true)
  expect(photo.sync_status).toBe('pending')
  expect(await stored(id)).toMatchObject({ state: 'unsent', files_pending: 1 })
})

test('a late answer about a row that a restored server has lost does not end the interview that is sent again', async () => {
  const id = await save({ q: 'first' })
  await arrive(id, '9')
  const item = await edit(id, 'second')
  const { context } = tryWith({
    submission: async () => {
      // Another tab learns meanwhile that the server was restored.
      await noteRestart(db)
      await resendLost(db, clock.now())
      return err(missing)
    },
  })
  const outcome = await attemptSubmission(context, item)
  const latest = await latestOf(item)
  await carryOut(db, latest, decide(latest, outcome, clock.now()), clock.now())
  expect(await stored(id)).toMatchObject({ state: 'unsent', answers: { q: 'second' } })
  expect(await db.outbox.count().exec()).toBe(1)
})

test('a refused edit that is tried again follows an interview that is sent again', async () => {
  const id = await save({ q: 'first' })
  await arrive(id, '9')
  const item = await edit(id, 'second')
  const why = { reason: 'refused', status: 422, message: '', inDoubt: false } as const
  await moveToRecovery(db, item.id, why, clock.now())
  // An edit has the time of the machine, and this is later.
  clock.advance(1e13)
  await noteRestart(db)
  await resendLost(db, clock.now())
  expect(await stored(id)).toMatchObject({ state: 'unsent', answers: { q: 'first' } })
  const [entry] = await entriesIn(db)
  expect(await tryAgain(db, entry?.id ?? '', clock.now())).toBe('returned')
  expect(await stored(id)).toMatchObject({ state: 'unsent', answers: { q: 'second' } })
})
