import type { Env } from '../env.ts'

/**
 * Values in browser storage that are encrypted with the device's key (3.14, decisions 5). The embedded
 * passphrase is one ingredient only: anybody can read it in the app's code.
 */
export interface Vault {
  /** The value; null when there is none or it cannot be read on this device. */
  readonly read: (name: VaultName) => Promise<unknown>
  readonly write: (name: VaultName, value: unknown) => Promise<void>
  readonly remove: (name: VaultName) => void
}

/** WARNING: persisted, as the spec names them (3.14). */
export type VaultName = 'authData' | 'rememberMeData' | 'organizationDetails'

/** WARNING: persisted before every encrypted value. */
const prefix = 'ENC_'
const passphrase = 'transect-vault-1'
const ivBytes = 12

type VaultEnv = Pick<Env, 'local' | 'deviceKey'>

export const createVault = (env: VaultEnv): Vault => {
  const cipher = (name: VaultName, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`${passphrase}|${name}`),
  })
  return {
    read: async name => {
      const stored = env.local.get(name)
      if (stored === null || !stored.startsWith(prefix)) return null
      try {
        const bytes = fromBase64(stored.slice(prefix.length))
        const iv = bytes.slice(0, ivBytes)
        const key = await env.deviceKey()
        const plain = await crypto.subtle.decrypt(cipher(name, iv), key, bytes.slice(ivBytes))
        return JSON.parse(new TextDecoder().decode(plain)) as unknown
      } catch {
        return null
      }
    },
    write: async (name, value) => {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const plain = new TextEncoder().encode(JSON.stringify(value))
      const key = await env.deviceKey()
      const sealed = await crypto.subtle.encrypt(cipher(name, iv), key, plain)
      env.local.set(name, prefix + toBase64(iv, new Uint8Array(sealed)))
    },
    remove: name => env.local.remove(name),
  }
}

const toBase64 = (...parts: readonly Uint8Array[]): string =>
  btoa(parts.flatMap(part => [...part].map(byte => String.fromCharCode(byte))).join(''))

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), character => character.charCodeAt(0))
