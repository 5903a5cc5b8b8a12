import { BehaviorSubject } from 'rxjs'
import { beforeAll, expect, test } from 'vitest'
import type { HeldKey } from '../../collections/storage/data-key.ts'
import type { Env } from '../../src/env.ts'
import { reseal } from '../../src/lock/key/reseal.ts'
import { pinnedTo } from '../../src/session/pinned.ts'
import { seal, unseal } from '../../src/session/seal.ts'
import { createVault } from '../../src/session/vault.ts'

/** Sealed values of the session, as they are in browser storage. */

const keyOf = (byte: number) =>
  crypto.subtle.importKey('raw', new Uint8Array(32).fill(byte), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])

let key: CryptoKey
beforeAll(async () => {
  key = await keyOf(7)
})

const value = { token: 'Asha' }

test.each([
  'ENC_0WNT1/4L7cZ3ApOrQ+FTpcGzoXXx6RpoUB7TI3Oc8JGPwlIz0nM91/FdUJY=',
  'ENC_PIN_db1_z7YUHZ1RB/yeveCWvZ/B/PK6U7GmRhsvE/9dhABhKfxYy0o7escz5qv8bxs=',
])('a value that an earlier version sealed opens: %s', async sealed => {
  expect(await unseal('authData', sealed, key)).toEqual(value)
})

test('a value opens with its own key and under its own name only', async () => {
  const sealed = await seal('authData', value, key)
  expect(sealed).toMatch(/^ENC_(?!PIN_)/)
  expect(await unseal('authData', sealed, key)).toEqual(value)
  expect(await unseal('rememberMeData', sealed, key)).toBeNull()
  expect(await unseal('authData', sealed, await keyOf(8))).toBeNull()
})

test('a value that a PIN protects names its database', async () => {
  const sealed = await seal('authData', value, key, 'db2')
  expect(sealed).toMatch(/^ENC_PIN_db2_/)
  expect(await unseal('authData', sealed, key)).toEqual(value)
})

test('what is no sealed value is null', async () => {
  expect(await unseal('authData', 'plain', key)).toBeNull()
  expect(await unseal('authData', 'ENC_%', key)).toBeNull()
})

/** A local storage, and a device key that is there only after `meanwhile`. */
const device = (meanwhile: (local: Map<string, string>) => void) => {
  const local = new Map<string, string>()
  const env = {
    local: {
      get: (name: string) => local.get(name) ?? null,
      set: (name: string, text: string) => void local.set(name, text),
    },
    deviceKey: () => {
      meanwhile(local)
      return Promise.resolve(key)
    },
  } as unknown as Pick<Env, 'local' | 'deviceKey'>
  return { local, env }
}

test('a value that is stored while a PIN is set is protected by it', async () => {
  const held = { database: 'db1', key: await keyOf(8), id: 'pin', minutes: 5 }
  const held$ = new BehaviorSubject<HeldKey | null>(null)
  const { local, env } = device(() => held$.next(held))
  await createVault(env, held$).write('authData', value)
  expect(pinnedTo(local.get('authData') ?? '')).toBe('db1')
  expect(await unseal('authData', local.get('authData') ?? '', held.key)).toEqual(value)
})

test('a value that another tab stores while the old one is sealed again stays', async () => {
  const { local, env } = device(values => values.set('authData', 'newer'))
  local.set('authData', await seal('authData', value, key))
  await reseal(env, { database: 'db1', key: await keyOf(8) }, 'pin')
  expect(local.get('authData')).toBe('newer')
})
