import type { NotArrived } from '../../../collections/waiting-forms.ts'
import type { NetworkQuality } from '../../../replication/http/network-quality.ts'
import type { Reachability } from '../../../replication/http/reachability.ts'
import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

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
  nothingPending: 'nothing pending',
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

/** The text of the indicator for screen readers (2.shell.5, 4.28); `waiting` is null until it is counted. */
export const networkSpoken = (reachability: Reachability, waiting: NotArrived | null): string => {
  const { kind } = reachability
  const state =
    kind === 'login-page' || kind === 'server-down'
      ? network.spoken[kind]
      : shell.network(qualityIn(reachability))
  if (waiting === null) return state
  return shell.spoken(state, notArrivedText(waiting) || shell.nothingPending)
}

const qualityIn = (reachability: Reachability): NetworkQuality =>
  'quality' in reachability ? reachability.quality : 'offline'

/** What has not arrived at the server, wherever it is said. */
export const notArrived = translatable('app.notArrived', {
  submissions: (count: number) =>
    `${counted(count, 'submission has', 'submissions have')} not arrived`,
  deletions: (count: number) => `${counted(count, 'deletion has', 'deletions have')} not arrived`,
  profile: 'Changes to your profile have not arrived',
})

/** The lines about what has not arrived; none when everything has. */
export const notArrivedLines = (waiting: NotArrived): readonly string[] =>
  [
    waiting.submissions > 0 && notArrived.submissions(waiting.submissions),
    waiting.deletions > 0 && notArrived.deletions(waiting.deletions),
    waiting.profile && notArrived.profile,
  ].filter(line => line !== false)

/** What has not arrived, as one text; '' when everything has. */
export const notArrivedText = (waiting: NotArrived): string => notArrivedLines(waiting).join(' · ')

/** 2.shell.4, and the third choice of decisions 3. */
export const leaving = translatable('app.leaving', {
  title: 'Discard Changes?',
  message: 'You have unsaved changes. Are you sure you want to leave this page?',
  keep: 'Keep as draft',
  kept: 'Your answers are on this device, but not submitted. “Keep as draft” leaves them there. “Confirm” deletes what you have entered since you opened this survey.',
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
