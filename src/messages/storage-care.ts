import { numberText } from './storage.ts'
import type { WorkCount } from '../session/work-marker.ts'
import type { StoredWork } from '../session/stored-data.ts'

/** What is said while older data is brought over, when data cannot be opened, and about room on the device. */

export const migration = {
  title: 'One moment',
  /** Above the bar. */
  migrating: (done: number, total: number) =>
    `Updating saved data… ${numberText(done)} of ${numberText(total)}`,
  importing: (done: number, total: number) =>
    `Bringing over your data from the earlier app… ${numberText(done)} of ${numberText(total)}`,
  message: 'This happens once. Nothing is lost if you close the app: it goes on at the next start.',
} as const

/** The database could not be opened (decisions 3: never deleted without a question). */
export const openFailed = {
  title: 'Your data could not be opened',
  message:
    'Nothing was deleted: everything you have entered is still on this device. Close other tabs of this app, make sure that there is free space, and try again.',
  noRoomMessage:
    'There is not enough free space on this device to open it. Nothing was deleted. Free some space, for example by deleting videos or apps, and try again.',
  newerTitle: 'This app is older than your data',
  newerMessage:
    'Your data was saved by a newer version of the app, and this older one must not touch it. Nothing was deleted. Connect to the internet and reload to get the newer version.',
  migrationMessage:
    'Your data comes from an earlier version and could not be updated. Nothing was deleted. Try again; if it does not help, save a copy and send it to your supervisor.',
  tryAgain: 'Try Again',
  reload: 'Reload',
  signOut: 'Back to Login',
  details: 'Details',
  saveTitle: 'Save a copy',
  saveMessage:
    'A file with everything that can be read, photos too. Keep it safe: it holds people’s answers.',
  prepare: 'Prepare a copy of all data',
  preparing: 'Preparing...',
  save: 'Save the copy',
  prepareFailed: 'The data could not be read.',
  reset: 'Delete and Start Again',
  resetTitle: 'Delete all data of this app?',
  resetMessage: 'Everything on this device is deleted. What was not sent is lost for good.',
  resetting: 'Deleting...',
  counting: 'Counting what would be lost',
  lost: 'Lost for good:',
  nothingLost: 'Nothing unsent was found.',
  partial: 'Some of it could not be read, and there may be more.',
  failed: 'It could not be deleted. Close other tabs of this app and try again.',
} as const

const some = (count: number, one: string, many: string): string | false =>
  count > 0 && `${numberText(count)} ${count === 1 ? one : many}`

const present = (lines: readonly (string | false)[]): readonly string[] =>
  lines.filter(line => line !== false)

/** What a reset would cost, line by line; empty when nothing unsent was found. */
export const lostLines = ({ submissions, drafts, recovery, files }: StoredWork) =>
  present([
    some(submissions, 'submission', 'submissions'),
    some(drafts, 'unfinished interview', 'unfinished interviews'),
    some(recovery, 'entry in Recovery', 'entries in Recovery'),
    some(files, 'photo or file', 'photos and files'),
  ])

/** What the browser took away, told as far as it is known. */
export const storageNews = {
  deletedTitle: 'This browser deleted saved data',
  deleted: (unsent: WorkCount, when: string): string => {
    const interviews = unsent.submissions + unsent.drafts + unsent.recovery
    return interviews === 0
      ? `It happened after ${when}. Everything had been sent, and is fetched again.`
      : `It happened after ${when}. ${numberText(interviews)} unsent ${
          interviews === 1 ? 'interview was' : 'interviews were'
        } listed at that time.`
  },
  deletedNow: (unsent: WorkCount, isRescued: boolean): string => {
    const interviews = unsent.submissions + unsent.drafts + unsent.recovery
    const listed =
      interviews === 0
        ? 'Everything had been sent.'
        : `${numberText(interviews)} unsent ${
            interviews === 1 ? 'interview was' : 'interviews were'
          } listed.`
    return isRescued
      ? `${listed} What is on your screen was saved again; photos and files were not. Check it before you go on.`
      : listed
  },
  advice: 'To keep this from happening again, install the app and leave free space on the device.',
  closedTitle: 'The browser closed the app’s storage',
  closed: 'What you type now cannot be saved. Reload the app before you go on.',
  reload: 'Reload',
  okay: 'Okay',
} as const

/** Before there is no room (decisions 3). */
export const lowStorage = {
  text: (free: string) =>
    `Only ${free} of storage left. Answers still fit; photos soon may not. Sync, and free space on this device.`,
  full: 'This device is full. Answers still fit; photos may not. Sync, and free space on this device.',
  dismiss: 'Dismiss',
} as const
