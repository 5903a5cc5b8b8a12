import { counted } from '../../../messages/counted.ts'
import { numberText } from '../../../messages/locale.ts'

const surveyors = (count: number) => counted(count, 'surveyor', 'surveyors')

/** The words of the surveyors. */
export const people = {
  title: 'People',
  person: 'Surveyor',
  groups: 'Groups',
  state: 'State',
  submissions: 'Submissions',
  waiting: 'Waiting',
  lastContact: 'Last contact',
  version: 'Version',
  storage: 'Free storage',
  search: 'Search people',
  clear: 'Clear the search',
  none: 'There are no surveyors yet',
  noMatch: 'No one matches the search',
  active: 'Active',
  inactive: 'Inactive',
  firstLogin: 'Not signed in yet',
  silent: 'Silent',
  unknown: 'Unknown',
  add: 'Add a surveyor',
  import: 'Import a list',
  choose: (name: string) => `Choose ${name}`,
  chooseAll: 'Choose all that are shown',
  chosen: (count: number) => `${surveyors(count)} chosen`,
  cancel: 'Cancel',
  save: 'Save',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  region: 'Region',
  taken: 'There is already someone with this address.',
  needsGroup: 'Everyone must be in one of your groups.',
  acts: {
    cards: 'New passwords',
    groups: 'Groups',
    deactivate: 'Deactivate',
    activate: 'Activate',
    signOut: 'Sign out everywhere',
  },
  ask: {
    cards: (count: number) =>
      `${surveyors(count)} will be signed out, and sign in again with the new password on their card. What is not sent yet stays on their phones.`,
    deactivate: (count: number) =>
      `${surveyors(count)} can no longer work or send. What they have sent stays, and you can activate them again.`,
    activate: (count: number) => `${surveyors(count)} can work and send again.`,
    signOut: (count: number) =>
      `${surveyors(count)} will be signed out on every phone. What is not sent yet stays there until they sign in again.`,
  },
  making: (done: number, all: number) =>
    `${numberText(done)} of ${numberText(all)} passwords are made`,
  joins: 'Add to',
  leaves: 'Remove from',
  newGroup: 'A new group',
  makeGroup: 'Add this group',
}

/** The words of one surveyor's record. */
export const person = {
  title: 'Surveyor',
  changed: 'Someone has changed this record meanwhile. Nothing was overwritten.',
  field: 'Entry',
  mine: 'Yours',
  theirs: 'As it is now',
  takeTheirs: 'Take what is there now',
  keepMine: 'Save mine over it',
  inGroups: 'Groups',
  erase: 'Erase',
  eraseTitle: 'Erase this surveyor?',
  eraseWhat: (submissions: number, files: number, cases: number) =>
    `${counted(submissions, 'submission', 'submissions')}, ${counted(files, 'file', 'files')} and what they say of ${counted(cases, 'case', 'cases')} are deleted from the server, for good.`,
  eraseWaiting: (waiting: number) =>
    `${counted(waiting, 'submission', 'submissions')} on the phone can no longer be sent.`,
  eraseInstead: 'To keep what they have sent, deactivate them instead.',
  eraseType: (email: string) => `Type ${email} to confirm`,
  eraseForGood: 'Erase for good',
  otherGroups: 'They are in other groups too. An administrator can erase them.',
}

/** The words of the cards. */
export const cards = {
  title: 'Sign-in cards',
  why: 'Print these cards now, and hand them over. The passwords are shown only once; each serves for the first sign-in.',
  print: 'Print',
  done: 'Done',
  password: 'Password',
  scan: 'Scan the code, or open the address:',
  qr: (name: string) => `Code of ${name}`,
}

/** The words of the import. */
export const importing = {
  title: 'Import surveyors',
  how: 'Choose a CSV file whose first line names the columns. Only email is needed. An empty cell changes nothing.',
  columns: 'Columns',
  empty: 'An empty sheet',
  file: 'CSV file',
  reading: 'The file is being read...',
  counts: {
    new: (count: number) => `${numberText(count)} new`,
    changed: (count: number) => `${numberText(count)} changed`,
    unchanged: (count: number) => `${numberText(count)} unchanged`,
    wrong: (count: number) => `${numberText(count)} wrong`,
  },
  nothingYet: 'Nothing is written yet.',
  correct: 'Correct these lines in the file, and choose it again. Nothing is imported before.',
  nothing: 'All of them are here already. There is nothing to import.',
  submit: (count: number) => `Import ${surveyors(count)}`,
  running: (done: number, all: number) => `${numberText(done)} of ${numberText(all)} imported`,
  stopped: 'It stopped on the way. What was imported stays, and the cards until here are below.',
  imported: (count: number) => `${surveyors(count)} imported.`,
  back: 'To the list',
  line: 'Line',
  what: 'What happens',
  kinds: { new: 'New', changed: 'Changed', unchanged: 'Unchanged', wrong: 'Wrong' },
  joins: (group: string) => `joins ${group}`,
  fields: {
    first_name: 'First name',
    last_name: 'Last name',
    phone: 'Phone',
    region: 'Region',
    group: 'Group',
  },
  wrong: {
    address: (text: string) => `“${text}” is not an email address.`,
    twice: () => 'The address is in the file twice.',
    stray: (text: string) => `“${text}” is in no column. A cell with a comma in it needs quotes.`,
    long: (text: string) => `“${text.slice(0, 40)}…” is too long.`,
    elsewhere: () => 'This address belongs to someone outside of your groups.',
    no_group: (text: string) => `The group is missing: ${text}.`,
    group: (text: string) => `The group “${text}” is not among yours.`,
  },
  unreadable: {
    csv_encoding: () => 'The file is not in UTF-8. In Excel, save it as “CSV UTF-8”.',
    csv_quote: () => 'A quote in the file does not end with its cell.',
    csv_no_email: () => 'The first line does not name a column email.',
    csv_column: (text: string) => `There is no column ${text}.`,
    csv_column_twice: (text: string) => `The column ${text} appears twice.`,
    csv_empty: () => 'There is no one in the file.',
    csv_many: (text: string) => `The file has more than ${text} lines. Please split it.`,
  },
}
