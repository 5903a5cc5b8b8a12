import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateProfile } from '../../replication/update-profile.ts'
import type { KeyValue } from '../../src/env.ts'
import { followProfile } from '../../src/session/follow-profile.ts'
import { createSession, type SessionStore } from '../../src/session/session.ts'
import { createVault } from '../../src/session/vault.ts'
import { editProfile, createDisk, openDevice, type Device } from '../device.ts'
import { until } from '../env.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** The session's user follows the server's account, whatever request brought it. */

let server: TestServer
let device: Device
let session: SessionStore
let stop: () => void

const createKeyValue = (): KeyValue => {
  const stored = new Map<string, string>()
  return {
    get: key => stored.get(key) ?? null,
    set: (key, value) => void stored.set(key, value),
    remove: key => void stored.delete(key),
    keys: () => [...stored.keys()],
  }
}

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), null)
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const vault = createVault({ local: createKeyValue(), deviceKey: () => Promise.resolve(key) })
  session = createSession(device.env, vault, device.api.login)
  const asha = { email: 'asha@transect.example', password: 'fieldwork-2026' }
  const signedIn = await session.login(asha, false)
  device.env.signIn(signedIn.ok ? signedIn.value.token : null)
  await device.sync.refresh.now('account')
  stop = followProfile(device.db, session)
})
afterEach(async () => {
  stop()
  await device.crash()
})

const firstName = (): string => {
  const now = session.current()
  return now.kind === 'signed-in' ? now.user.first_name : ''
}

test('an edit reaches the session when the server has it, and survives a reload', async () => {
  const before = firstName()
  device.env.cut()
  await updateProfile(device, { first_name: 'Zara' })
  expect(firstName()).toBe(before)
  device.env.mend()
  await until('the new name', () => firstName() === 'Zara')
  await until('the new name in storage', async () => {
    await session.hydrate()
    return firstName() === 'Zara'
  })
})

test('the profile stored at the start does not overwrite what a login fetched', async () => {
  stop()
  const now = session.current()
  if (now.kind !== 'signed-in') throw new Error('Nobody is signed in.')
  await session.update({ ...now.user, first_name: 'Newer' })
  stop = followProfile(device.db, session)
  await editProfile(device.db, { last_name: 'Edited' })
  await until('the edit', async () => {
    const doc = await device.db.user_profile.findOne('currentUser').exec()
    return doc?.last_name === 'Edited'
  })
  expect(firstName()).toBe('Newer')
})
