import type { Env } from '../env.ts'
import { seal, unseal } from './seal.ts'

/** Values in browser storage that are encrypted with the device's key (3.14, decisions 5). */
export interface Vault {
  /** The value; null when there is none or it cannot be read on this device. */
  readonly read: (name: VaultName) => Promise<unknown>
  readonly write: (name: VaultName, value: unknown) => Promise<void>
  readonly remove: (name: VaultName) => void
}

/** WARNING: persisted, as the spec names them (3.14). */
export type VaultName = 'authData' | 'rememberMeData' | 'organizationDetails'

type VaultEnv = Pick<Env, 'local' | 'deviceKey'>

/** Makes the vault over local storage and the device key. */
export const createVault = (env: VaultEnv): Vault => ({
  read: async name => {
    const stored = env.local.get(name)
    // Without a stored value there is no need to make a key.
    return stored === null ? null : unseal(name, stored, await env.deviceKey())
  },
  write: async (name, value) => {
    env.local.set(name, await seal(name, value, await env.deviceKey()))
  },
  remove: name => env.local.remove(name),
})
