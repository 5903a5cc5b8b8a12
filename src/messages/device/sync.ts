import type { OutboxDoc, Recovered } from '../../../collections/schemas/outbox.ts'
import type { RecoveryReason } from '../../../collections/schemas/refusal.ts'
import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'
import { reasonText } from '../app/failure.ts'
import { numberText } from '../locale.ts'
import { profile } from '../account/profile.ts'
import { deletion } from '../submissions/submissions.ts'

/** The Sync screen, and texts about syncing anywhere (8.14 to 8.21, 8.47). */
export const sync = translatable('sync.sync', {
  title: 'Sync',
  intro: 'What you submitted without a network waits here until the server has it.',
  pending: (count: number) => `${count} pending`,
  syncNow: 'Sync Now',
  viewLists: 'View Lists',
  profileTitle: 'Your profile',
  profileDetail: 'Changes to your name, number or picture.',
  viewProfile: 'View Profile',
  syncAll: 'Sync All',
  syncSelected: 'Sync Selected',
  syncing: 'Syncing...',
  select: (form: string) => `Select ${form}`,
  lastSynced: (when: string) => `Last synced: ${when}`,
  never: 'Never',
  recovery: (count: number) => `Recovery (${count})`,
  recoveryHint: 'Work that was not sent, or that the server did not accept. Nothing here is lost.',
  upToDateTitle: 'Everything is up to date',
  upToDateMessage: 'What you submit without a network appears here until it has been sent.',
  nothingYetTitle: 'Nothing to send',
  nothingYetOffline:
    'Your surveys are not on this device yet. Connect to the internet to download them.',
  nothingYetMessage: 'Your surveys are not on this device yet. Projects says why.',
  offlineHint: 'You are offline. Syncing starts automatically when the network is back.',
  autoSyncOff: 'Auto Sync is off: what waits is sent when you press Sync.',
  lastError: (text: string) => `Last try: ${text}`,
  tooSlow: (file: string) => `${file} takes too long on this network. Try again on a better one.`,
  showWaiting: 'Show what waits',
  hideWaiting: 'Hide what waits',
})

/** Toasts, letter by letter from 4.16, 8.16 to 8.20 and 8.47. */
export const syncToasts = translatable('sync.syncToasts', {
  upToDate: 'Everything is already up to date.',
  started: 'Sync started',
  allSynced: 'All data synced successfully',
  offline: 'You are offline. Cannot sync.',
  failed: 'Sync failed',
  busy: 'Sync already in progress or offline',
  itemNotFound: 'Item not found',
  loginAgain: 'Please login again',
  removed: (count: number) => `${count} submissions removed due to errors`,
  retried: (count: number) => `${count} items will be retried`,
  fieldsFailed: (count: number) => `Failed to sync ${count} fields`,
  uploadFailed: (count: number) => `Upload failed for ${count} fields`,
  nothingOfSurvey: 'No pending items for this survey to sync.',
  nothingSelected: 'Selected surveys have no pending items to sync.',
  everythingUpToDate: 'Everything is up to date.',
  partly: (sent: number, waiting: number) =>
    `${numberText(sent)} sent, ${numberText(waiting)} waiting`,
  interviewsSent: (count: number) => `${counted(count, 'submission was', 'submissions were')} sent`,
  deletionsSent: (count: number) => `${counted(count, 'deletion was', 'deletions were')} sent`,
})

/** The text when an item moves from the outbox to Recovery, and why (8.16, 8.20). */
export const recoveredText = ({
  reason,
  type,
  method,
  lastError = '',
}: Pick<Recovered, 'reason'> &
  Partial<Pick<OutboxDoc, 'type' | 'method' | 'lastError'>>): string => {
  const what = method === 'DELETE' ? deletion.failed : whatRecovered(reason, type)
  if (lastError === '') return what
  return `${what}${what.endsWith('.') ? '' : ':'} ${reasonText(lastError)}`
}

/** The text of recoveredText as a full sentence, so that another can follow. */
export const recoveredSentence = (item: Parameters<typeof recoveredText>[0]): string => {
  const text = recoveredText(item)
  return /[.!?。؟]$/.test(text) ? text : `${text}.`
}

const whatRecovered = (reason: RecoveryReason, type?: OutboxDoc['type']): string => {
  if (type === 'PROFILE') return profile.failed
  if (type === 'FILE_UPLOAD') return syncToasts.uploadFailed(1)
  return reason === 'draft' || reason === 'deleted' ? recovered[reason] : recovered.other
}

export const recovered = translatable('sync.recovered', {
  draft: 'Submission removed - project is now draft',
  deleted: 'Submission removed - project deleted',
  other: 'Submission could not be synced',
})

/** The text when a restored server has lost submissions of this device. */
export const resent = translatable('sync.resent', {
  text: (count: number) =>
    `The server had lost ${counted(count, 'submission', 'submissions')}. This device sends them again.`,
})

/** What is being sent (8.19, 8.45). */
export const progressWords = translatable('sync.progressWords', {
  submission: (current: number, total: number) => `Syncing submission ${current} of ${total}`,
  files: (current: number, total: number) => `Syncing files ${current} of ${total}`,
  profile: (): string => 'Updating profile...',
})
