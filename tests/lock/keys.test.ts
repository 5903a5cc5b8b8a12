import { expect, test } from 'vitest'
import {
  dataKey,
  DataLocked,
  putBackDataKey,
  readKeys,
  type HeldKey,
} from '../../collections/storage/data-key.ts'
import type { IndexedDbPort } from '../../collections/storage/raw-database.ts'
import { createSealer } from '../../collections/storage/sealing.ts'
import {
  changeMinutes,
  changePin,
  openWithPin,
  openWithRecovery,
  preparePin,
  removePin,
  writePin,
} from '../../src/lock/key/keys.ts'
import { createIndexedDb } from '../env.ts'
import { dyingPort } from '../dying-port.ts'

/** The key of a database with a PIN: what is on the disk, what opens it, and that no kill loses it. */

const name = 'transect-0123456789abcdef'
const recoveryKey = () => new Uint8Array(32).fill(7)
const now = () => 1000
const chosen = (pin: string, minutes = 5) => ({ pin, minutes, iterations: 1000 })

/** A database with a sealed text, and a test whether a key opens it. */
const setUp = async (port: IndexedDbPort = createIndexedDb()) => {
  const key = await dataKey(port, name, { recoveryKey: () => Promise.resolve(recoveryKey()) })
  const text = await createSealer(key).seal('place', 'Meera Jadeja')
  const opens = async (held: Pick<HeldKey, 'key'> | null) =>
    held !== null && (await createSealer(held.key).open('place', text)) === 'Meera Jadeja'
  return { port, store: { port, name }, key, opens }
}

const setPin = async (store: { port: IndexedDbPort; name: string }, pin: string) => {
  const prepared = await preparePin(store, recoveryKey(), chosen(pin))
  if (!prepared.ok) throw new Error(prepared.failure)
  expect(await writePin(store, prepared.value)).toBe(true)
  return prepared.value.held
}

test('with a PIN the usable key is not on the disk, and the database opens only with the held key', async () => {
  const { store, port, opens } = await setUp()
  const held = await setPin(store, '739164')
  const records = await readKeys(port, name)
  expect(Object.keys(records).toSorted()).toEqual(['pin', 'recovery'])
  expect(records.pin?.device.extractable).toBe(false)
  expect(held.key.extractable).toBe(false)
  await expect(dataKey(port, name)).rejects.toThrow(DataLocked)
  await expect(dataKey(port, name, { held: () => ({ ...held, id: 'another' }) })).rejects.toThrow(
    DataLocked,
  )
  await expect(dataKey(port, name, { held: () => ({ ...held, database: 'x' }) })).rejects.toThrow(
    DataLocked,
  )
  expect(await opens({ key: await dataKey(port, name, { held: () => held }) })).toBe(true)
})

test('the right PIN opens, a wrong one does not, and the recovery key opens without a PIN', async () => {
  const { store, opens } = await setUp()
  await setPin(store, '739164')
  expect(await openWithPin(store, '739165', now)).toEqual({
    ok: false,
    failure: { kind: 'wrong', waitMs: 0 },
  })
  const opened = await openWithPin(store, '739164', now)
  expect(opened.ok && (await opens(opened.value))).toBe(true)
  expect(await opens(await openWithRecovery(store, recoveryKey()))).toBe(true)
  expect(await openWithRecovery(store, new Uint8Array(32))).toBeNull()
})

test('the right PIN is not even tried in the pause after five wrong ones', async () => {
  const { store } = await setUp()
  await setPin(store, '739164')
  for (let count = 1; count <= 5; count += 1) await openWithPin(store, '739165', now)
  const failure = { kind: 'too many', waitMs: 30_000 }
  expect(await openWithPin(store, '739164', now)).toEqual({ ok: false, failure })
  expect((await openWithPin(store, '739164', () => now() + 30_000)).ok).toBe(true)
})

test('a copy of the wrapped bytes opens with no PIN on another device', async () => {
  const { store, port } = await setUp()
  await setPin(store, '739164')
  const { pin } = await readKeys(port, name)
  if (pin === undefined) throw new Error('no PIN')
  const device = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const { unwrapKey } = await import('../../src/lock/key/wrap.ts')
  expect(await unwrapKey(name, pin, '739164')).not.toBeNull()
  expect(await unwrapKey(name, { ...pin, device }, '739164')).toBeNull()
  expect(await unwrapKey('another', pin, '739164')).toBeNull()
})

test('a changed PIN opens and the old one does not; a removed one leaves the usable key', async () => {
  const { store, port, opens } = await setUp()
  await setPin(store, '739164')
  expect(await changePin(store, '000000', chosen('284615'), now)).toMatchObject({ ok: false })
  expect((await changePin(store, '739164', chosen('284615', 15), now)).ok).toBe(true)
  expect(await openWithPin(store, '739164', now)).toMatchObject({ failure: { kind: 'wrong' } })
  await changeMinutes(store, 60)
  const opened = await openWithPin(store, '284615', now)
  if (!opened.ok) throw new Error(opened.failure.kind)
  expect(opened.value.minutes).toBe(60)
  await removePin(store, { ...opened.value, id: 'another' })
  expect((await readKeys(port, name)).data).toBeUndefined()
  await removePin(store, opened.value)
  expect(Object.keys(await readKeys(port, name)).toSorted()).toEqual(['data', 'recovery'])
  expect(await opens({ key: await dataKey(port, name) })).toBe(true)
  expect(await openWithPin(store, '284615', now)).toMatchObject({ failure: { kind: 'gone' } })
})

test('no PIN without a recovery key, with another account’s, or over a PIN', async () => {
  const port = createIndexedDb()
  const store = { port, name }
  await dataKey(port, name)
  const failure = async (key: Uint8Array<ArrayBuffer>) => {
    const prepared = await preparePin(store, key, chosen('739164'))
    return prepared.ok ? null : prepared.failure
  }
  expect(await failure(recoveryKey())).toBe('no recovery')
  const sealed = await setUp()
  store.port = sealed.port
  expect(await failure(new Uint8Array(32))).toBe('another key')
  // The store contains the recovery of another key than the one in use.
  const { changeKeys } = await import('../../collections/storage/data-key.ts')
  const other = await setUp()
  const { recovery } = await readKeys(other.port, name)
  const before = await readKeys(sealed.port, name)
  await changeKeys(sealed.port, name, () => ({ recovery }))
  expect(await failure(recoveryKey())).toBe('another key')
  await changeKeys(sealed.port, name, () => ({ recovery: before.recovery }))
  await setPin(store, '739164')
  expect(await failure(recoveryKey())).toBe('pinned')
})

test('a deleted key store gets its key again, but never next to a PIN', async () => {
  const { store, port, key, opens } = await setUp()
  await setPin(store, '739164')
  await putBackDataKey(port, name, key)
  expect((await readKeys(port, name)).data).toBeUndefined()
  const empty = createIndexedDb()
  await putBackDataKey(empty, name, key)
  expect(await opens({ key: await dataKey(empty, name) })).toBe(true)
})

/** What opens the data: the device alone, which PINs, the recovery key. */
const stateOf = async (port: IndexedDbPort, opens: (held: HeldKey | null) => Promise<boolean>) => {
  const store = { port, name }
  const records = await readKeys(port, name)
  const pins = ['739164', '284615']
  const opening: string[] = []
  for (const pin of pins) {
    const opened = await openWithPin(store, pin, now)
    if (opened.ok && (await opens(opened.value))) opening.push(pin)
  }
  if (records.data !== undefined) opening.push('device')
  return opening.join()
}

const steps = {
  set: [
    '',
    (store: { port: IndexedDbPort; name: string }) => setPin(store, '739164'),
    'device',
    '739164',
  ],
  change: [
    '739164',
    (store: { port: IndexedDbPort; name: string }) =>
      changePin(store, '739164', chosen('284615'), now),
    '739164',
    '284615',
  ],
  remove: [
    '739164',
    async (store: { port: IndexedDbPort; name: string }) => {
      const opened = await openWithPin(store, '739164', now)
      if (opened.ok) await removePin(store, opened.value)
    },
    '739164',
    'device',
  ],
} as const

test.each(Object.entries(steps))(
  'killed at each write, %s leaves the PIN from before or the one from after',
  async (_, [first, step, before, after]) => {
    const seen: string[] = []
    for (let writes = 0; writes < 8; writes += 1) {
      const { store, port, opens } = await setUp()
      if (first !== '') await setPin(store, first)
      const tab = dyingPort(port, writes)
      await Promise.resolve(step({ port: tab.port, name })).catch(() => null)
      tab.bury()
      const state = await stateOf(port, opens)
      expect([before, after]).toContain(state)
      seen.push(state)
    }
    expect([seen[0], seen.at(-1)]).toEqual([before, after])
  },
)
