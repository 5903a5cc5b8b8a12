import { beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { profileItemId } from '../../../collections/ids.ts'
import { baseFields, pendingOperations } from '../../../collections/operation-log.ts'
import { currentUser, type UserProfileDoc } from '../../../collections/schemas/user-profile.ts'
import { hashOperations } from '../../../replication/outbox/carried.ts'
import { settleProfile } from '../../../replication/settle/settle-profile.ts'
import { keepUser } from '../../../replication/rows/keep-user.ts'
import { rewriteLog, storedDocument } from '../../../collections/interview/logged.ts'
import { User } from '../../../replication/wire/answers.ts'
import { editProfile } from '../../device.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'
import { clock, databaseForEachTest, db } from '../saved-work.ts'

/** An edit of the profile that the server took becomes the base, and later edits stay and are queued. */

databaseForEachTest()

const user = (more: object = {}) =>
  v.parse(User, { id: 7, first_name: 'Asha', last_name: 'Verma', phone_number: '98', ...more })
const profile = async () => {
  const stored = await storedDocument(db.user_profile, currentUser)
  if (stored === null) throw new Error('There is no profile.')
  const { first_name, last_name, profile_image_local, syncStatus, crdts } = stored
  const base = baseFields<UserProfileDoc>(crdts)
  return {
    shown: { first_name, last_name, profile_image_local, syncStatus },
    base: { first_name: base?.first_name, profile_image_local: base?.profile_image_local },
    pending: pendingOperations(crdts),
  }
}
/** The item of all edits until now. */
const sending = async (more: object = {}) => {
  const { pending } = await profile()
  const sentHash = await hashOperations(pending)
  const item = outboxItem(profileItemId, {
    type: 'PROFILE',
    sentOps: pending.length,
    sentHash,
    ...more,
  })
  await db.outbox.insert(item)
  return item
}
const queued = async () => (await db.outbox.find().exec()).map(({ id, state }) => [id, state])

beforeEach(() => keepUser(db, user()))

test('what was sent is the base, with its picture, and nothing waits', async () => {
  await editProfile(db, { first_name: 'Usha', profile_image_local: 'data:,picture' })
  const item = await sending()
  const taken = user({ first_name: 'Usha', profile_image: '/u.png' })
  await settleProfile(db, item, { kind: 'profile', user: taken }, clock.now())
  expect(await profile()).toEqual({
    shown: {
      first_name: 'Usha',
      last_name: 'Verma',
      profile_image_local: 'data:,picture',
      syncStatus: 'synced',
    },
    base: { first_name: 'Usha', profile_image_local: 'data:,picture' },
    pending: [],
  })
  expect(await queued()).toEqual([])
})

test('an edit since stays an edit, also of a picture, and is sent next', async () => {
  await editProfile(db, { first_name: 'Usha', profile_image_local: 'data:,first' })
  const item = await sending()
  await editProfile(db, { last_name: 'Rao', profile_image_local: 'data:,second' })
  await settleProfile(
    db,
    item,
    { kind: 'profile', user: user({ first_name: 'Usha' }) },
    clock.now(),
  )
  const { shown, base, pending } = await profile()
  expect(shown).toEqual({
    first_name: 'Usha',
    last_name: 'Rao',
    profile_image_local: 'data:,second',
    syncStatus: 'pending',
  })
  expect(base).toEqual({ first_name: 'Usha', profile_image_local: 'data:,first' })
  expect(pending).toHaveLength(1)
  expect(await queued()).toEqual([[profileItemId, 'ready']])
})

test('the answer to other edits confirms none of these', async () => {
  await editProfile(db, { first_name: 'Usha' })
  const item = await sending({ sentHash: 'of others' })
  await settleProfile(db, item, { kind: 'profile', user: user({ first_name: 'Old' }) }, clock.now())
  const { base, pending } = await profile()
  expect([base.first_name, pending.length]).toEqual(['Asha', 1])
  expect(await queued()).toEqual([[profileItemId, 'ready']])
})

test('an answer to an item that another tab has settled changes nothing of the profile', async () => {
  await editProfile(db, { first_name: 'Usha' })
  const item = await sending()
  await db.outbox.findOne(item.id).remove()
  await settleProfile(db, item, { kind: 'profile', user: user() }, clock.now())
  expect((await profile()).pending).toHaveLength(1)
})

test('an item that had nothing to send leaves', async () => {
  const item = await sending()
  await settleProfile(db, item, { kind: 'deleted' }, clock.now())
  expect(await queued()).toEqual([])
})

test('a profile of an earlier version, without a word of a picture, has none afterwards', async () => {
  await rewriteLog<UserProfileDoc>(db.user_profile, currentUser, stored => {
    const { profile_image_local: _, ...base } =
      baseFields<UserProfileDoc>(stored?.crdts as never) ?? {}
    return { base, pending: [] }
  })
  await editProfile(db, { first_name: 'Usha' })
  const taken = user({ first_name: 'Usha' })
  await settleProfile(db, await sending(), { kind: 'profile', user: taken }, clock.now())
  expect((await profile()).base).toEqual({ first_name: 'Usha', profile_image_local: '' })
})
