import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'
import { numberText } from '../locale.ts'

/** Words of the fill screen. Texts quoted by the spec are kept letter by letter. */
export const fill = translatable('fill.fill', {
  /** Used until the survey's own title is known. */
  title: 'Survey',
  loading: 'Loading the survey',

  /** 2.survey-fill.4 */
  unavailableTitle: 'Survey Not Available',
  unavailableMessage:
    "We couldn't load this survey. It may have been removed, or there might be a connection issue.",
  /** 2.survey-fill.5 */
  emptyTitle: 'No Questions Available',
  emptyMessage: "This survey doesn't have any questions configured yet. Please check back later.",
  unpublishedTitle: 'Unpublished',
  unpublishedMessage:
    'This survey is not published yet. It can be filled in as soon as it is published.',
  inRecoveryTitle: 'This submission is in Recovery',
  inRecoveryMessage:
    'The server has not accepted it. Open it from Recovery: what you have changed since is added to it.',
  openRecovery: 'Open Recovery',

  /** 8.26 */
  loadFailed: 'Failed to load form.',
  /** 8.27 */
  notOffline: 'Form not available offline.',
  /** 8.28 */
  notFoundOffline: (id: string) => `Offline: Form with ID ${id} not found.`,
  /** 8.29 */
  submissionNotLocal: (id: string) => `Submission ${id} not found locally.`,

  /** 2.survey-fill.2 */
  submitClose: 'Submit & Close',
  submitNew: 'Submit & New',
  submitting: 'Submitting...',
  saved: 'Saved!',
  processingFiles: 'A file is being prepared…',
  recordingRuns: 'A recording is running. Stop it first.',

  /** 5.11 */
  requiredMissing: 'Please fill all required fields.',
  /** 5.12 */
  emptyForm: 'Cannot submit an empty form.',
  /** 8.34 */
  saveFailed: 'Failed to save submission locally.',
  /** 8.35 */
  onlineFailed: 'Online submission failed. Saving offline.',
  /** 8.36 */
  savedOffline: 'Survey saved offline!',
  /** 8.37 */
  submitted: 'Survey submitted successfully!',
  recovered: (said: string) => `${said} It is kept in Recovery.`,
  nothingChanged: 'No changes detected',

  answered: (answered: number, total: number) => `${answered} of ${total} answered`,
  sections: 'Sections',
  sectionAnswered: (answered: number, total: number) => `${answered} of ${total}`,
  unnamedSection: (number: number) => `Section ${number}`,
  continued: (name: string) => `${name} (continued)`,

  problemsTitle: 'There is a problem',
  problems: (count: number) => counted(count, 'answer needs attention', 'answers need attention'),
  moreProblems: (count: number) => `and ${count} more`,
  nextProblem: 'Next',

  draftKept: 'Draft kept on this device',
  troubleTitle: 'Your latest answers are not stored yet',
  trouble:
    'This device could not store them. Keep this page open: the app keeps trying. Free some space if the device is full.',
  endedElsewhere: 'This submission was sent or discarded in another tab.',
  wasSubmitted: 'It was saved. It is among your submissions.',

  versionTitle: 'This survey has changed',
  versionMessage: (changes: string) =>
    `Since you began this submission: ${changes}. It keeps its questions unless you move it to the new version.`,
  versionSame: 'its wording or order changed',
  versionAdded: (count: number) => `${counted(count, 'question', 'questions')} added`,
  versionRemoved: (count: number) => `${count} removed`,
  versionChanged: (count: number) => `${count} changed`,
  versionSee: 'See changes',
  versionKeep: 'Keep as it is',
  versionMove: 'Move to the new version',
  versionAddedTitle: 'Added',
  versionRemovedTitle: 'Removed',
  versionChangedTitle: 'Changed',
  versionAnswerDropped: 'Your answer to it would not be sent',
  versionAnswerKept: 'Your answer stays',
  versionAnswerPartly: 'Not all of your answers to it would be sent',
  versionNotMoved: 'The submission could not be moved. Nothing was changed.',
  versionMoved: 'The submission now has the new questions.',
  unfittingTitle: 'Some answers no longer fit',
  unfittingMessage:
    'They will not be sent, because this survey has changed since. Enter what is still needed in another question.',
  unfittingCount: (count: number) => counted(count, 'answer', 'answers'),
  withdrawnTitle: 'This survey is closed',
  withdrawn:
    'It was unpublished or taken off your list. You can finish this submission; if it is not accepted, it is kept in Recovery.',

  reviewAnswers: 'Review answers',
  reviewTitle: 'Review answers',
  reviewShow: 'Show',
  reviewAll: 'All',
  reviewOpen: (count: number) => `Empty ${count}`,
  reviewWrong: (count: number) => `To fix ${count}`,
  reviewReady: 'Everything required is answered.',
  reviewNothing: 'Nothing here.',
  unanswered: 'Not answered',
  secret: 'Hidden',

  logicTitle: 'Some rules of this survey cannot be followed',
  logicMessage: 'Every question is still asked. Tell the author of the survey:',
  logicUnknown: (question: string, name: string) =>
    `“${question}” refers to “${name}”, which is not a question of this survey.`,
  logicCycle: (question: string) => `“${question}” depends on itself.`,

  noticesTitle: 'Know when it is sent?',
  notices:
    'What you saved offline is sent automatically as soon as there is a network, even while the app is closed. A notification can let you know when it has arrived.',
  noticesAllow: 'Allow notifications',
  noticesLater: 'Not now',

  draftsTitle: 'Unfinished submissions',
  draftsMessage: 'They are kept on this device until you submit or discard them.',
  unnamedDraft: 'Unfinished submission',
  continueDraft: 'Continue',
  discardDraft: (name: string) => `Discard ${name}`,
  discardTitle: 'Discard Submission?',
  discardMessage: (name: string, answered: number) =>
    `“${name}” with ${counted(answered, 'answer', 'answers')} and its files will be deleted from this device. This cannot be undone.`,
  startNew: 'Start new',

  locating: 'Finding your location…',
  located: (metres: string) => `Location found, within ${metres}`,
  locatedPlain: 'Location found',
  notLocated: 'Location unknown. You can submit without it.',
  locateAgain: 'Try again',
  seePlace: 'See it',
  placeTitle: 'The place of this survey',
  placeNotHere: 'The map is not on this device yet. Open it once with a network.',
  stillSending: 'Saved on this device. It is still being sent.',
  editTitle: (title: string) => `Edit: ${title}`,
  saveChanges: 'Save changes',
  editSent: 'Changes saved and sent.',
  editSaved: 'Changes saved on this device. They are sent with the next sync.',
  locationDenied:
    'Location is not allowed. Allow it for this site in the browser’s settings. You can submit without it.',
})

/** The problems of answers. */
export const problems = translatable('fill.problems', {
  /** 5.10 */
  required: 'This field is required.',
  /** 5.13 */
  email: 'Please enter a valid email address.',
  /** 5.14 */
  phone: 'Phone number must be 7 to 15 digits.',
  number: 'Please enter a valid number.',
  whole: 'Please enter a whole number.',
  geopoint: 'Please enter a position such as 22.3071 73.1812.',
  geotrace: 'Please enter at least two positions, separated by semicolons.',
  geoshape:
    'Please enter at least three positions and the first one again, separated by semicolons.',
  time: 'Please enter a valid time.',
  moment: 'Please enter a valid date and time.',
  notValid: 'Please check this answer.',
  notOffered: 'This choice is not offered any more. Please choose again.',
  /** 5.15 */
  password: (minLength: number) => `Please enter at least ${minLength} characters.`,
  date: 'Please enter a valid date.',
  /** 5.16 */
  dateRange: (from: string, to: string) => `Please enter a date from ${from} to ${to}.`,
})

/** Words of the inputs. */
export const inputs = translatable('fill.inputs', {
  choose: 'Choose…',
  chosen: (count: number) => `${numberText(count)} chosen`,
  search: 'Search',
  noMatch: 'Nothing matches.',
  moreMatch: (count: number) => `${numberText(count)} more. Type to find one of them.`,
  done: 'Done',
  clear: 'Clear',
  minus: 'Minus',
  countryCode: 'Country code',
  countryAndCode: (country: string, code: string) => `${country} (${code})`,
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  more: 'More',
  less: 'Less',
  optional: 'optional',
  acknowledge: 'I acknowledge',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  keepOrder: 'Keep this order',
  rated: (stars: number, most: number) => `${numberText(stars)} of ${numberText(most)}`,
  yes: 'Yes',
})

/** Words about files and photos. */
export const files = translatable('fill.files', {
  addPhoto: 'Add photo',
  addPhotos: 'Add photos',
  replacePhoto: 'Replace photo',
  addFile: 'Add file',
  addFiles: 'Add files',
  replaceFile: 'Replace file',
  preparing: 'Preparing…',
  sentBefore: (count: number) => `${counted(count, 'file', 'files')} sent before`,
  remove: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove File',
  removeMessage: (name: string) => `“${name}” will be removed from this submission.`,
  removeConfirm: 'Yes, Remove',
  notRemoved: (name: string) => `File "${name}" could not be removed.`,
  limitOne: (limit: string) => `Up to ${limit}`,
  limitEach: (limit: string) => `Up to ${limit} each`,
  /** 5.17 */
  tooLarge: (name: string, limit: string) => `File "${name}" exceeds ${limit} limit.`,
  empty: (name: string) => `File "${name}" is empty.`,
  unreadable: (name: string) => `File "${name}" could not be read.`,
  noRoom: (name: string) =>
    `There is no room on this device for "${name}". Your answers are safe. Choose a smaller file or free some space.`,
  madeSmaller: (name: string) =>
    `"${name}" was made smaller: there is hardly any room left on this device.`,
  unstored: (name: string) => `"${name}" is not stored yet`,
  tryAgain: 'Try again',
  leaveOutTitle: 'Leave a file out?',
  leaveOutMessage: (names: string) =>
    `Not stored on this device: ${names}. What you submit now goes without it, and it is lost. To keep it, cancel, free some space and press “Try again” at the question.`,
  leaveOutConfirm: 'Leave it out',
  sent: 'Sent',
  sentHint: 'Files that were sent stay with the submission. You can add more.',
  photoProblem: {
    dark: 'The photo is very dark. You can take it again.',
    blurred: 'The photo looks blurred. You can take it again.',
  },
  keptAsIs: (name: string) => `"${name}" could not be made smaller. It is kept as it is.`,
  notStored: (name: string) => `File "${name}" could not be stored. Your answers are safe.`,
  /** 8.50 */
  notABlob: 'The file given is not an instance of Blob or File',
  notAnImage: 'The file given is not an image',
})
