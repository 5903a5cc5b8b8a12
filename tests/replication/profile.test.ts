import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { currentUser, type UserProfileDoc } from '../../collections/user-profile.ts'
import { editProfile } from '../../collections/write-profile.ts'
import { drain } from '../../replication/drain.ts'
import { finishRecoveryWork } from '../../replication/finish-returns.ts'
import { queueProfile } from '../../replication/queue.ts'
import { beginRecovery } from '../../replication/recover.ts'
import { tryAgain } from '../../replication/return-recovered.ts'
import { updateProfile } from '../../replication/update-profile.ts'
import { createDisk, openDevice, type Device, type Disk } from '../device.ts'
import { until } from '../env.ts'
import { createBareServer } from '../server/bare-server.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'
import { signIn, type Ask } from '../server/surveyor.ts'

/** The profile's way to the server: edited with and without a network, merged by field, refused, returned. */

let server: TestServer
let disk: Disk
let device: Device
let ask: Ask
let token: string
/** Called before each account-update reaches the server. */
let onUpdate: () => Promise<void> | void = () => {}
let updates = 0

const listening: TestServer['fetch'] = async (input, init) => {
  const request = new Request(input, init)
  if (request.url.endsWith('/account-update')) {
    updates += 1
    await onUpdate()
  }
  return server.fetch(request)
}
const start = async () => {
  device = await openDevice({ fetch: listening, origin: server.origin }, disk, token)
}
const restart = async () => {
  await device.crash()
  await start()
}

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  token = await server.login()
  ask = await signIn(server)
  disk = createDisk()
  onUpdate = () => {}
  updates = 0
  await start()
  await device.sync.refresh.now('account')
})
afterEach(() => device.crash())

const stored = async (): Promise<UserProfileDoc> =>
  (await device.db.user_profile.findOne(currentUser).exec(true)).toMutableJSON() as UserProfileDoc
const account = async () => (await ask('account')).data as Record<string, string>
const outbox = () => device.db.outbox.find().exec()
const recovered = async () =>
  (await device.db.recovery.find().exec()).map(doc => doc.toMutableJSON())
const isSynced = async () =>
  (await stored()).syncStatus === 'synced' && (await outbox()).length === 0
/** What another device of the same surveyor sends meanwhile. */
const elsewhere = async (change: Record<string, string>) => {
  const { first_name, last_name, phone_number } = await account()
  await ask('accountUpdate', { body: { first_name, last_name, phone_number, ...change } })
}

const tooLong = 'A'.repeat(101)
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = `data:image/png;base64,${pixel}`

test('an edit made online is on the server when it ends', async () => {
  expect(await updateProfile(device, { first_name: 'Zara' })).toEqual({ kind: 'updated' })
  expect((await account())['first_name']).toBe('Zara')
  await until('synced', isSynced)
  expect(await stored()).toMatchObject({ first_name: 'Zara', syncStatus: 'synced' })
})

test('an edit that changes nothing sends nothing', async () => {
  const { first_name } = await stored()
  expect(await updateProfile(device, { first_name })).toEqual({ kind: 'updated' })
  expect(updates).toBe(0)
})

test('an edit made offline shows at once, outlives a restart, and goes when the network is back', async () => {
  device.env.cut()
  expect(await updateProfile(device, { first_name: 'Offline' })).toEqual({ kind: 'saved' })
  expect(device.env.syncRegistrations()).toBe(1)
  expect(await stored()).toMatchObject({ first_name: 'Offline', syncStatus: 'pending' })
  const [item] = await outbox()
  expect(item).toMatchObject({ type: 'PROFILE', form_id: '', submission_id: currentUser })

  await restart()
  expect(await stored()).toMatchObject({ first_name: 'Offline', syncStatus: 'pending' })
  device.env.cut()
  device.env.mend()
  await until('synced', isSynced)
  expect((await account())['first_name']).toBe('Offline')
})

test('an edit whose queueing a crash cut off is queued by the next run', async () => {
  await editProfile(device.db, { last_name: 'Unqueued' })
  await restart()
  await device.sync.run({ all: true })
  await until('synced', isSynced)
  expect((await account())['last_name']).toBe('Unqueued')
})

test('the worker sends an edit when no window is open', async () => {
  device.env.cut()
  await updateProfile(device, { first_name: 'Woken' })
  await device.sync.stop()
  device.env.mend()
  const { db, client, api, env } = device
  expect(await drain({ db, client, api, env })).toEqual({ synced: 0, left: 0, stopped: null })
  expect((await account())['first_name']).toBe('Woken')
})

describe('two devices', () => {
  test('different fields merge', async () => {
    device.env.cut()
    await updateProfile(device, { first_name: 'Here' })
    await elsewhere({ last_name: 'There', phone_number: '+919999999999' })
    device.env.mend()
    await until('synced', isSynced)
    const merged = { first_name: 'Here', last_name: 'There', phone_number: '+919999999999' }
    expect(await account()).toMatchObject(merged)
    expect(await stored()).toMatchObject(merged)
  })

  test('the same field: the last to reach the server wins', async () => {
    device.env.cut()
    await updateProfile(device, { first_name: 'Mine' })
    await elsewhere({ first_name: 'Theirs' })
    device.env.mend()
    await until('synced', isSynced)
    expect((await account())['first_name']).toBe('Mine')
    await elsewhere({ first_name: 'Theirs again' })
    await device.sync.refresh.now('account')
    await until('theirs', async () => (await stored()).first_name === 'Theirs again')
  })

  test('an edit survives that the account is read meanwhile', async () => {
    device.env.cut()
    await updateProfile(device, { first_name: 'Kept' })
    await device.crash()
    await start()
    await device.sync.refresh.now('account')
    expect(await stored()).toMatchObject({ first_name: 'Kept', syncStatus: 'pending' })
  })
})

test('an answer lost after the commit is told by the account: nothing is sent twice', async () => {
  server.faults.arm({ fault: 'drop-after', path: '/account-update' })
  expect(await updateProfile(device, { first_name: 'Lost' })).toEqual({ kind: 'unsent' })
  expect((await account())['first_name']).toBe('Lost')
  await restart()
  await device.sync.run({ all: true })
  await until('synced', isSynced)
  expect(updates).toBe(1)
})

test('a request lost before it arrived is sent again', async () => {
  server.faults.arm({ fault: 'drop-before', path: '/account-update' })
  expect(await updateProfile(device, { first_name: 'Again' })).toEqual({ kind: 'unsent' })
  await device.sync.run({ all: true })
  await until('synced', isSynced)
  expect((await account())['first_name']).toBe('Again')
})

test('an edit made while another is on its way follows it', async () => {
  onUpdate = async () => {
    onUpdate = () => {}
    await editProfile(device.db, { first_name: 'Second', phone_number: '+911111111111' })
  }
  await updateProfile(device, { first_name: 'First', last_name: 'Only' })
  await until('synced', isSynced)
  const last = { first_name: 'Second', last_name: 'Only', phone_number: '+911111111111' }
  expect(await account()).toMatchObject(last)
  expect(await stored()).toMatchObject(last)
  expect(updates).toBe(2)
})

test('a picture chosen offline shows at once and is sent with the names', async () => {
  device.env.cut()
  await updateProfile(device, { first_name: 'Pictured', profile_image_local: picture })
  expect((await stored()).profile_image_local).toBe(picture)
  device.env.mend()
  await until('synced', isSynced)
  expect((await stored()).profile_image_local).toBe(picture)
  const { profile_image = '', first_name } = await account()
  expect(first_name).toBe('Pictured')
  const bytes = await (await server.fetch(profile_image)).arrayBuffer()
  expect(Buffer.from(bytes).toString('base64')).toBe(pixel)
})

describe('refused', () => {
  const refuse = async () => {
    const outcome = await updateProfile(device, { first_name: tooLong })
    expect(outcome).toMatchObject({ kind: 'refused' })
    return outcome
  }

  test('an edit goes to Recovery, whole, and the profile shows the server’s row', async () => {
    const { first_name } = await account()
    const outcome = await refuse()
    expect('message' in outcome && outcome.message).toMatch(/\w/)
    await until('the server’s row', async () => (await stored()).first_name === first_name)
    expect(await isSynced()).toBe(true)
    const [entry] = await recovered()
    expect(entry).toMatchObject({ kind: 'profile', status: 422, form_id: '' })
    expect(JSON.stringify(entry?.payload)).toContain(tooLong)
  })

  test('an edit is not lost to one that is made after it', async () => {
    await refuse()
    expect(await updateProfile(device, { last_name: 'Fine' })).toEqual({ kind: 'updated' })
    expect(await recovered()).toHaveLength(1)
  })

  test('what was edited since the refusal stays, wherever a crash came between', async () => {
    await editProfile(device.db, { first_name: tooLong })
    await queueProfile(device.db, device.env.clock.now())
    const why = { reason: 'invalid', status: 422, message: 'too long' } as const
    const [item] = await outbox()
    await beginRecovery(device.db, item?.id ?? '', why, device.env.clock.now())
    await finishRecoveryWork(device.db, device.env.clock.now())
    // The same move once more, as after a crash before the item was gone, and with an edit since.
    await editProfile(device.db, { last_name: 'Since' })
    await device.db.outbox.insert({ ...item?.toMutableJSON(true), id: item?.id } as never)
    await device.sync.run({ all: true })
    await until('synced', isSynced)
    expect((await account())['last_name']).toBe('Since')
    expect(JSON.stringify((await recovered())[0]?.payload)).toContain(tooLong)
  })

  test('an edit that is tried again goes once the server takes it', async () => {
    server.faults.arm({ fault: '404-json', path: '/account-update' })
    expect(await updateProfile(device, { first_name: 'Later' })).toMatchObject({ kind: 'refused' })
    const [entry] = await recovered()
    await device.crash()
    await start()
    expect(await tryAgain(device.db, entry?.id ?? '', device.env.clock.now())).toBe('returned')
    expect(await recovered()).toHaveLength(0)
    await device.sync.wake()
    await until('synced', isSynced)
    expect((await account())['first_name']).toBe('Later')
  })

  test('a crash while an edit returns leaves it in one place', async () => {
    await refuse()
    const [entry] = await recovered()
    await tryAgain(device.db, entry?.id ?? '', device.env.clock.now())
    await device.db.recovery.insert(entry as never)
    server.faults.arm({ fault: 'drop-before', times: 20 })
    await restart()
    await finishRecoveryWork(device.db, device.env.clock.now())
    expect(await recovered()).toHaveLength(0)
    expect((await stored()).first_name).toBe(tooLong)
  })

  test('three answered failures send an edit to Recovery, and none before', async () => {
    server.faults.arm({ fault: '500', path: '/account-update', times: 3 })
    expect(await updateProfile(device, { first_name: 'Tried' })).toEqual({ kind: 'unsent' })
    await device.sync.run({ all: true })
    expect(await recovered()).toHaveLength(0)
    await device.sync.run({ all: true })
    expect((await recovered())[0]).toMatchObject({ kind: 'profile', reason: 'exhausted' })
  })
})

test('an ended session, a portal and somebody else’s account leave an edit where it is', async () => {
  server.faults.arm({ fault: '401', path: '/account-update' })
  expect(await updateProfile(device, { first_name: 'Waits' })).toEqual({ kind: 'unsent' })
  server.faults.arm({ fault: '403-html', times: 4 })
  expect(await device.sync.run({ all: true })).toMatchObject({ stopped: 'portal' })
  server.faults.clear()
  device.env.signIn(await server.login('first@transect.example'))
  expect(await device.sync.run({ all: true })).toMatchObject({ stopped: 'login' })
  expect((await outbox())[0]).toMatchObject({ retryCount: 0 })
  device.env.signIn(token)
  await device.sync.run({ all: true })
  await until('synced', isSynced)
  expect((await account())['first_name']).toBe('Waits')
})

test('a server that knows only the spec’s calls takes an edit', async () => {
  await device.crash()
  const plain = createBareServer({ forms: [] })
  disk = createDisk()
  device = await openDevice({ fetch: plain.fetch, origin: plain.origin }, disk, null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  await device.sync.refresh.now('account')
  expect(await updateProfile(device, { first_name: 'Plain' })).toEqual({ kind: 'updated' })
  const kept = await device.api.account()
  expect(kept.ok && kept.value.first_name).toBe('Plain')
})
