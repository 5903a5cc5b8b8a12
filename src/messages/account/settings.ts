import type { NotArrived } from '../../../collections/waiting-forms.ts'
import { notArrivedLines } from '../app/app.ts'
import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** What would be lost if this device's data were deleted now (decisions 3). */
export interface Unsent {
  readonly drafts: number
  readonly notArrived: NotArrived
  /** Deleted submissions that could still be restored. */
  readonly bin: number
}

/** Settings (2.settings, 8.42 to 8.44, 8.51 to 8.56). */
export const settings = translatable('settings.settings', {
  title: 'Settings',
  edit: 'Edit',
  enlarge: 'Show the picture larger',
  picture: (name: string) => `Picture of ${name}`,
  syncTitle: 'Sync',
  lastSynced: 'Last Synced',
  never: 'Never',
  autoSync: 'Auto Sync',
  autoSyncHelp: 'Sends pending work as soon as there is a network.',
  slow: 'Slow connection mode',
  slowHelp: 'Sends in small packets, for weak networks.',
  targetTitle: 'My Day',
  target: 'Target: submissions per day',
  targetOf: (count: string) => `Target: ${count} per day`,
  targetHelp: 'The dashboard shows how many of them are done. Leave it empty for no target.',
  appearance: 'Appearance',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  sunlight: 'Sunlight',
  storageTitle: 'Storage & Data',
  offlineStorage: 'Offline storage',
  items: (count: number) => counted(count, 'item', 'items'),
  used: (used: string) => `${used} used`,
  usedOf: (percent: string, quota: string) => `${percent} of ${quota}`,
  protected: 'protected from deletion by the browser',
  unprotected: 'the browser may delete it when space is short',
  clear: 'Clear Local Data',
  clearOffline: 'Needs the internet: the data is fetched again afterwards.',
  recovery: (count: number) => `Recovery (${count})`,
  more: 'More',
  help: 'Help & Support',
  version: 'Version',
  about: 'About the App',
  logout: 'Logout',
  /** 8.43, 8.44 */
  autoSyncFailed: 'Failed to update auto sync setting',
  clearing: 'Clearing data...',
  cleared: 'Local data cleared!',
  clearFailed: 'Failed to clear data.',
})

/** The confirmations (8.53 to 8.55). */
export const confirmations = translatable('settings.confirmations', {
  clear: {
    title: 'Clear Local Data?',
    message: 'This will remove all offline data. This action cannot be undone.',
  },
  logout: {
    title: 'Logout',
    message: 'All offline and unsynced data will be permanently lost.',
  },
  enableAutoSync: {
    title: 'Enable Auto Sync',
    message: 'Pending work is sent automatically as soon as there is a network.',
  },
  disableAutoSync: {
    title: 'Disable Auto Sync',
    message:
      'What waits on this device is then sent when you press Sync. What you submit with a network is still sent at once.',
  },
})

/** What a dialog that deletes data says about unsent work (decisions 3). */
export const unsentWords = translatable('settings.unsentWords', {
  none: 'Everything has been sent. The server has all of it.',
  intro: 'Only on this device:',
  counting: 'Counting what has not been sent',
  syncing: 'Syncing...',
  drafts: (count: number) => counted(count, 'unfinished submission', 'unfinished submissions'),
  bin: (count: number) =>
    `${counted(count, 'deleted submission', 'deleted submissions')} in the bin`,
})

/** The lines about unsent work; empty when everything has been sent. */
export const unsentLines = ({ drafts, notArrived, bin }: Unsent): readonly string[] =>
  [
    ...notArrivedLines(notArrived),
    drafts > 0 && unsentWords.drafts(drafts),
    bin > 0 && unsentWords.bin(bin),
  ].filter(line => line !== false)
