import { beforeAll, expect, test } from 'vitest'
import { seal, unseal } from '../../src/session/seal.ts'

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
