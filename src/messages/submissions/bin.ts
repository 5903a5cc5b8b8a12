import type { BinReason } from '../../../collections/schemas/submissions.ts'
import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** The bin: submissions that disappeared, kept for 30 days to read and restore. */
export const bin = translatable('bin.bin', {
  title: 'Bin',
  link: (count: number) => `Bin (${count})`,
  linkDetail: 'Deleted submissions, kept for 30 days',
  intro:
    'Submissions that were deleted stay on this device for 30 days, or until the device needs the space. What the server does not have stays until you delete it.',
  count: (count: number) => counted(count, 'entry', 'entries'),
  noneTitle: 'The bin is empty',
  noneMessage: 'Deleted submissions are kept here for 30 days, so that you can restore them.',
  made: (when: string) => `Made ${when}`,
  binned: (when: string) => `In the bin since ${when}`,
  daysLeft: (days: number) =>
    days <= 1 ? 'Less than a day left' : `${counted(days, 'day', 'days')} left`,
  stays: 'Kept until you delete it, because the server does not have all of it',
  restore: 'Restore',
  restoring: 'Restoring...',
  /** Files that had left the device cannot be restored. */
  restored: (lostFiles: number) =>
    lostFiles === 0
      ? 'Restored. It will be sent as a new submission.'
      : `Restored without ${counted(lostFiles, 'file', 'files')} that had left this device. It will be sent as a new submission.`,
  delete: 'Delete for good',
  deleteTitle: 'Delete for good?',
  deleteMessage:
    'Its answers and files are removed from this device. After that it cannot be restored.',
  deleted: 'Deleted for good.',
  gone: 'This submission is no longer in the bin.',
  failed: 'That did not work. The submission is still in the bin.',
  undo: 'Undo',
  undone: 'The submission is back.',
  undoGone: 'The submission is no longer in the bin. Look in the unfinished submissions.',
  undoFailed: 'That did not work. Open the bin in Settings to restore the submission.',
})

/** Why a submission is in the bin. */
export const binReason = (reason: BinReason): string => binReasons[reason]

export const binReasons = translatable<Readonly<Record<BinReason, string>>>('bin.binReasons', {
  surveyor: 'Deleted by you',
  elsewhere: 'Deleted elsewhere',
  missing: 'No longer on the server',
})
