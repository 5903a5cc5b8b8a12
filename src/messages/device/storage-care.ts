import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'
import { numberText } from '../locale.ts'

/** Words for the migration of older data, for what the browser deleted, and for low storage. */

export const migration = translatable('storage-care.migration', {
  title: 'One moment',
  /** The text above the progress bar. */
  migrating: (done: number, total: number) =>
    `Updating saved data… ${numberText(done)} of ${numberText(total)}`,
  importing: (done: number, total: number) =>
    `Bringing over your data from the earlier app… ${numberText(done)} of ${numberText(total)}`,
  message:
    'This happens once. Nothing is lost if you close the app: it continues at the next start.',
})

const unsentListed = (interviews: number): string =>
  counted(interviews, 'unsent submission was listed', 'unsent submissions were listed')

/** Messages about what the browser deleted. */
export const storageNews = translatable('storage-care.storageNews', {
  deletedTitle: 'This browser deleted saved data',
  deleted: (interviews: number, when: string) =>
    interviews === 0
      ? `It happened after ${when}. Everything had been sent, and is fetched again.`
      : `It happened after ${when}. ${unsentListed(interviews)} at that time.`,
  deletedNow: (interviews: number, isRescued: boolean) =>
    [
      interviews === 0 ? 'Everything had been sent.' : `${unsentListed(interviews)}.`,
      isRescued &&
        'What is on your screen was saved again; photos and files were not. Check it before you go on.',
    ]
      .filter(part => part !== false)
      .join(' '),
  advice: 'To keep this from happening again, install the app and leave free space on the device.',
  closedTitle: 'The browser closed the app’s storage',
  closed: 'What you type now cannot be saved. Reload the app before you go on.',
  reload: 'Reload',
  okay: 'Okay',
})

/** A warning while there is still room (decisions 3). */
export const lowStorage = translatable('storage-care.lowStorage', {
  text: (free: string) =>
    `Only ${free} of storage left. Answers still fit; photos soon may not. Sync, and free space on this device.`,
  full: 'This device is full. Photos may not fit, and soon answers may not either. Sync, and free space on this device.',
  dismiss: 'Dismiss',
})
