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
  rows: (count: number) => counted(count, 'row', 'rows'),
  table: 'What is a row',
  interviews: 'Submissions',
  labels: 'Labels in',
  newer: (count: number) => `${counted(count, 'new submission', 'new submissions')} arrived.`,
  fewer: 'Some submissions were deleted.',
  show: 'Show',
  resize: 'Drag to make the column wider',
  keys: 'Arrow keys move, Enter opens or sorts. Shift with an arrow makes a column wider, Alt with an arrow moves it.',
  none: 'There are no submissions yet',
  noMatch: 'No submission matches the filters',
  reset: 'Remove the filters',
  cut: 'Too large for the table. Open it.',
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
  rows: 'Other rows',
  previous: 'Previous row',
  next: 'Next row',
  near: 'Rows near this place',
  onEarth: (point: string) => `The place ${point} on the earth`,
}

/** The words of the filters. */
export const filters = {
  title: 'Filters',
  add: 'Add a filter',
  apply: 'Filter',
  remove: (filter: string) => `Remove the filter: ${filter}`,
  place: 'Near a place',
  column: 'Column',
  condition: 'Condition',
  text: 'Text',
  from: 'From',
  until: 'Until',
  options: 'Answers',
  kinds: {
    contains: 'contains',
    any: 'is one of',
    between: 'is between',
    given: 'has an answer',
    empty: 'has no answer',
  },
  contains: (name: string, text: string) => `${name}: contains “${text}”`,
  any: (name: string, labels: string) => `${name}: ${labels}`,
  between: (name: string, from: string, until: string) =>
    `${name}: ${from || '…'} – ${until || '…'}`,
  given: (name: string) => `${name}: has an answer`,
  empty: (name: string) => `${name}: has no answer`,
}

/** The words of the columns' choice. */
export const layout = {
  title: 'Columns',
  all: 'All columns',
  keys: 'Alt with an arrow key moves a column.',
  earlier: (column: string) => `Move ${column} forward`,
  later: (column: string) => `Move ${column} back`,
}

/** The words of the views. */
export const views = {
  title: 'Views',
  none: 'You keep no views of this form yet.',
  name: 'Name of a view',
  why: 'Keeps the filters, the columns and the order that are shown now.',
  save: 'Keep this view',
  remove: (name: string) => `Delete the view ${name}`,
}

/** The words of the export. */
export const exports = {
  title: 'Export',
  what: (rows: string) => `What the filters leave: ${rows}.`,
  format: 'Format',
  formats: {
    xlsx: 'Spreadsheet (XLSX)',
    csv: 'All tables as CSV, in a ZIP',
    table: 'This table as CSV',
    jsonl: 'JSON Lines',
    geojson: 'GeoJSON, for maps',
    media: 'Photos and files, in a ZIP',
  },
  labels: 'Labels instead of codes',
  split: 'A column for each option of questions with several answers',
  start: 'Make the file',
  cancel: 'Cancel',
  received: (size: string) => `${size} so far`,
  save: (size: string) => `Save the file (${size})`,
  done: 'The file is complete. It is as confidential as the data.',
}

/** The words of photos. */
export const photos = {
  previous: 'Previous photo',
  next: 'Next photo',
  place: (number: number, total: number) => `${number} of ${total}`,
}
