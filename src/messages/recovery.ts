import type { RecoveryDoc } from '../../collections/recovery.ts'
import type { HistoryEntry } from '../../collections/submissions.ts'

/** Recovery: work the server would not take (decisions 3). */
export const recovery = {
  title: 'Recovery',
  intro:
    'The server would not take this work. It stays on this device until you delete it, and nobody else can.',
  count: (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`,
  noneTitle: 'Nothing to recover',
  noneMessage: 'Work that the server refuses is kept here, so that it is never lost.',
  moved: (when: string) => `Moved here ${when}`,
  made: (when: string) => `Made ${when}`,
  files: (count: number) => `${count} ${count === 1 ? 'file' : 'files'} kept`,
  serverSaid: (text: string) => `The server said: ${text}`,
  show: 'Show what it holds',
  hide: 'Hide what it holds',
  export: 'Export',
  delete: 'Delete for good',
  deleteTitle: 'Delete for good?',
  deleteMessage: 'This work exists nowhere else. Once it is deleted, nobody can bring it back.',
  deleted: 'Recovery entry deleted.',
  edit: 'Edit',
  trying: 'Trying...',
  tryingAgain: 'Back in the queue: it is being sent.',
  triesLater: 'Back in the queue: it is sent when the network is back.',
  gone: 'What this belongs to is no longer on this device. Edit it as a new interview, or export it.',
  failed: 'That did not work. The entry is still here.',
  returns: (when: string) => `Not before ${when}.`,
  answers: 'Answers',
  changes: 'What was changed',
  cleared: 'Cleared',
  filesTitle: 'Files',
  history: 'What happened',
} as const

/** What was being sent. */
export const recoveryKind = (kind: RecoveryDoc['kind']): string => {
  switch (kind) {
    case 'create':
      return 'New submission'
    case 'edit':
      return 'Edit of a submission'
    case 'delete':
      return 'Deletion of a submission'
    case 'files':
      return 'Files of a submission'
    case 'profile':
      return 'Change of your profile'
    case 'document':
      return 'Record of an older version'
  }
}

/** Why it is here, in words. */
export const recoveryReason = (reason: RecoveryDoc['reason']): string => {
  switch (reason) {
    case 'draft':
      return 'The project is now a draft: it takes no submissions until it is published again.'
    case 'deleted':
      return 'The project or the submission was deleted on the server.'
    case 'invalid':
      return 'The server found an answer that is not valid.'
    case 'refused':
      return 'The server refused it.'
    case 'exhausted':
      return 'It was tried 3 times, and the server could not take it.'
    case 'orphan':
      return 'Its submission is no longer on this device.'
    case 'unreadable':
      return 'Its files cannot be read any more.'
    case 'migration':
      return 'It could not be brought to this version of the app.'
  }
}

/** What to do next, in words. */
export const recoveryAdvice = ({ reason, kind }: Pick<RecoveryDoc, 'reason' | 'kind'>): string => {
  switch (reason) {
    case 'draft':
      return 'Ask your office to publish the project, then try again.'
    case 'deleted':
      return kind === 'edit'
        ? 'Edit it to make a new interview of it, or export it for your office.'
        : 'Ask your office. If the project comes back, try again; else export it for them.'
    case 'invalid':
      return 'Edit the answer and submit it again.'
    case 'refused':
      return 'Look at what the server said. Edit it, or try again once your office has looked into it.'
    case 'exhausted':
      return 'Nothing is wrong with it. It goes back by itself once the server takes such work again; you can also try now.'
    case 'orphan':
    case 'unreadable':
      return 'Export what is here for your office, or try again.'
    case 'migration':
      return 'Export it for your office.'
  }
}

/** One step of what happened to the work. */
export const recoveryEvent = ({ what, note }: HistoryEntry): string => {
  const words: Readonly<Record<HistoryEntry['what'], string>> = {
    saved: 'Saved on this device',
    sent: 'Sent to the server',
    failed: 'A try failed',
    synced: 'The server has all of it',
    file: 'Files sent',
    edited: 'Edited',
    deleted: 'Deleted by you',
    recovered: 'Moved to Recovery',
  }
  return note === '' ? words[what] : `${words[what]}: ${note}`
}
