import { counted } from '../../../messages/counted.ts'

/** The words of the table of submissions. */
export const data = {
  search: 'Search answers',
  clear: 'Clear the search',
  surveyor: 'Surveyor',
  everyone: 'All surveyors',
  from: 'Received from',
  until: 'Received until',
  received: 'Received',
  count: (count: number) => counted(count, 'submission', 'submissions'),
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previous: 'Previous page',
  next: 'Next page',
  none: 'There are no submissions yet',
  noMatch: 'No submission matches the filters',
  reset: 'Remove the filters',
  open: 'Open',
  cut: 'Some answers on this page are too large to show with the others. Go to the next page for the rest.',
}

/** The words of one submission. */
export const detail = {
  title: 'Submission',
  created: 'Made',
  started: 'Begun',
  received: 'Received',
  updated: 'Changed',
  duration: 'Minutes it took',
  version: 'Version of the form',
  place: 'Place',
  accuracy: 'Accuracy in metres',
  hints: 'Hints',
  files: 'Files',
  answers: 'Answers',
  none: 'There are no answers.',
  occurrence: (number: number) => `No. ${number}`,
}
