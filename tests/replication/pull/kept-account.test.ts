import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../collections/database.ts'
import { openDatabase } from '../../../collections/open-database.ts'
import { currentOrganization, logoBlob } from '../../../collections/schemas/organization.ts'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import { oneDatabase } from '../../../collections/one-database/storage.ts'
import { keepAvatar, keepOrganization } from '../../../replication/pull/keep-images.ts'
import type { Api } from '../../../replication/http/api.ts'
import { ok } from '../../../replication/http/result.ts'
import { createAccountDown, pullAccount } from '../../../replication/pull/pull-account.ts'
import { keepUser } from '../../../replication/rows/keep-user.ts'
import { storedDocument } from '../../../collections/interview/logged.ts'
import * as v from 'valibot'
import { User } from '../../../replication/wire/answers.ts'
import { editProfile, createDisk } from '../../device.ts'

/** What is kept of the account: the user under the edits, and images that show without a network. */

let db: Database
beforeEach(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterEach(() => db.close())

const at = (name: string) => `https://files.example/${name}`
const user = (more: object = {}) => v.parse(User, { id: 7, first_name: 'Asha', ...more })
const profile = async () => {
  const stored = await storedDocument(db.user_profile, currentUser)
  if (stored === null) throw new Error('There is no profile.')
  return stored
}
let asked: string[] = []
const world = (answer: () => Response, isOnline = true) => {
  asked = []
  return {
    network: { isOnline: () => isOnline } as never,
    apiUrl: () => 'https://api.example/api',
    fetch: async (url: Parameters<typeof globalThis.fetch>[0]) => {
      asked.push(String(url))
      return answer()
    },
  }
}
const image =
  (bytes: BlobPart = 'pixels', type = 'image/png', status = 200) =>
  () =>
    new Response(new Blob([bytes], { type }), { status, headers: { 'Content-Type': type } })
const pixels = `data:image/png;base64,${btoa('pixels')}`

/** A user that comes as the answer of a fetch, through RxDB. */
const fetchUser = async (of: Database, answer: User): Promise<void> => {
  const down = createAccountDown(of)
  await pullAccount(down, { account: async () => ok(answer) } as unknown as Api, null)
  await down.stop()
}
const ways = [
  ['a login', keepUser],
  ['a fetch', fetchUser],
] as const

test.each(ways)('an edit of the profile stays over what the server says at %s', async (_, keep) => {
  await keep(db, user())
  expect(await profile()).toMatchObject({
    user_id: '7',
    first_name: 'Asha',
    syncStatus: 'synced',
    profile_image_local: '',
  })
  expect(await editProfile(db, { first_name: 'Usha', last_name: '' })).toBe(true)
  expect(await editProfile(db, { first_name: 'Usha' })).toBe(false)
  await keep(db, user({ phone_number: '98' }))
  await keep(db, user({ phone_number: '98' }))
  expect(await profile()).toMatchObject({
    first_name: 'Usha',
    phone_number: '98',
    syncStatus: 'pending',
  })
})

test.each(ways)('a picture is fetched once for its address, also after %s', async (_, keep) => {
  const named = user({ profile_image: at('a.png?signed=1') })
  await keep(db, named)
  await keepAvatar(db, world(image()), named, '')
  expect(asked).toEqual([at('a.png?signed=1')])
  expect((await profile()).profile_image_local).toBe(pixels)
  await keepAvatar(db, world(image('other')), named, at('a.png?signed=2'))
  expect(asked).toEqual([])
  await keepAvatar(db, world(image('other')), named, at('b.png'))
  expect((await profile()).profile_image_local).toBe(`data:image/png;base64,${btoa('other')}`)
  // A server that has named no picture says nothing of it; one that no longer names it has none.
  await keep(db, named)
  expect((await profile()).profile_image_local).not.toBe('')
  await keep(db, user())
  expect((await profile()).profile_image_local).toBe('')
})

test('large pictures are kept whole', async () => {
  const named = user({ profile_image: '/large.png' })
  await keepUser(db, named)
  const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 251)
  await keepAvatar(db, world(image(bytes)), named, '')
  expect(asked).toEqual(['https://api.example/large.png'])
  const kept = (await profile()).profile_image_local ?? ''
  const read = Uint8Array.from(atob(kept.split(',')[1] ?? ''), each => each.charCodeAt(0))
  expect(read).toEqual(bytes)
})

test.each([
  ['without a network', world(image(), false)],
  ['of an answer that is a failure', world(image('x', 'image/png', 500))],
  ['that is no image', world(image('x', 'text/html'))],
  ['that is too large', world(image(new Uint8Array(2_000_001)))],
  [
    'that cannot be fetched',
    world(() => {
      throw new TypeError('Failed to fetch')
    }),
  ],
])('nothing is kept of a picture %s', async (_, env) => {
  const named = user({ profile_image: at('a.png') })
  await keepUser(db, named)
  await keepAvatar(db, env, named, '')
  expect((await profile()).profile_image_local).toBe('')
})

test('without a profile, or an address, no picture is asked for', async () => {
  await keepAvatar(db, world(image()), user({ profile_image: at('a.png') }), '')
  await keepUser(db, user())
  await keepAvatar(db, world(image()), user(), '')
  expect(asked).toEqual([])
})

test('the organization is kept with its logo, until it has none', async () => {
  const organization = () => db.organization.findOne(currentOrganization).exec(true)
  const of = (organization_logo: string) => user({ organization_name: 'Terra', organization_logo })
  await keepOrganization(db, world(image()), of(at('logo.png?1')))
  expect(await organization()).toMatchObject({ name: 'Terra', logo_url: at('logo.png?1') })
  expect(await (await (await organization()).getAttachment(logoBlob)?.getData())?.text()).toBe(
    'pixels',
  )
  await keepOrganization(db, world(image()), of(at('logo.png?2')))
  expect(asked).toEqual([])
  await keepOrganization(db, world(image('new')), of(at('new.png')))
  expect(await (await (await organization()).getAttachment(logoBlob)?.getData())?.text()).toBe(
    'new',
  )
  await keepOrganization(db, world(image()), of(''))
  expect(asked).toEqual([])
  expect((await organization()).logo_url).toBe('')
  expect((await organization()).getAttachment(logoBlob)).toBeNull()
})

test('a logo that could not be fetched leaves no address, so that it is fetched the next time', async () => {
  const of = user({ organization_name: 'Terra', organization_logo: at('logo.png') })
  await keepOrganization(db, world(image(), false), of)
  expect(await db.organization.findOne(currentOrganization).exec(true)).toMatchObject({
    name: 'Terra',
    logo_url: '',
  })
})
