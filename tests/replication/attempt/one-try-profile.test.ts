import { expect, test } from 'vitest'
import * as v from 'valibot'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import type { ProfileEdit } from '../../../collections/writes/write-profile.ts'
import { ok } from '../../../replication/http/result.ts'
import { syncTimeoutMs, uploadTimeoutMs } from '../../../replication/limits.ts'
import { attemptProfile } from '../../../replication/attempt/attempt-profile.ts'
import { keepUser } from '../../../replication/rows/keep-user.ts'
import { User } from '../../../replication/wire/answers.ts'
import { editProfile } from '../../device.ts'
import { outboxItem } from '../../fixtures/outbox-item.ts'
import { queue, tryWith } from './one-try.ts'
import { databaseForEachTest, db } from '../saved-work.ts'

/** One try of an edit of the profile. */

databaseForEachTest()

const asha = v.parse(User, {
  id: 7,
  first_name: 'Asha',
  last_name: 'Verma',
  phone_number: '98',
  is_active: 1,
})
const pixel = `data:image/png;base64,${btoa('pixel')}`
/** A try of the profile with an edit, and the updates that it sent. */
const tryProfile = async (edit: ProfileEdit | null, account: object = asha) => {
  await keepUser(db, asha)
  if (edit !== null) await editProfile(db, edit)
  const item = await queue(outboxItem('profile|currentUser', { type: 'PROFILE' }))
  const updates: unknown[] = []
  const { context, calls } = tryWith({
    account: async () => ok(account),
    accountUpdate: async (...update) => {
      updates.push(update)
      return ok(asha)
    },
  })
  return { outcome: await attemptProfile(context, item), calls, updates }
}
const unauthorized = {
  kind: 'failed',
  failure: { kind: 'unauthorized', message: '' },
  portal: false,
}

test('a profile without an edit asks for nothing', async () => {
  expect(await tryProfile(null)).toMatchObject({ outcome: { kind: 'nothing' }, calls: [] })
})

test.each([
  ['another surveyor', { ...asha, id: '8' }, true],
  ['an inactive account, which is stored', { ...asha, is_active: false }, false],
])('an edit of the profile is not sent to %s', async (_, account, is_active) => {
  const { outcome, calls } = await tryProfile({ first_name: 'Usha' }, account)
  expect(outcome).toEqual(unauthorized)
  expect(calls).toEqual([['account', syncTimeoutMs]])
  const stored = await db.user_profile.findOne(currentUser).exec()
  expect(stored).toMatchObject({ user_id: '7', is_active })
})

test('an edit of the profile is sent with all fields, unless the account has it already', async () => {
  const { outcome, calls, updates } = await tryProfile({ first_name: 'Usha' })
  expect(outcome).toMatchObject({ kind: 'profile', user: asha })
  expect(updates).toEqual([[{ first_name: 'Usha', last_name: 'Verma', phone_number: '98' }, null]])
  expect(calls.at(-1)).toEqual(['accountUpdate', syncTimeoutMs])
})

test.each(['first_name', 'last_name', 'phone_number'] as const)(
  'an edit of %s that the account has already is not sent again',
  async name => {
    const account = { ...asha, [name]: 'new' }
    const { outcome, updates } = await tryProfile({ [name]: 'new' }, account)
    expect(outcome).toMatchObject({ kind: 'profile', user: account })
    expect(updates).toEqual([])
  },
)

test('a picture is sent under a lease for an upload, and always', async () => {
  const { outcome, calls, updates } = await tryProfile({ profile_image_local: pixel })
  expect(outcome).toMatchObject({ kind: 'profile', user: asha })
  expect(calls.at(-1)).toEqual(['accountUpdate', uploadTimeoutMs])
  const [[, picture]] = updates as [[object, Blob]]
  expect([picture.type, await picture.text()]).toEqual(['image/png', 'pixel'])
})
