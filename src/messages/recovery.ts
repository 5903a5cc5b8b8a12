import type { RecoveryDoc } from '../../collections/recovery.ts'

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
  deleteFailed: 'The entry could not be deleted.',
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
