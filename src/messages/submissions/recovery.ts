import { isTempId } from '../../../collections/ids.ts'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import type { HistoryEntry } from '../../../collections/schemas/history-entry.ts'
import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'
import { ownReason, reasonText, withRequest } from '../app/failure.ts'

/** Recovery: work that the server did not accept (decisions 3). */
export const recovery = translatable('recovery.recovery', {
  title: 'Recovery',
  intro:
    'The server does not have this work. It stays on this device until it is sent or you delete it.',
  /** The state of an entry. */
  refused: 'Refused',
  waits: 'Waiting for the server',
  notSent: 'Not sent',
  count: (count: number) => counted(count, 'entry', 'entries'),
  noneTitle: 'Nothing to recover',
  noneMessage: 'Work that the server refuses is kept here, so that it is never lost.',
  moved: (when: string) => `Moved here ${when}`,
  made: (when: string) => `Made ${when}`,
  files: (count: number) => `${counted(count, 'file', 'files')} kept`,
  serverSaid: (text: string) => `The server said: ${text}`,
  export: 'Export',
  delete: 'Delete for good',
  deleteTitle: 'Delete for good?',
  deleteMessage: 'This work may exist nowhere else. Once deleted, it cannot be restored.',
  deleted: 'Recovery entry deleted.',
  edit: 'Edit',
  trying: 'Trying...',
  tryingAgain: 'Back in the queue: it is being sent.',
  triesLater: 'Back in the queue: it is sent with the next sync.',
  gone: 'What this belongs to is no longer on this device. Edit it as a new submission, or export it.',
  openedWithout: (lostFiles: number) =>
    `Opened without ${counted(lostFiles, 'file', 'files')} that had left this device.`,
  exportedWithout: (lostFiles: number) =>
    `Exported without ${counted(lostFiles, 'file', 'files')} that had left this device.`,
  failed: 'That did not work. The entry is still here.',
  returns: (when: string) => `The next try is at ${when} or later.`,
  answers: 'Answers',
  changes: 'What was changed',
  cleared: 'Cleared',
  filesTitle: 'Files',
  history: 'What happened',
  newPicture: 'A new picture',
})

/** A stored reason in words: a server's message as a quotation, our own reason as plain text. */
export const recoverySaid = (message: string): string =>
  ownReason(message) ?? recovery.serverSaid(message)

/** What was being sent. */
export const recoveryKind = (kind: RecoveryEntry['kind']): string => kinds[kind]

/** Why it is in Recovery, in words. */
export const recoveryReason = ({
  reason,
  kind,
  submission_id: id,
}: Pick<RecoveryEntry, 'reason' | 'kind' | 'submission_id'>): string =>
  reason === 'invalid' && kind === 'profile'
    ? reasons.invalidProfile
    : reason === 'orphan' && kind === 'files' && isTempId(id)
      ? reasons.temporaryFiles
      : reasons[reason]

/** Why it is in Recovery, in one sentence: the server's own where it gave one. */
export const recoveryCause = (
  entry: Pick<RecoveryEntry, 'reason' | 'kind' | 'message' | 'submission_id'>,
): string => {
  const isSaid = entry.reason === 'refused' || entry.reason === 'invalid'
  return isSaid && entry.message !== '' ? recoverySaid(entry.message) : recoveryReason(entry)
}

/** What to do next, in words. */
export const recoveryAdvice = ({ reason, kind }: Pick<RecoveryEntry, 'reason' | 'kind'>): string =>
  kind === 'profile'
    ? advice.profile
    : reason === 'deleted' && kind === 'edit'
      ? advice.deletedEdit
      : advice[reason]

/** One step of the work's history. */
export const recoveryEvent = ({ what, note, request }: HistoryEntry): string =>
  withRequest(note === '' ? events[what] : `${events[what]}: ${reasonText(note)}`, request)

export const kinds = translatable<Readonly<Record<RecoveryEntry['kind'], string>>>(
  'recovery.kinds',
  {
    create: 'New submission',
    edit: 'Edit of a submission',
    delete: 'Deletion of a submission',
    files: 'Files of a submission',
    profile: 'Change to your profile',
    document: 'Record from an older version',
  },
)

type Reasons = Readonly<Record<RecoveryEntry['reason'], string>>
type Advice = Reasons & Readonly<Record<'deletedEdit' | 'profile', string>>

export const reasons = translatable<
  Reasons & Readonly<Record<'invalidProfile' | 'temporaryFiles', string>>
>('recovery.reasons', {
  draft: 'The project is now a draft: it takes no submissions until it is published again.',
  deleted: 'The project or the submission was deleted on the server.',
  invalid: 'The server found an answer that is not valid.',
  invalidProfile: 'The server found something in it that is not valid.',
  refused: 'The server refused it.',
  exhausted: 'It was sent 3 times, and the server could not process it.',
  orphan: 'Its submission is no longer on this device.',
  /** 5.19 */
  temporaryFiles: 'Cannot upload files with temporary submission ID',
  unreadable: 'Its files cannot be read any more.',
  migration: 'It could not be converted for this version of the app.',
  backup: 'It is from a backup, and may be older than what is on this device or on the server.',
})

export const advice = translatable<Advice>('recovery.advice', {
  draft: 'Ask your office to publish the project, then try again.',
  deleted: 'Ask your office. If the project comes back, try again; otherwise export it for them.',
  deletedEdit: 'Edit it as a new submission, or export it for your office.',
  invalid: 'Edit the answer and submit it again.',
  refused:
    'Look at what the server said. Edit it, or try again once your office has looked into it.',
  exhausted:
    'Nothing is wrong with it. It is sent again automatically once the server accepts such work; you can also try now.',
  orphan: 'Export what is here for your office, or try again.',
  unreadable: 'Export what is here for your office, or try again.',
  migration: 'Export it for your office.',
  backup:
    'Compare it with the submission. Edit it or try again only if it should replace what is there now; otherwise delete it.',
  profile:
    'Change it in your profile and save it there, or try again once your office has looked into it.',
})

export const events = translatable<Readonly<Record<HistoryEntry['what'], string>>>(
  'recovery.events',
  {
    saved: 'Saved on this device',
    sent: 'Sent to the server',
    failed: 'A try failed',
    synced: 'The server has all of it',
    file: 'Files sent',
    edited: 'Edited',
    deleted: 'Deleted by you',
    recovered: 'Moved to Recovery',
    restored: 'Restored from the bin',
    resent: 'The server had lost it, so it is sent again',
  },
)
