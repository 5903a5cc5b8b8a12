/**
 * Seals texts with the device's key (3.14, decisions 5). The embedded passphrase is only one ingredient, because anyone
 * can read it in the app's code.
 */

import { fromBase64, toBase64 } from '../lib/base64.ts'
import { pinned } from './pinned.ts'

/** WARNING: persisted at the start of every sealed value. */
const prefix = 'ENC_'
const passphrase = 'transect-vault-1'
const ivBytes = 12

const cipher = (name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${passphrase}|${name}`),
})

/**
 * Seals a value so that only this device can read it, and only under the same name. `database`: the key is that of a
 * database with a PIN.
 */
export const seal = async (
  name: string,
  value: unknown,
  key: CryptoKey,
  database?: string,
): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  const sealed = await crypto.subtle.encrypt(cipher(name, iv), key, plain)
  // The IV's length is a multiple of three, so that both can be decoded as one base64 text.
  const start = database === undefined ? prefix : `${prefix}PIN_${database}_`
  return start + toBase64(iv) + toBase64(new Uint8Array(sealed))
}

/** Opens a sealed value; null when it was not sealed here, or not under this name. */
export const unseal = async (name: string, sealed: string, key: CryptoKey): Promise<unknown> => {
  if (!sealed.startsWith(prefix)) return null
  try {
    const start = pinned.exec(sealed)?.[0] ?? prefix
    const bytes = fromBase64(sealed.slice(start.length))
    const iv = bytes.slice(0, ivBytes)
    const plain = await crypto.subtle.decrypt(cipher(name, iv), key, bytes.slice(ivBytes))
    return JSON.parse(new TextDecoder().decode(plain)) as unknown
  } catch {
    return null
  }
}
