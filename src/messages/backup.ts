import type { RestoreFailure, Restored } from '../session/backup/restore-backup.ts'

/** Backup and Restore: unsent work in a file, and back (decisions 3). */
export const backup = {
  make: 'Back up unsent work',
  makeHint: 'One file with all drafts, unsent submissions and photos.',
  restore: 'Restore backup',
  restoreHint: 'Brings the work of a backup file back to this device.',
  passphrase: 'Passphrase',
  passphraseHelp:
    'At least 12 characters; several words are good. Whoever has the file and the passphrase can read it. Without the passphrase nobody can, and neither can we.',
  repeat: 'Passphrase again',
  show: 'Show the passphrase',
  hide: 'Hide the passphrase',
  tooShort: 'At least 12 characters.',
  differs: 'The two passphrases differ.',
  prepare: 'Prepare a backup file',
  preparing: 'Preparing...',
  prepareFailed: 'The backup could not be made. Nothing was changed.',
  save: 'Save the backup file',
  ready: 'The backup is ready. Save it, and keep the passphrase apart from it.',
  file: 'Backup file',
  choose: 'Choose the backup file',
  chooseFile: 'Choose the backup file first.',
  restoring: 'Restoring...',
  restoreNow: 'Restore',
  restoreAnyway: 'Restore it into my account',
  restoreFailed:
    'The backup could not be restored. Try again: what was restored already stays once.',
} as const

/** What a restore has brought, in a sentence. */
export const restoredText = ({ drafts, submissions, recovery, files, known }: Restored): string => {
  const brought = [
    submissions > 0 && countText(submissions, 'submission', 'submissions'),
    drafts > 0 && countText(drafts, 'unfinished interview', 'unfinished interviews'),
    recovery > 0 && countText(recovery, 'entry in Recovery', 'entries in Recovery'),
    files > 0 && countText(files, 'file', 'files'),
  ].filter(part => part !== false)
  const there = known > 0 ? ` ${known} ${known === 1 ? 'was' : 'were'} on this device already.` : ''
  return brought.length === 0
    ? `There was nothing new.${there}`
    : `Restored: ${brought.join(', ')}.${there}`
}

const countText = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`

/** Why a file was not restored; nothing was changed then. */
export const restoreFailureText = (failure: RestoreFailure): string => {
  switch (failure.kind) {
    case 'foreign':
      return 'This is not a backup file. Nothing was changed.'
    case 'newer':
      return 'This backup was made by a newer version of the app. Update the app, then try again. Nothing was changed.'
    case 'passphrase':
      return 'The passphrase does not fit this file. Nothing was changed.'
    case 'damaged':
      return 'The file is damaged or was not copied completely. Nothing was changed.'
    case 'other-user':
      return `This is the work of ${failure.userName || 'another surveyor'}, or of another server. If you restore it, it will be sent in your name.`
  }
}
