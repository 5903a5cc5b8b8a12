import type { Observable } from 'rxjs'

/** The service worker as the page sees it; where there is none nothing ever happens. */
export interface AppWorker {
  /** How many versions were found waiting so far; one more whenever another one waits. */
  readonly waiting$: Observable<number>
  /** Another worker than before has taken the page over. */
  readonly takenOver$: Observable<void>
  /** Looks for a new version; failures are silent. */
  readonly look: () => void
  /** Says something to the worker that waits. */
  readonly tellWaiting: (message: unknown) => void
}

/** What the browser offers to install the app by; it can be used once. */
export interface InstallOffer {
  /** Shows the browser's own dialog; whether the surveyor agreed. */
  readonly accept: () => Promise<boolean>
}

/** Installing the app, as far as the browser lets a page have a part in it. */
export interface Install {
  /** Whether it runs as an installed app. */
  readonly isStandalone: () => boolean
  /** null while there is no offer; again null once it is used or the app is installed. */
  readonly offer$: Observable<InstallOffer | null>
  /** Installed by hand, from the browser's share menu: iPhone and iPad. */
  readonly isByHand: boolean
  readonly isLocalhost: boolean
}

/** What the tabs of the app say to each other. */
export interface Tabs {
  readonly messages$: Observable<unknown>
  /** To all tabs but this one. */
  readonly post: (message: unknown) => void
}

/** The splash that the page itself puts up before any code of ours has run (public/start.js). */
export interface SplashScreen {
  /** When it came up, epoch ms; null when there is none. */
  readonly shownAt: () => number | null
  readonly fade: () => void
  readonly remove: () => void
}

/** The system's notifications, which the worker shows when something was sent behind the app's back. */
export interface Notices {
  /** Whether the surveyor has neither allowed nor refused them yet. */
  readonly mayAsk: () => boolean
  /** Lets the browser ask; call it from a press. */
  readonly ask: () => Promise<void>
}

/** Everything an installed app takes from the world beyond a page's needs. */
export interface InstalledEnv {
  readonly worker: AppWorker
  readonly install: Install
  readonly tabs: Tabs
  readonly splash: SplashScreen
  /** A piece of this version's code is not to be had, for another version has taken its place. */
  readonly codeMissing$: Observable<void>
  /** The Cache API's caches, by name. */
  readonly caches: {
    readonly names: () => Promise<readonly string[]>
    readonly remove: (name: string) => Promise<void>
  }
  /** Whether the window is narrower than so many pixels; follows its changes. */
  readonly isNarrower$: (widthPx: number) => Observable<boolean>
  readonly notices: Notices
  /** The number at the app's icon, where the platform shows one; 0 for none. */
  readonly setBadge: (count: number) => void
  /** Keeps the screen on until the returned function is called, where the platform lets it. */
  readonly keepAwake: () => () => void
}
