import type { RxStorageInstance } from 'rxdb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSetting } from '../../../collections/writes/write-settings.ts'
import { freshMs } from '../../../replication/limits.ts'
import { createLock } from '../../../replication/lock.ts'
import { openPlainPhone, type PlainPhone } from '../plain-phone.ts'

/** When each kind of data is fetched, and what is remembered of it. */

let phone: PlainPhone
let asked: string[] = []
beforeEach(async () => {
  phone = await openPlainPhone({}, fetch => (input, init) => {
    const request = new Request(input, init)
    asked.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
    return fetch(request)
  })
  asked = []
})
afterEach(() => phone.device.crash())

test('a fetch is remembered with its time, and not repeated while it is fresh', async () => {
  const { db, env, sync } = phone.device
  expect(await sync.refresh.fetchedAt('stats')).toBe(0)
  await sync.refresh.now('stats')
  const first = env.clock.now()
  expect(await sync.refresh.fetchedAt('stats')).toBe(first)
  expect(await sync.refresh.fetchedAt('forms')).toBe(0)
  expect(await readSetting(db, 'lastSyncTime')).toBe(first)
  env.clock.advance(freshMs - 1)
  expect(await sync.refresh.ifStale('stats')).toBeNull()
  env.clock.advance(1)
  expect(await sync.refresh.ifStale('stats')).toMatchObject({ ok: true })
  // A clock that was set back makes nothing fresh.
  env.clock.set(first - 1)
  expect(await sync.refresh.ifStale('stats')).toMatchObject({ ok: true })
  expect(asked).toEqual(['stats', 'stats', 'stats'])
})

test('submissions that another tab is fetching are not remembered as fetched here', async () => {
  const { db, env, sync } = phone.device
  const other = createLock(db, { ...env, uuid: () => 'another tab' })
  let end = () => {}
  let begun = () => {}
  const hasBegun = new Promise<void>(resolve => (begun = resolve))
  const running = other.run(() => {
    begun()
    return new Promise<void>(resolve => (end = resolve))
  })
  await hasBegun
  expect(await sync.refresh.now('submissions')).toMatchObject({ ok: true })
  expect(await sync.refresh.fetchedAt('submissions')).toBe(0)
  end()
  await running
  expect(asked).toEqual([])
  await sync.refresh.now('submissions')
  expect(await sync.refresh.fetchedAt('submissions')).toBe(env.clock.now())
})

test('those who ask for the same at the same time share one request', async () => {
  const { refresh } = phone.device.sync
  const [one, two] = await Promise.all([refresh.ifStale('account'), refresh.ifStale('account')])
  expect(one).toBe(two)
  expect(asked).toEqual(['account'])
})

test('a fetch that failed is not remembered, and ends the fetches after a run', async () => {
  const { db, sync } = phone.device
  phone.server.faults.arm({ fault: '500', method: 'GET', path: '/forms' })
  await sync.refresh.afterSync()
  expect(asked).toEqual(['stats', 'forms'])
  expect(await sync.refresh.fetchedAt('forms')).toBe(0)
  asked = []
  await sync.refresh.afterSync()
  expect([...new Set(asked)]).toEqual(['stats', 'forms', '3', 'form-submissions'])
  expect(Object.keys(await readSetting(db, 'freshness')).toSorted()).toEqual(
    ['forms', 'stats', 'submissions'].toSorted(),
  )
})

test('the account is remembered when it was fetched, and a failure is passed on', async () => {
  const { env, sync } = phone.device
  phone.server.faults.arm({ fault: '500', method: 'GET', path: '/account' })
  expect(await sync.refresh.account()).toMatchObject({ ok: false, failure: { status: 500 } })
  expect(await sync.refresh.fetchedAt('account')).toBe(0)
  expect(await sync.refresh.account()).toMatchObject({ ok: true })
  expect(await sync.refresh.fetchedAt('account')).toBe(env.clock.now())
})

test('without a network or a session the list is not asked for', async () => {
  const { env, sync } = phone.device
  env.cut()
  const offline = { ok: false, failure: { kind: 'offline' } }
  expect(await sync.refresh.now('submissions')).toEqual(offline)
  env.mend()
  env.signIn(null)
  asked = []
  expect(await sync.refresh.now('submissions')).toEqual(offline)
  expect(asked).toEqual([])
})

const picture = (name: string) => `https://files.example/${name}`

/** Opens a phone whose account has these pictures. Each request for one is passed to `ask`. */
const openWithPictures = async (images: object, ask: (url: string) => void): Promise<void> => {
  await phone.device.crash()
  phone = await openPlainPhone({}, fetch => async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).hostname === 'files.example') {
      ask(request.url)
      return new Response(new Blob(['pixels'], { type: 'image/png' }))
    }
    const answer = await fetch(request)
    if (!request.url.endsWith('/account')) return answer
    const body = (await answer.json()) as { data: object }
    return Response.json({ ...body, data: { ...body.data, ...images } })
  })
}

test('a fetch of the account brings the surveyor’s picture and the organization’s logo', async () => {
  const pictures: string[] = []
  const images = { profile_image: picture('asha'), organization_logo: picture('logo') }
  await openWithPictures(images, url => pictures.push(url))
  const { db, sync } = phone.device
  await sync.refresh.now('account')
  await sync.refresh.now('account')
  expect(pictures).toEqual([picture('logo'), picture('asha')])
  expect((await db.user_profile.findOne().exec(true)).profile_image_local).toBe(
    `data:image/png;base64,${btoa('pixels')}`,
  )
})

test('an account whose pictures cannot be stored is fetched all the same, so that the forms follow', async () => {
  const asked: string[] = []
  const images = { profile_image: picture('asha'), organization_logo: picture('logo') }
  await openWithPictures(images, url => asked.push(url))
  const { db, env, sync } = phone.device
  const refuse = (
    { storageInstance }: { storageInstance: RxStorageInstance<never, unknown, unknown> },
    hasBytes: (document: Record<string, unknown>) => boolean,
  ) => {
    const bulkWrite = storageInstance.bulkWrite.bind(storageInstance)
    storageInstance.bulkWrite = (rows, context) =>
      rows.some(({ document }) => hasBytes(document))
        ? Promise.reject(new Error('The disk is broken.'))
        : bulkWrite(rows, context)
  }
  refuse(
    db.organization as never,
    ({ _attachments }) => Object.keys(_attachments as object).length > 0,
  )
  refuse(db.user_profile as never, document => document['profile_image_local'] !== '')
  expect(await sync.refresh.now('account')).toMatchObject({ ok: true })
  expect(await sync.refresh.fetchedAt('account')).toBe(env.clock.now())
  expect(asked).toEqual([picture('logo'), picture('asha')])
})
