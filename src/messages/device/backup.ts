import type { RestoreFailure, Restored } from '../../backup/restore/restore-backup.ts'
import { common } from '../app/common.ts'
import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** Backup and Restore: unsent work to a file, and back (decisions 3). */
export const backup = translatable('backup.backup', {
  make: 'Back up unsent work',
  makeHint: 'One file with all drafts, unsent submissions and photos.',
  restore: 'Restore backup',
  restoreHint: 'Brings the work of a backup file back to this device.',
  contents: (count: number) => `${counted(count, 'submission', 'submissions')} in the file`,
  passphrase: 'Passphrase',
  passphraseHelp:
    'At least 12 characters, best several words. Anyone with the file and the passphrase can read it. Without the passphrase no one can, not even us.',
  repeat: 'Passphrase again',
  show: 'Show the passphrase',
  hide: 'Hide the passphrase',
  tooShort: 'At least 12 characters.',
  guessable: 'This is too easy to guess. Use several words that do not belong together.',
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
  restoreFailed: 'The backup could not be restored. Try again: nothing will be restored twice.',
})

/** The outcome of a restore, in one sentence. */
export const restoredText = (what: Restored): string => {
  const { drafts, submissions, recovery, profile, files, known } = what
  const brought = [
    submissions > 0 && restored.submissions(submissions),
    drafts > 0 && restored.drafts(drafts),
    recovery > 0 && restored.recovery(recovery),
    profile && restored.profile,
    files > 0 && restored.files(files),
  ].filter(part => part !== false)
  const news =
    brought.length === 0 ? restored.nothing : restored.brought(brought.join(common.comma))
  return known > 0 ? `${news} ${restored.known(known)}` : news
}

export const restored = translatable('backup.restored', {
  submissions: (count: number) => counted(count, 'submission', 'submissions'),
  drafts: (count: number) => counted(count, 'unfinished submission', 'unfinished submissions'),
  recovery: (count: number) => `${counted(count, 'entry', 'entries')} in Recovery`,
  profile: 'changes to your profile',
  files: (count: number) => counted(count, 'file', 'files'),
  brought: (list: string) => `Restored: ${list}.`,
  nothing: 'There was nothing new.',
  known: (count: number) => `${counted(count, 'was', 'were')} on this device already.`,
})

/** Why a file was not restored; nothing was changed then. */
export const restoreFailureText = (failure: RestoreFailure): string =>
  failure.kind === 'other-user'
    ? refusals.otherUser(failure.userName || refusals.anotherSurveyor)
    : refusals[failure.kind]

export const refusals = translatable('backup.refusals', {
  foreign: 'This is not a backup file. Nothing was changed.',
  newer:
    'This backup was made by a newer version of the app. Update the app, then try again. Nothing was changed.',
  passphrase: 'The passphrase does not match this file. Nothing was changed.',
  damaged: 'The file is damaged or was not copied completely. Nothing was changed.',
  otherUser: (name: string) =>
    `This is the work of ${name}, or of another server. If you restore it, it will be sent in your name. If it is also sent in theirs, it arrives twice.`,
  anotherSurveyor: 'another surveyor',
})
