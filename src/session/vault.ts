import type { HeldKey } from '../../collections/storage/data-key.ts'
import type { Env } from '../env.ts'
import { pinnedTo } from './pinned.ts'

/**
 * Values in browser storage, encrypted with the device's key (3.14, decisions 5). While a PIN is set they are encrypted
 * with the key of the surveyor's database, so that without the PIN there is no session on the device.
 */
export interface Vault {
  /** The value; null when there is none or it cannot be read on this device. */
  readonly read: (name: VaultName) => Promise<unknown>
  /** Stores a value, unless `isWanted` says after the sealing that it is not wanted any more. */
  readonly write: (name: VaultName, value: unknown, isWanted?: () => boolean) => Promise<void>
  readonly remove: (name: VaultName) => void
  /** The sealed value; null when there is none. */
  readonly stored: (name: VaultName) => string | null
}

/** WARNING: persisted, as the spec names them (3.14). */
type VaultName = 'authData' | 'rememberMeData' | 'organizationDetails'

type VaultEnv = Pick<Env, 'local' | 'deviceKey'>

/** Loaded with the first value, because the login shows without one. */
const loadSeal = () => import('./seal.ts')

/** Makes the vault over local storage and the device key. `held$`: the key of an unlocked database with a PIN. */
export const createVault = (env: VaultEnv, held$?: { readonly value: HeldKey | null }): Vault => ({
  read: async name => {
    const stored = env.local.get(name)
    // Does not make a key unless there is a stored value.
    if (stored === null) return null
    const database = pinnedTo(stored)
    const held = held$?.value
    if (database !== null && held?.database !== database) return null
    const ofHeld = database === null ? undefined : held?.key
    const [{ unseal }, key] = await Promise.all([loadSeal(), ofHeld ?? env.deviceKey()])
    return unseal(name, stored, key)
  },
  write: async (name, value, isWanted = () => true) => {
    const held = held$?.value ?? null
    const [{ seal }, key] = await Promise.all([loadSeal(), held?.key ?? env.deviceKey()])
    let sealed = await seal(name, value, key, held?.database)
    const set = held$?.value ?? null
    // A PIN that was set meanwhile protects this value too.
    if (held === null && set !== null) sealed = await seal(name, value, set.key, set.database)
    if (isWanted()) env.local.set(name, sealed)
  },
  remove: name => env.local.remove(name),
  stored: name => env.local.get(name),
})
