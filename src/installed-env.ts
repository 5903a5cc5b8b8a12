import type { Observable } from 'rxjs'

/** The service worker as the page sees it. Without one, nothing is ever emitted. */
export interface AppWorker {
  /** How many waiting new versions were found so far. */
  readonly waiting$: Observable<number>
  /** Another worker has taken over the page. */
  readonly takenOver$: Observable<void>
  /** Whether a worker answers for the network, so that what it keeps can be loaded without one. */
  readonly isInControl: () => boolean
  /** Looks for a new version; failures are silent. */
  readonly look: () => void
  /** Sends a message to the waiting worker. */
  readonly postToWaiting: (message: unknown) => void
}

/** The browser's offer to install the app; it can be used once. */
export interface InstallOffer {
  /** Shows the browser's own dialog; true when the surveyor agreed. */
  readonly accept: () => Promise<boolean>
}

/** Installing the app, as far as a browser allows that to a page. */
export interface Install {
  /** Whether it runs as an installed app. */
  readonly isStandalone: () => boolean
  /** null while there is no offer, and again once it is used or the app is installed. */
  readonly offer$: Observable<InstallOffer | null>
  /**
   * iPhone and iPad: the app can only be installed by hand, from the browser's share menu, and the keypad for numbers has
   * no minus.
   */
  readonly isApple: boolean
  readonly isLocalhost: boolean
}

/** Messages between the tabs of the app. */
export interface Tabs {
  readonly messages$: Observable<unknown>
  /** Sends to all other tabs. */
  readonly post: (message: unknown) => void
}

/** The splash that the page shows before any code of the app runs (public/start.js). */
export interface SplashScreen {
  /** When the splash appeared, epoch ms; null when there is none. */
  readonly shownAt: () => number | null
  readonly fade: () => void
  readonly remove: () => void
}

/** The system's notifications, which the worker shows when it has sent something in the background. */
interface Notices {
  /**
   * Whether the surveyor has neither allowed nor refused them yet. False where the browser does not wake the worker, which
   * alone shows them: Firefox and Safari.
   */
  readonly mayAsk: () => boolean
  /** Lets the browser ask; call it from a press. */
  readonly ask: () => Promise<void>
}

/** Files in a cache, by key. A file is written whole or not at all. */
export interface KeptFiles {
  readonly keys: () => Promise<readonly string[]>
  readonly read: (key: string) => Promise<Blob | null>
  /** Rejects with the browser's error when there is no room. */
  readonly write: (key: string, file: Blob) => Promise<void>
  readonly remove: (key: string) => Promise<void>
}

/** What an installed app takes from the outside world in addition to a page. */
export interface InstalledEnv {
  readonly worker: AppWorker
  readonly install: Install
  readonly tabs: Tabs
  readonly splash: SplashScreen
  /** Emits when a script of this version can no longer be loaded, because another version has replaced it. */
  readonly codeMissing$: Observable<void>
  /** The Cache API's caches, by name. */
  readonly caches: {
    readonly names: () => Promise<readonly string[]>
    readonly remove: (name: string) => Promise<void>
    /** Opens one, and makes it where there is none. Rejects where the browser has no caches. */
    readonly open: (name: string) => Promise<KeptFiles>
  }
  /** Whether the window is narrower than this many pixels; follows its changes. */
  readonly isNarrower$: (widthPx: number) => Observable<boolean>
  readonly notices: Notices
  /** Sets the number on the app's icon, where the platform shows one; 0 for none. */
  readonly setBadge: (count: number) => void
  /** Keeps the screen on until the returned function is called, where the platform allows it. */
  readonly keepAwake: () => () => void
}
