import type { Observable } from 'rxjs'
import type { IndexedDbPort } from '../collections/storage/raw-database.ts'
import type { SyncEnv } from '../replication/env.ts'
import type { Result } from '../replication/http/result.ts'
import type { InstalledEnv } from './installed-env.ts'

/** What the service worker needs to send in the surveyor's name: it cannot read localStorage. */
export interface MirroredSession {
  /** authData as the vault has it: sealed with the device's key. */
  readonly authData: string
  /** The API's origin and base path. */
  readonly apiUrl: string
}

/** Where the worker finds it: beside the device's key, and gone with it. */
export interface SessionMirror {
  readonly read: () => Promise<MirroredSession | null>
  readonly keep: (session: MirroredSession) => Promise<void>
  readonly clear: () => Promise<void>
}

/** Texts under keys, in a place that may be full or denied. */
export interface KeyValue {
  readonly get: (key: string) => string | null
  /** Throws what the browser throws when there is no room. */
  readonly set: (key: string, value: string) => void
  readonly remove: (key: string) => void
  readonly keys: () => readonly string[]
}

/** Where the device is. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
  /** Metres. */
  readonly accuracy: number
  /** Metres; null or absent where the device does not tell. */
  readonly altitude?: number | null
  /** Epoch ms. */
  readonly timestamp: number
}

/** How hard, how long and how fresh a position is asked for. */
export interface LocateOptions {
  readonly highAccuracy: boolean
  readonly timeoutMs: number
  readonly maxAgeMs: number
}

/** Why there is no position. */
export type LocateFailure = 'denied' | 'timeout' | 'unavailable'

/** What the browser tells of the room it gives us. */
export interface StorageEstimate {
  readonly usedBytes: number
  readonly quotaBytes: number
}

/** As the browser tells it; prompt: it will ask. */
export type Permission = 'granted' | 'denied' | 'prompt' | 'unknown'

/** How many of the files that the app is made of are in the browser's cache. */
export interface StoredShell {
  readonly stored: number
  readonly needed: number
}

/** Everything the app takes from the world. The browser's is env.browser.ts, the tests' tests/env.ts. */
export interface Env extends Omit<SyncEnv, 'token' | 'apiUrl'>, InstalledEnv {
  /** Where the databases live. */
  readonly indexedDb: IndexedDbPort
  /** Survives: localStorage. */
  readonly local: KeyValue
  /** Until the tab closes: sessionStorage. */
  readonly tab: KeyValue
  /** Storage that another tab wrote, by key. */
  readonly localChanges$: Observable<string>
  /** A key that never leaves the device; made at the first call, gone after `forgetDeviceKey`. */
  readonly deviceKey: () => Promise<CryptoKey>
  readonly forgetDeviceKey: () => Promise<void>
  /** The service worker's copy of the session; it goes with the key. */
  readonly sessionMirror: SessionMirror
  /** Whether the page is in front. */
  readonly visible$: Observable<boolean>
  readonly locate: (options: LocateOptions) => Promise<Result<Position, LocateFailure>>
  readonly estimateStorage: () => Promise<StorageEstimate>
  /** Asks that what is stored is never evicted; false when the browser would not promise it. */
  readonly persistStorage: () => Promise<boolean>
  /** Whether the browser has promised it. */
  readonly isStoragePersistent: () => Promise<boolean>
  /** Whether the surveyor lets the app use something; 'unknown' where the browser does not tell. */
  readonly permission: (of: 'geolocation' | 'camera') => Promise<Permission>
  /** What of the app's own code and pages this page needs, and is on the device to start without a network. */
  readonly storedShell: () => Promise<StoredShell>
  /** The API's address until `server_url` says otherwise. */
  readonly defaultServerUrl: string
  /** The maps service for addresses; '' for none. */
  readonly geocoderUrl: string
  /** Where the app is, for as long as no router is there to be asked. */
  readonly address: Address
  readonly page: {
    readonly reload: () => void
    readonly isSecure: boolean
    /** The browser's language, as a tag. */
    readonly language: string
    /** Tells the page what is spoken on it, and in which direction it is written. */
    readonly setLanguage: (language: string, direction: 'ltr' | 'rtl') => void
    /** Asks before the page is left, while `shouldAsk` says so; gives back how to stop asking. */
    readonly guardUnload: (shouldAsk: () => boolean) => () => void
  }
  /** Messages of the service worker, such as a wake-up for the outbox. */
  readonly workerMessages$: Observable<unknown>
}

/** The page's address and its history. */
export interface Address {
  readonly read: () => {
    readonly pathname: string
    readonly search: string
    readonly state: unknown
  }
  /** How many places of this app are behind this one in the tab's history. */
  readonly depth: () => number
  readonly replace: (to: string, state: unknown) => void
  readonly push: (to: string) => void
  /** Somebody went back or forward. */
  readonly moved$: Observable<void>
}
