import type { StoredWork } from '../../storage/stored-data.ts'
import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** The database could not be opened (decisions 3: never deleted without a question). */
export const openFailed = translatable('open-failed.openFailed', {
  title: 'Your data could not be opened',
  message:
    'Nothing was deleted: everything you have entered is still on this device. Close other tabs of this app, make sure that there is free space, and try again.',
  noRoomMessage:
    'There is not enough free space on this device to open it. Nothing was deleted. Free some space, for example by deleting videos or apps, and try again.',
  newerTitle: 'This app is older than your data',
  newerMessage:
    'Your data was saved by a newer version of the app, and this older one must not touch it. Nothing was deleted. Connect to the internet and reload to get the newer version.',
  migrationMessage:
    'Your data comes from an earlier version and could not be updated. Nothing was deleted. Try again; if that does not help, save a copy and send it to your supervisor.',
  tryAgain: 'Try Again',
  reload: 'Reload',
  signOut: 'Back to Login',
  details: 'Details',
  saveTitle: 'Save a copy',
  saveMessage:
    'A file with everything that can be read, including photos. Keep it safe: it holds people’s answers.',
  prepare: 'Prepare a copy of all data',
  preparing: 'Preparing...',
  save: 'Save the copy',
  prepareFailed: 'The data could not be read.',
  reset: 'Delete and Start Again',
  resetTitle: 'Delete all data of this app?',
  resetMessage: 'Everything on this device is deleted. What was not sent is lost for good.',
  counting: 'Counting what would be lost',
  lost: 'Lost for good:',
  nothingLost: 'Nothing unsent was found.',
  partial: 'Some of it could not be read, and there may be more.',
  failed: 'It could not be deleted. Close other tabs of this app and try again.',
})

/** What a reset would lose, line by line; empty when no unsent work was found. */
export const lostLines = ({
  submissions,
  drafts,
  recovery,
  files,
}: StoredWork): readonly string[] =>
  [
    submissions > 0 && lostWork.submissions(submissions),
    drafts > 0 && lostWork.drafts(drafts),
    recovery > 0 && lostWork.recovery(recovery),
    files > 0 && lostWork.files(files),
  ].filter(line => line !== false)

export const lostWork = translatable('open-failed.lostWork', {
  submissions: (count: number) => counted(count, 'submission', 'submissions'),
  drafts: (count: number) => counted(count, 'unfinished submission', 'unfinished submissions'),
  recovery: (count: number) => `${counted(count, 'entry', 'entries')} in Recovery`,
  files: (count: number) => counted(count, 'photo or file', 'photos and files'),
})
