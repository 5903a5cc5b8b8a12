import type { MediaKind } from './lib/worker/media.ts'
import type { Observable } from 'rxjs'
import type { IndexedDbPort } from '../collections/storage/raw-database.ts'
import type { SyncEnv } from '../replication/env.ts'
import type { Result } from '../replication/http/result.ts'
import type { Address } from './lib/navigation/history.ts'
import type { InstalledEnv } from './installed-env.ts'

/** What the service worker needs to send in the surveyor's name, because it cannot read localStorage. */
export interface MirroredSession {
  /** authData as the vault stores it: sealed with the device's key. */
  readonly authData: string
  /** The API's origin and base path. */
  readonly apiUrl: string
}

/** The worker's copy of the session, stored with the device's key and deleted with it. */
export interface SessionMirror {
  readonly read: () => Promise<MirroredSession | null>
  readonly keep: (session: MirroredSession) => Promise<void>
  readonly clear: () => Promise<void>
}

/** Texts by key, in a store that may be full or denied. */
export interface KeyValue {
  readonly get: (key: string) => string | null
  /** Throws the browser's error when there is no room. */
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
  /** Metres; null or absent where the device does not know. */
  readonly altitude?: number | null
  /** Epoch ms. */
  readonly timestamp: number
}

/** How accurate and how recent a position must be, and how long to wait for it. */
export interface LocateOptions {
  readonly highAccuracy: boolean
  readonly timeoutMs: number
  readonly maxAgeMs: number
}

/** Why there is no position. */
export type LocateFailure = 'denied' | 'timeout' | 'unavailable'

/** The browser's figures for the storage that it grants. */
interface StorageEstimate {
  readonly usedBytes: number
  readonly quotaBytes: number
}

/** The state of a permission; prompt: the browser will ask. */
export type Permission = 'granted' | 'denied' | 'prompt' | 'unknown'

/** A service of tiles as images. */
export interface OnlineTiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Who made them, to be shown with them. */
  readonly attribution: string
}

/** How many of the app's files are in the browser's cache. */
export interface StoredShell {
  readonly stored: number
  readonly needed: number
}

/**
 * Everything that the app takes from the outside world. The browser's Env is env.browser.ts, the tests' is
 * tests/env.ts.
 */
export interface Env extends Omit<SyncEnv, 'token' | 'apiUrl'>, InstalledEnv, CaptureEnv {
  /** Where the databases live. */
  readonly indexedDb: IndexedDbPort
  /** Survives a restart: localStorage. */
  readonly local: KeyValue
  /** Lasts until the tab closes: sessionStorage. */
  readonly tab: KeyValue
  /** Keys that another tab has written. */
  readonly localChanges$: Observable<string>
  /** The key that never leaves the device; made at the first call, destroyed by `forgetDeviceKey`. */
  readonly deviceKey: () => Promise<CryptoKey>
  readonly forgetDeviceKey: () => Promise<void>
  /** The service worker's copy of the session, destroyed with the key. */
  readonly sessionMirror: SessionMirror
  /** Whether the page is visible. */
  readonly visible$: Observable<boolean>
  /** True when the page is left and the browser keeps it for Back as it is; false when it is back. */
  readonly away$: Observable<boolean>
  /** The surveyor uses the app; 'picking': opens the device's camera or file chooser, which the app does not see. */
  readonly used$: Observable<'used' | 'picking'>
  readonly locate: (options: LocateOptions) => Promise<Result<Position, LocateFailure>>
  readonly estimateStorage: () => Promise<StorageEstimate>
  /** Asks the browser never to evict the stored data; false when it does not promise that. */
  readonly persistStorage: () => Promise<boolean>
  /** Whether the browser has promised it. */
  readonly isStoragePersistent: () => Promise<boolean>
  /** Whether the surveyor allows the app to use something; 'unknown' where the browser does not say. */
  readonly permission: (of: 'geolocation' | 'camera') => Promise<Permission>
  /** How much of the app's own code and pages is on the device, as needed to start without a network. */
  readonly storedShell: () => Promise<StoredShell>
  /** The API's address unless `server_url` names another. */
  readonly defaultServerUrl: string
  /** The maps service that names places; '' for none. */
  readonly geocoderUrl: string
  /** The tiles of a service on the web; null where the organization names none. */
  readonly onlineTiles: OnlineTiles | null
  /**
   * Resolves when the page has had half a second to show what is on the device, and has nothing more urgent to do; at
   * the latest after three seconds.
   */
  readonly idle: () => Promise<void>
  /** The page's address. */
  readonly address: Address
  readonly page: {
    readonly reload: () => void
    readonly isSecure: boolean
    /** The browser's language, as a tag. */
    readonly language: string
    /** Sets the language and the writing direction of the page. */
    readonly setLanguage: (language: string, direction: 'ltr' | 'rtl') => void
    /** Sets the colours of the page; null for those that the device prefers. */
    readonly setTheme: (theme: string | null) => void
    /** Asks before the page is left while `shouldAsk` returns true; returns a function that stops it. */
    readonly guardUnload: (shouldAsk: () => boolean) => () => void
  }
  /** Messages of the service worker, such as a wake-up for the outbox. */
  readonly workerMessages$: Observable<unknown>
}

/** Why the camera or the microphone cannot be used. */
export type CaptureFailure = 'denied' | 'missing'

/** Why no code was read; 'no reader': the code reader is not on this device. */
export type ScanFailure = CaptureFailure | 'no reader' | 'stopped'

/** A recording in progress. */
export interface Recording {
  /** Ends the recording. */
  readonly stop: () => void
  /** Resolves after the last bytes were delivered, even if the device itself ended the recording. */
  readonly ended: Promise<void>
}

/** What the app takes from the camera and the microphone; a part of Env. */
export interface CaptureEnv {
  /** Shows the camera in a video until it sees a barcode or QR code, or until `signal` is aborted. */
  readonly scanCode: (
    video: HTMLVideoElement,
    signal: AbortSignal,
  ) => Promise<Result<string, ScanFailure>>
  /** Stores the code of a kind of answer, in the background, for use without a network. */
  readonly keepMedia: (kind: MediaKind) => void
  /** Records the microphone. `take` receives the bytes, with their type, every few seconds. */
  readonly record: (take: (bytes: Blob) => void) => Promise<Result<Recording, CaptureFailure>>
}
