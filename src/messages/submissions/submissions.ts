import type { DeleteOutcome } from '../../../replication/submit.ts'
import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** The submissions list (2.survey-data-list). */
export const submissions = translatable('submissions.submissions', {
  all: 'All Submissions',
  count: (count: number) => counted(count, 'submission', 'submissions'),
  filter: 'Filter',
  pendingOnly: 'Pending only',
  search: 'Search submissions',
  searchPlaceholder: 'Survey, place, day or answer',
  searching: 'Searching...',
  found: (count: number, hasMore: boolean) =>
    hasMore ? `The newest ${count} are shown` : `${count} found`,
  noneFound: 'Nothing Found',
  noneFoundMessage:
    'Each word must appear in the survey, the place or the answers. A day can be typed as 20 Nov, 20/11, Tuesday or yesterday.',
  noneFilteredMessage: 'No submission is of this time and survey.',
  /** The limits of the list; a week begins on Monday. */
  periods: { today: 'Today', week: 'This week' },
  onMap: 'Map',
  mapLabel: 'Map with the submissions; the list below it has the same ones',
  mapNotHere: 'The map is not on this device yet. Open it once with a network.',
  offMap: (count: number) =>
    `${counted(count, 'submission has', 'submissions have')} no place, and ${count === 1 ? 'is' : 'are'} only in the list.`,
  samePlace: 'At this point of the map:',
  /** The columns on a large window. */
  name: 'Submission',
  survey: 'Survey',
  time: 'Time',
  status: 'Status',
  undated: 'Without a date',
  location: 'Location',
  dateTime: 'Date and time',
  view: 'View',
  viewOf: (form: string, when: string) => `View: ${form}, ${when}`,
  /** 2.survey-data-list.3 */
  viewOffline: 'Connect to internet to view',
  delete: 'Delete',
  deleteOf: (form: string, when: string) => `Delete: ${form}, ${when}`,
  newSurvey: 'New survey',
  filesPending: (count: number) => `${counted(count, 'file', 'files')} pending`,
  /** 2.survey-data-list.5 */
  nonePending: 'No Pending Submissions',
  nonePendingMessage: 'All submissions for this survey are synced.',
  none: 'No Submissions Yet',
  noneMessage: 'Submissions for this project will appear here.',
  /** In their place where the submissions of all surveys are listed. */
  nonePendingOfAll: 'All your submissions are synced.',
  noneOfAll: 'Your submissions will appear here.',
  plainTitle: 'Submissions',
  notLoaded: 'Submissions could not be loaded',
  notLoadedOffline: 'You are offline and no submissions are saved locally.',
  notLoadedFull: 'This device is full. Free some space on it and try again.',
  editOpen: 'It has an unfinished edit',
  deletionsWait: (count: number) =>
    `${counted(count, 'deletion waits', 'deletions wait')} to be sent.`,
})

/** Deleting a submission (8.39 to 8.41, 8.52). */
export const deletion = translatable('submissions.deletion', {
  title: 'Delete Submission',
  message: 'Are you sure you want to delete this submission? This action cannot be undone.',
  kept: 'It is carried out when the Undo that follows is gone. After that, a copy stays in the bin for 30 days, from where you can restore it as a new submission.',
  /** Shown when they cannot be fetched. */
  lostPhotos: (count: number) =>
    `Its ${counted(count, 'photo is', 'photos are')} only on the server and will be lost.`,
  lostFiles: (count: number) =>
    `Its ${counted(count, 'file is', 'files are')} only on the server and will be lost.`,
  pending: 'Deleting submission...',
  failed: 'Failed to delete submission.',
  done: {
    local: 'Local submission deleted.',
    deleted: 'Submission deleted.',
    marked: 'Submission marked for deletion.',
  },
  doneHere: {
    local: 'Submission deleted!',
    deleted: 'Submission successfully deleted.',
    marked: 'Submission marked for deletion.',
  },
})

/** The outcome of a deletion, on the list (8.41). */
export const deletedText = (outcome: DeleteOutcome): string => deletion.done[outcome]

/** The outcome of a deletion, on the submission's own screen (8.40). */
export const deletedHereText = (outcome: DeleteOutcome): string => deletion.doneHere[outcome]
