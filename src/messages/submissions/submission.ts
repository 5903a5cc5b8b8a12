import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** One submission and its answers (2.submission-detail, 8.29, 8.32). */
export const submission = translatable('submission.submission', {
  title: 'Submission',
  loading: 'Loading the submission',
  location: 'Location',
  accuracy: (metres: string) => `Accurate to ${metres} m`,
  locatedHours: (count: number) =>
    `Located ${counted(count, 'hour', 'hours')} after the first answer`,
  locatedDays: (count: number) => `Located ${counted(count, 'day', 'days')} after the first answer`,
  showMap: 'Show on a map',
  hideMap: 'Hide the map',
  map: 'Map with the places of this submission; the list below it has the same ones',
  madeAt: 'Where this was filled in',
  dateTime: 'Date and time',
  status: 'Status',
  filesPending: (count: number) => `${counted(count, 'file', 'files')} still to be sent`,
  notProvided: 'Not provided',
  /** Answers to fields that the form no longer has. */
  otherAnswers: 'Other Answers',
  /** The section of values that the form calculated without showing them. */
  workedOut: 'Worked out by the form',
  untitledSection: 'Answers',
  edit: 'Edit',
  duplicate: 'Duplicate',
  delete: 'Delete',
  deleting: 'Deleting...',
  /** 2.submission-detail.5 */
  cannotView: 'Cannot View Submission',
  notFound: 'Submission Not Found',
  notFoundMessage: 'This submission may have been deleted or the form is not available offline.',
  /** 8.29 */
  notFoundLocally: (id: string) => `Submission ${id} not found locally.`,
  /** 8.32 */
  invalid: 'Submission data is invalid.',
  noStructure: 'Form structure could not be loaded.',
  failed: 'Failed to load submission data.',
  tryAgain: 'Try Again',
  goBack: 'Go Back',
})

const hourS = 3600
const dayS = 24 * hourS

/** That a position was found long after the interview was begun, so that it may be another place. */
export const locatedText = (seconds: number): string =>
  seconds < 2 * dayS
    ? submission.locatedHours(Math.floor(seconds / hourS))
    : submission.locatedDays(Math.floor(seconds / dayS))

/** Further rows of a submission on a server without keys. */
export const copies = translatable('submission.copies', {
  title: (count: number) =>
    count === 1
      ? 'Also on the server as a copy'
      : `Also on the server as ${counted(count, 'copy', 'copies')}`,
  offlineHint: 'Connect to the internet to remove what is there twice.',
  remove: (count: number): string => (count === 1 ? 'Remove the copy' : 'Remove the copies'),
  removing: 'Removing...',
  removed: (count: number): string =>
    count === 1 ? 'The copy was removed.' : 'The copies were removed.',
  failed: 'That did not work. The copy is still on the server.',
})

/** The files of an answer and their viewer (2.submission-detail.3). */
export const files = translatable('submission.files', {
  more: (count: number) => `+${count} more`,
  viewAll: (count: number) => `${count} files • Click to view all`,
  view: (name: string) => `View ${name}`,
  open: 'Open File',
  gone: 'This file is no longer on this device.',
  unreachable: (name: string) => `${name} cannot be loaded now.`,
  notShown: (name: string) => `${name} is a picture that this browser cannot show.`,
  loading: 'Loading the file',
  viewer: 'Files',
  previous: 'Previous',
  next: 'Next',
  position: (at: number, of: number) => `${at} of ${of}`,
  show: (name: string) => `Show ${name}`,
})

/** How a submission reached the server. */
export const timeline = translatable('submission.timeline', {
  title: 'History',
  saved: 'Saved on this device',
  arrived: 'Received by the server',
  synced: 'Synced, with all its files',
  tried: (why: string, times: number) =>
    `${times === 1 ? 'Tried once' : `Tried ${times} times`}: ${why}`,
  fileSent: (names: string) => `Sent: ${names}`,
  fileWaiting: (name: string) => `Waits to be sent: ${name}`,
  edited: 'Edited',
  deleted: 'Deleted on this device',
  recovered: (why: string) => (why === '' ? 'Moved to Recovery' : `Moved to Recovery: ${why}`),
})

/** Shown in place of a PASSWORD answer. */
export const hiddenSecret = '••••••••'
