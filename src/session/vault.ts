import type { Env } from '../env.ts'
import { seal, unseal } from './seal.ts'

/** Values in browser storage that are encrypted with the device's key (3.14, decisions 5). */
export interface Vault {
  /** The value; null when there is none or it cannot be read on this device. */
  readonly read: (name: VaultName) => Promise<unknown>
  /** Stores a value, unless `isWanted` says after the sealing that it is not wanted any more. */
  readonly write: (name: VaultName, value: unknown, isWanted?: () => boolean) => Promise<void>
  readonly remove: (name: VaultName) => void
}

/** WARNING: persisted, as the spec names them (3.14). */
type VaultName = 'authData' | 'rememberMeData' | 'organizationDetails'

type VaultEnv = Pick<Env, 'local' | 'deviceKey'>

/** Makes the vault over local storage and the device key. */
export const createVault = (env: VaultEnv): Vault => ({
  read: async name => {
    const stored = env.local.get(name)
    // Does not make a key unless there is a stored value.
    return stored === null ? null : unseal(name, stored, await env.deviceKey())
  },
  write: async (name, value, isWanted = () => true) => {
    const sealed = await seal(name, value, await env.deviceKey())
    if (isWanted()) env.local.set(name, sealed)
  },
  remove: name => env.local.remove(name),
})
