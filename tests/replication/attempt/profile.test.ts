import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import { drain } from '../../../replication/drain.ts'
import { updateProfile } from '../../../replication/update-profile.ts'
import { editProfile, createDisk, openDevice } from '../../device.ts'
import { until } from '../../env.ts'
import { createBareServer } from '../../server/bare-server.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'
import { openProfilePhone, type ProfilePhone } from '../profile-phone.ts'

/** The profile's way to the server: edited online and offline, merged by field, refused, returned. */

let server: TestServer
let phone: ProfilePhone

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  phone = await openProfilePhone(server)
})
afterEach(() => phone.device.crash())

const outbox = () => phone.device.db.outbox.find().exec()
/** A change by another device of the same surveyor. */
const elsewhere = async (change: Record<string, string>) => {
  const { first_name, last_name, phone_number } = await phone.account()
  await phone.ask('accountUpdate', { body: { first_name, last_name, phone_number, ...change } })
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = `data:image/png;base64,${pixel}`

test('an edit made online is on the server when it ends', async () => {
  expect(await updateProfile(phone.device, { first_name: 'Zara' })).toEqual({ kind: 'updated' })
  expect((await phone.account())['first_name']).toBe('Zara')
  await until('synced', phone.isSynced)
  expect(await phone.stored()).toMatchObject({ first_name: 'Zara', syncStatus: 'synced' })
})

test('an edit that changes nothing sends nothing', async () => {
  const { first_name } = await phone.stored()
  expect(await updateProfile(phone.device, { first_name })).toEqual({ kind: 'updated' })
  expect(phone.updates).toBe(0)
})

test('an edit made offline shows at once, survives a restart, and is sent when the network is back', async () => {
  phone.device.env.cut()
  expect(await updateProfile(phone.device, { first_name: 'Offline' })).toEqual({ kind: 'saved' })
  expect(phone.device.env.syncRegistrations()).toBe(1)
  expect(await phone.stored()).toMatchObject({ first_name: 'Offline', syncStatus: 'pending' })
  const [item] = await outbox()
  expect(item).toMatchObject({ type: 'PROFILE', form_id: '', submission_id: currentUser })

  await phone.restart()
  expect(await phone.stored()).toMatchObject({ first_name: 'Offline', syncStatus: 'pending' })
  phone.device.env.cut()
  phone.device.env.mend()
  await until('synced', phone.isSynced)
  expect((await phone.account())['first_name']).toBe('Offline')
})

test('an edit that a crash kept from being queued is queued by the next run', async () => {
  await editProfile(phone.device.db, { last_name: 'Unqueued' })
  await phone.restart()
  await phone.device.sync.run({ all: true })
  await until('synced', phone.isSynced)
  expect((await phone.account())['last_name']).toBe('Unqueued')
})

test('the worker sends an edit when no window is open', async () => {
  phone.device.env.cut()
  await updateProfile(phone.device, { first_name: 'Woken' })
  await phone.device.sync.stop()
  phone.device.env.mend()
  const { db, client, env } = phone.device
  // The window's last fetch may hold the lease for another moment.
  await until('sent', async () => (await drain({ db, client, env })).left === 0)
  expect((await phone.account())['first_name']).toBe('Woken')
})

describe('two devices', () => {
  test('different fields merge', async () => {
    phone.device.env.cut()
    await updateProfile(phone.device, { first_name: 'Here' })
    await elsewhere({ last_name: 'There', phone_number: '+919999999999' })
    phone.device.env.mend()
    await until('synced', phone.isSynced)
    const merged = { first_name: 'Here', last_name: 'There', phone_number: '+919999999999' }
    expect(await phone.account()).toMatchObject(merged)
    expect(await phone.stored()).toMatchObject(merged)
  })

  test('the same field: the last to reach the server wins', async () => {
    phone.device.env.cut()
    await updateProfile(phone.device, { first_name: 'Mine' })
    await elsewhere({ first_name: 'Theirs' })
    phone.device.env.mend()
    await until('synced', phone.isSynced)
    expect((await phone.account())['first_name']).toBe('Mine')
    await elsewhere({ first_name: 'Theirs again' })
    await phone.device.sync.refresh.now('account')
    await until('theirs', async () => (await phone.stored()).first_name === 'Theirs again')
  })

  test('an edit survives a refresh of the account meanwhile', async () => {
    phone.device.env.cut()
    await updateProfile(phone.device, { first_name: 'Kept' })
    await phone.device.crash()
    await phone.start()
    await phone.device.sync.refresh.now('account')
    expect(await phone.stored()).toMatchObject({ first_name: 'Kept', syncStatus: 'pending' })
  })
})

test('an answer lost after the commit is found in the account: nothing is sent twice', async () => {
  server.faults.arm({ fault: 'drop-after', path: '/account-update' })
  expect(await updateProfile(phone.device, { first_name: 'Lost' })).toMatchObject({
    kind: 'unsent',
  })
  expect((await phone.account())['first_name']).toBe('Lost')
  await phone.restart()
  await phone.device.sync.run({ all: true })
  await until('synced', phone.isSynced)
  expect(phone.updates).toBe(1)
})

test('a request lost before it arrived is sent again', async () => {
  server.faults.arm({ fault: 'drop-before', path: '/account-update' })
  expect(await updateProfile(phone.device, { first_name: 'Again' })).toMatchObject({
    kind: 'unsent',
  })
  await phone.device.sync.run({ all: true })
  await until('synced', phone.isSynced)
  expect((await phone.account())['first_name']).toBe('Again')
})

test('an edit made while another is in flight follows it', async () => {
  phone.onUpdate = async () => {
    phone.onUpdate = () => {}
    await editProfile(phone.device.db, { first_name: 'Second', phone_number: '+911111111111' })
  }
  await updateProfile(phone.device, { first_name: 'First', last_name: 'Only' })
  await until('synced', phone.isSynced)
  const last = { first_name: 'Second', last_name: 'Only', phone_number: '+911111111111' }
  expect(await phone.account()).toMatchObject(last)
  expect(await phone.stored()).toMatchObject(last)
  expect(phone.updates).toBe(2)
})

test('a picture chosen offline shows at once and is sent with the names', async () => {
  phone.device.env.cut()
  await updateProfile(phone.device, { first_name: 'Pictured', profile_image_local: picture })
  expect((await phone.stored()).profile_image_local).toBe(picture)
  phone.device.env.mend()
  await until('synced', phone.isSynced)
  expect((await phone.stored()).profile_image_local).toBe(picture)
  const { profile_image = '', first_name } = await phone.account()
  expect(first_name).toBe('Pictured')
  const bytes = await (await server.fetch(profile_image)).arrayBuffer()
  expect(Buffer.from(bytes).toString('base64')).toBe(pixel)
})

test('an ended session, a portal and another surveyor’s account leave an edit where it is', async () => {
  server.faults.arm({ fault: '401', path: '/account-update' })
  expect(await updateProfile(phone.device, { first_name: 'Waits' })).toMatchObject({
    kind: 'unsent',
  })
  server.faults.arm({ fault: '403-html', times: 4 })
  expect(await phone.device.sync.run({ all: true })).toMatchObject({ stopped: 'portal' })
  server.faults.clear()
  phone.device.env.signIn(await server.login('first@transect.example'))
  expect(await phone.device.sync.run({ all: true })).toMatchObject({ stopped: 'login' })
  expect((await outbox())[0]).toMatchObject({ retryCount: 0 })
  phone.device.env.signIn(phone.token)
  await phone.device.sync.run({ all: true })
  await until('synced', phone.isSynced)
  expect((await phone.account())['first_name']).toBe('Waits')
})

test('a server with only the spec’s calls accepts an edit', async () => {
  await phone.device.crash()
  const plain = createBareServer({ forms: [] })
  phone.device = await openDevice({ fetch: plain.fetch, origin: plain.origin }, createDisk(), null)
  const login = await phone.device.api.login('asha@transect.example', 'fieldwork-2026')
  phone.device.env.signIn(login.ok ? login.value.token : null)
  await phone.device.sync.refresh.now('account')
  expect(await updateProfile(phone.device, { first_name: 'Plain' })).toEqual({ kind: 'updated' })
  const kept = await phone.device.api.account()
  expect(kept.ok && kept.value.first_name).toBe('Plain')
})
