import type { HeldKey } from '../../collections/storage/data-key.ts'
import type { Env } from '../env.ts'
import { pinnedTo, seal, unseal } from './seal.ts'

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
  /** The database whose PIN protects the value; null without a PIN. */
  readonly pinnedTo: (name: VaultName) => string | null
}

/** WARNING: persisted, as the spec names them (3.14). */
type VaultName = 'authData' | 'rememberMeData' | 'organizationDetails'

type VaultEnv = Pick<Env, 'local' | 'deviceKey'>

/** Makes the vault over local storage and the device key. `held$`: the key of an unlocked database with a PIN. */
export const createVault = (env: VaultEnv, held$?: { readonly value: HeldKey | null }): Vault => ({
  read: async name => {
    const stored = env.local.get(name)
    // Does not make a key unless there is a stored value.
    if (stored === null) return null
    const database = pinnedTo(stored)
    if (database === null) return unseal(name, stored, await env.deviceKey())
    const held = held$?.value
    return held?.database === database ? unseal(name, stored, held.key) : null
  },
  write: async (name, value, isWanted = () => true) => {
    const held = held$?.value ?? null
    let sealed = await seal(name, value, held?.key ?? (await env.deviceKey()), held?.database)
    const set = held$?.value ?? null
    // A PIN that was set meanwhile protects this value too.
    if (held === null && set !== null) sealed = await seal(name, value, set.key, set.database)
    if (isWanted()) env.local.set(name, sealed)
  },
  remove: name => env.local.remove(name),
  pinnedTo: name => pinnedTo(env.local.get(name)),
})
