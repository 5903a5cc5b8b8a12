import type { RunSummary } from '../../../replication/outbox/events.ts'
import { profile } from '../account/profile.ts'
import { syncToasts } from './sync.ts'
import type { ToastKind } from '../../ui/toasts/toast-rules.ts'

/** A toast to be shown. */
interface Notice {
  readonly kind: ToastKind
  readonly text: string
}

/** The work at the end of a run: how much of it has arrived and not arrived, and how many fields have failed files. */
interface Left {
  readonly arrived: number
  readonly waiting: number
  readonly failedFields: number
}

/**
 * The toasts at the end of a run that the surveyor started (8.16 to 8.20). 'All synced' appears only when nothing
 * waits; otherwise the last toast says how much arrived and how much waits.
 */
export const summaryNotices = (
  summary: RunSummary,
  { arrived, waiting, failedFields }: Left = { arrived: 0, waiting: 0, failedFields: 0 },
): readonly Notice[] => {
  const { recovered, retried, synced, stopped } = summary
  const files = recovered.filter(item => item.type === 'FILE_UPLOAD').length
  const profiles = recovered.filter(item => item.type === 'PROFILE').length
  const submissions = recovered.length - files - profiles
  const notices: Notice[] = []
  if (submissions > 0) notices.push({ kind: 'error', text: syncToasts.removed(submissions) })
  if (files > 0) notices.push({ kind: 'error', text: syncToasts.uploadFailed(files) })
  if (profiles > 0) notices.push({ kind: 'error', text: profile.failed })
  if (failedFields > 0) {
    notices.push({ kind: 'warning', text: syncToasts.fieldsFailed(failedFields) })
  }
  if (retried > 0) notices.push({ kind: 'warning', text: syncToasts.retried(retried) })
  if (stopped !== null) notices.push(stopNotice(stopped))
  if (waiting > 0 && (stopped === null || arrived > 0)) {
    notices.push({ kind: 'warning', text: syncToasts.partly(arrived, waiting) })
  }
  if (notices.length > 0) return notices
  return synced > 0
    ? [{ kind: 'success', text: syncToasts.allSynced }]
    : [{ kind: 'info', text: syncToasts.upToDate }]
}

/** How much of the waiting work a run has sent. */
export interface Arrived {
  readonly interviews: number
  readonly deletions: number
}

/** The text after an automatic run that sent waiting work: how much. */
export const arrivedText = ({ interviews, deletions }: Arrived): string => {
  const parts = [
    interviews > 0 && syncToasts.interviewsSent(interviews),
    deletions > 0 && syncToasts.deletionsSent(deletions),
  ].filter(part => part !== false)
  return parts.join(' · ')
}

const stopNotice = (stopped: NonNullable<RunSummary['stopped']>): Notice => {
  switch (stopped) {
    case 'offline':
      return { kind: 'error', text: syncToasts.offline }
    case 'login':
      return { kind: 'error', text: syncToasts.loginAgain }
    case 'portal':
      return { kind: 'error', text: syncToasts.failed }
    case 'busy':
    case 'lost':
      return { kind: 'info', text: syncToasts.busy }
  }
}
