import type { PinRecord } from '../../../collections/storage/data-key.ts'
import { createSealer } from '../../../collections/storage/sealing.ts'

/*
 * Wraps the bytes of a database's key by a PIN:
 *
 *   HKDF( PBKDF2(PIN, salt) ‖ HMAC(the device's key, salt) ) ──► AES-GCM key ──► the wrapped bytes
 *
 * The device's key cannot be exported. So a copy of the wrapped bytes alone opens with no PIN.
 */

/** How often PBKDF2 hashes a PIN; about half a second on a slow phone. Stored with each PIN. */
const pinIterations = 600_000

const saltBytes = 16
const hash = 'SHA-256'
const hashBits = 256
/** WARNING: persisted, part of every wrapping key. */
const purpose = 'transect-lock-1'

/** What a wrapping key is made of. */
type Ingredients = Pick<PinRecord, 'salt' | 'iterations' | 'device'>

const wrappingKey = async (
  name: string,
  pin: string,
  { salt, iterations, device }: Ingredients,
): Promise<CryptoKey> => {
  const typed = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(pin),
    'PBKDF2',
    false,
    ['deriveBits'],
  )
  const [slow, own] = await Promise.all([
    crypto.subtle.deriveBits({ name: 'PBKDF2', hash, salt, iterations }, typed, hashBits),
    crypto.subtle.sign('HMAC', device, salt),
  ])
  const both = new Uint8Array([...new Uint8Array(slow), ...new Uint8Array(own)])
  const base = await crypto.subtle.importKey('raw', both, 'HKDF', false, ['deriveKey'])
  both.fill(0)
  const info = new TextEncoder().encode(`${purpose}|${name}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash, salt, info },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const placeOf = (name: string) => `${name}|pin`

/** Wraps the bytes of the key of the database `name`. Makes a new salt and a new key of the device. */
export const wrapKey = async (
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  pin: string,
  { id, minutes, iterations = pinIterations }: { id: string; minutes: number; iterations?: number },
): Promise<PinRecord> => {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const device = await crypto.subtle.generateKey({ name: 'HMAC', hash }, false, ['sign'])
  const made = { salt, iterations, device }
  const sealer = createSealer(await wrappingKey(name, pin, made))
  return { ...made, id, minutes, wrapped: await sealer.seal(placeOf(name), [...bytes]) }
}

/** The bytes that a PIN wraps; null when it is another PIN. */
export const unwrapKey = async (
  name: string,
  record: PinRecord,
  pin: string,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const sealer = createSealer(await wrappingKey(name, pin, record))
  try {
    return Uint8Array.from((await sealer.open(placeOf(name), record.wrapped)) as number[])
  } catch {
    return null
  }
}
