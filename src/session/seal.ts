import { createSealer } from '../../collections/storage/sealing.ts'
import { pinned } from './pinned.ts'

/**
 * Seals texts with the device's key (3.14, decisions 5). The embedded passphrase is only one ingredient, because anyone
 * can read it in the app's code.
 */

/** WARNING: persisted at the start of every sealed value. */
const prefix = 'ENC_'

/** WARNING: persisted, because a value opens only in the place for which it was sealed. */
const placeOf = (name: string) => `transect-vault-1|${name}`

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
  const start = database === undefined ? prefix : `${prefix}PIN_${database}_`
  return start + (await createSealer(key).seal(placeOf(name), value))
}

/** Opens a sealed value; null when it was not sealed here, or not under this name. */
export const unseal = async (name: string, sealed: string, key: CryptoKey): Promise<unknown> => {
  if (!sealed.startsWith(prefix)) return null
  const start = pinned.exec(sealed)?.[0] ?? prefix
  try {
    return await createSealer(key).open(placeOf(name), sealed.slice(start.length))
  } catch {
    return null
  }
}
