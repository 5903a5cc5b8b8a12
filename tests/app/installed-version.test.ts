import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CollectionName } from '../../collections/database.ts'
import { keepPlace } from '../../collections/writes/write-location.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { clearDerived, derivedCollections } from '../../src/app/update/clear-derived.ts'
import { checkVersion, keptKeys } from '../../src/app/update/version.ts'
import { createDisk, fillIn, openDevice, submit, type Device } from '../device.ts'
import { until } from '../env.ts'
import { createKeyValue } from './installed-env.ts'

/** What a new version clears, and what it never touches (4.32 to 4.36, 8.49, decisions 3). */

const createCaches = (...names: string[]) => {
  const left = new Set(names)
  return {
    left,
    names: () => Promise.resolve([...left]),
    remove: (name: string) => {
      left.delete(name)
      return Promise.resolve()
    },
  }
}

test('a first install stores its version and clears nothing', async () => {
  const local = createKeyValue({ something: 'kept' })
  const caches = createCaches('images')
  expect(await checkVersion({ local, caches }, '1.0.8')).toBe('first')
  expect(local.get('app_version')).toBe('1.0.8')
  expect(local.get('cache_version')).toBe('1.0.8')
  expect(local.get('something')).toBe('kept')
  expect([...caches.left]).toEqual(['images'])
  expect(await checkVersion({ local, caches }, '1.0.8')).toBe('same')
})

test('another version keeps the session, the server and the count of unsent work, and no other text', async () => {
  const kept = {
    authData: 'ENC_a',
    rememberMeData: 'ENC_r',
    organizationDetails: 'ENC_o',
    server_url: 'https://a.example',
    stored_work: '{}',
  }
  const local = createKeyValue({
    ...kept,
    app_version: '1.0.7',
    cache_version: '1.0.7',
    pwaInstallDismissed: '1',
    old: 'x',
  })
  const caches = createCaches('images', 'workbox-precache-v2-https://a.example/')
  expect(await checkVersion({ local, caches }, '1.0.8')).toBe('updated')
  expect(Object.fromEntries(local.keys().map(key => [key, local.get(key)]))).toEqual({
    ...kept,
    app_version: '1.0.8',
    cache_version: '1.0.8',
  })
  // The shell of the running version stays because without it the app could not start offline.
  expect([...caches.left]).toEqual(['workbox-precache-v2-https://a.example/'])
  expect(await checkVersion({ local, caches }, '1.0.8')).toBe('same')
})

test('an earlier version counts as different too', async () => {
  const local = createKeyValue({ app_version: '2.0.0', cache_version: '2.0.0' })
  expect(await checkVersion({ local, caches: createCaches() }, '1.0.8')).toBe('updated')
})

test('caches that cannot be cleared are reported once, and cleared at the next start', async () => {
  const local = createKeyValue({ app_version: '1.0.7', cache_version: '1.0.7' })
  const broken = {
    names: () => Promise.reject(new Error('denied')),
    remove: () => Promise.resolve(),
  }
  expect(await checkVersion({ local, caches: broken }, '1.0.8')).toBe('not-cleared')
  expect(local.get('app_version')).toBe('1.0.8')
  expect(local.get('cache_version')).toBe('1.0.7')
  const caches = createCaches('images')
  expect(await checkVersion({ local, caches }, '1.0.8')).toBe('same')
  expect([...caches.left]).toEqual([])
  expect(local.get('cache_version')).toBe('1.0.8')
})

test('no list for clearing contains work or counts of it', () => {
  const work: readonly CollectionName[] = [
    'submissions',
    'file_uploads',
    'form_responses',
    'outbox',
    'forms',
    'form_questions',
    'settings',
    'user_profile',
  ]
  const cleared: ReadonlySet<CollectionName> = new Set(derivedCollections)
  expect(work.filter(name => cleared.has(name))).toEqual([])
  for (const key of ['authData', 'rememberMeData', 'organizationDetails', 'server_url']) {
    expect(keptKeys).toContain(key)
  }
})

let device: Device
beforeEach(async () => {
  const fetch = () => Promise.reject(new TypeError('no server here'))
  device = await openDevice({ fetch, origin: 'http://none.example' }, createDisk(), 't')
  device.env.cut()
})
afterEach(() => device.crash())

const photo = { fieldId: 'p', name: 'door.jpg', bytes: new Uint8Array([1, 2, 3]) }

/** Everything that is stored, by collection, without the database's internal documents. */
const stored = async () => {
  const names = Object.keys(device.db.collections) as CollectionName[]
  const entries = names.map(async name => {
    const docs = await (device.db[name] as { find: () => { exec: () => Promise<unknown[]> } })
      .find()
      .exec()
    return [name, JSON.stringify(docs)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

test('a device full of work loses only the addresses of places', async () => {
  await fillIn(device, 'f', { a: 'unfinished' }, [photo])
  await submit(device, 'f', { a: 'unsent' }, [photo])
  await writeSetting(device.db, 'autoSync', false)
  await writeSetting(device.db, 'freshness', { forms: 1 })
  await keepPlace(device.db, {
    id: 'last',
    latitude: 1,
    longitude: 2,
    accuracy: 3,
    address: 'Rampura',
    city: 'Rampura',
    rawAddress: '',
    timestamp: 4,
  })
  // Everything that follows from the submission is written.
  await until('queued', async () => (await device.db.outbox.count().exec()) > 0)
  const before = await stored()
  await clearDerived(device.db)
  const after = await stored()
  const changed = Object.keys(before).filter(name => before[name] !== after[name])
  expect(changed.sort()).toEqual(['location_cache', 'settings'])
  expect(after['location_cache']).toBe('[]')
  expect(await readSetting(device.db, 'autoSync')).toBe(false)
  expect(await readSetting(device.db, 'freshness')).toEqual({})
})
