import type { NetworkQuality } from '../../../replication/http/network-quality.ts'
import type { Reachability } from '../../../replication/http/reachability.ts'
import { translatable } from '../catalogue.ts'
import { numberText } from '../locale.ts'

/** The frame around every screen: header, tabs, banner, dialogs (2, Shell and Dialogs). */
export const shell = translatable('app.shell', {
  /** 2.shell.1 */
  offlineBanner: 'You are offline. You can continue the form filling.',
  dismissBanner: 'Dismiss',
  home: 'Go to the dashboard',
  /** The last fallback for the surveyor's name (2.shell.2). */
  unnamed: 'User',
  accountMenu: (name: string) => `Account of ${name}`,
  myProfile: 'My Profile',
  changePassword: 'Change Password',
  tabs: 'Main',
  dashboard: 'Dashboard',
  projects: 'Projects',
  sync: 'Sync',
  settings: 'Settings',
  /** Read aloud for the indicator (2.shell.5, 4.28). */
  network: (quality: NetworkQuality): string => qualityText[quality],
  spoken: (state: string, pending: string) => `${state}, ${pending}`,
  /** The text next to the indicator's icon; '' while all is well. */
  quality: (quality: NetworkQuality): string =>
    quality === 'fast' || quality === 'medium' ? '' : shortQuality[quality],
  /** How much waits to be sent. */
  pending: (pending: number) =>
    pending === 0 ? 'nothing pending' : `${numberText(pending)} pending`,
  skipToContent: 'Skip to content',
})

const qualityText: Readonly<Record<NetworkQuality, string>> = {
  offline: 'Offline',
  'very-slow': 'Online, very slow network',
  slow: 'Online, slow network',
  medium: 'Online, medium network',
  fast: 'Online, fast network',
}

const shortQuality = { offline: 'Offline', 'very-slow': 'Very slow', slow: 'Slow' } as const

/** Why the server cannot be reached although there is a network, and what to do about it. */
export const network = translatable('app.network', {
  labels: { 'login-page': 'Login page', 'server-down': 'No server' },
  spoken: {
    'login-page': 'Login page: the network requires you to log in',
    'server-down': 'No server: there is a network, but the server does not answer',
  },
  titles: {
    'login-page': 'This network requires you to log in',
    'server-down': 'The server does not answer',
    slow: 'The network is slow',
  },
  tips: {
    'login-page':
      'Open the Wi-Fi settings of this device, or any page in the browser, and fill in the network’s login page. Your work is safe here and is sent with the next sync.',
    'server-down':
      'There is a network, but the server does not answer. Your work is safe here and is sent with the next sync. On public Wi-Fi, look for its login page.',
    slow: 'Answers are sent before photos. If it takes too long, turn on Slow connection mode in Settings.',
  },
})

/** The text next to the indicator's icon; '' while all is well. */
export const networkLabel = (reachability: Reachability): string => {
  const { kind } = reachability
  return kind === 'login-page' || kind === 'server-down'
    ? network.labels[kind]
    : shell.quality(qualityIn(reachability))
}

/** The text of the indicator for screen readers (2.shell.5, 4.28); `pending` is null until it is counted. */
export const networkSpoken = (reachability: Reachability, pending: number | null): string => {
  const { kind } = reachability
  const state =
    kind === 'login-page' || kind === 'server-down'
      ? network.spoken[kind]
      : shell.network(qualityIn(reachability))
  return pending === null ? state : shell.spoken(state, shell.pending(pending))
}

const qualityIn = (reachability: Reachability): NetworkQuality =>
  'quality' in reachability ? reachability.quality : 'offline'

/** How much waits to be sent, in words. */
export const pendingText = (pending: number): string => shell.pending(pending)

/** 2.shell.4, and the third choice of decisions 3. */
export const leaving = translatable('app.leaving', {
  title: 'Discard Changes?',
  message: 'You have unsaved changes. Are you sure you want to leave this page?',
  keep: 'Keep as draft',
  kept: 'Keep as draft keeps your answers. Confirm deletes the new ones.',
  failed:
    'This device could not do it. Your answers are still here. Free some space if the device is full.',
})

/** 2.dialogs.2 */
export const inactive = translatable('app.inactive', {
  title: 'Account Inactive',
  message: 'Your account is currently inactive. Please contact your administrator for assistance.',
  kept: 'Your work stays on this device. You can send it when your account is active again.',
  okay: 'Okay',
})
