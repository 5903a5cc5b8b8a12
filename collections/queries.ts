import { count, inOrder, list } from './query.ts'
import type { FileStatus } from './schemas/file-uploads.ts'
import { newestOf } from './schemas/schema.ts'
import type { SyncStatus } from './schemas/submissions.ts'

/**
 * Every read the app makes, named. A list is always ascending along an index and always limited;
 * a count is always covered by its index.
 */

/** How many rows a list shows before it is asked for more. */
export const pageRows = 50

const anyTime = { newest: { $gte: 0 } }

/** The forms assigned to the surveyor, most recently updated first. */
export const assignedForms = (limit = 1000) => list('forms', { hidden: 0, newest: inOrder }, limit)

/** How many forms are assigned to the surveyor. */
export const assignedFormCount = count('forms', { hidden: 0, newest: inOrder })

/** Every form on the device, also those that only unsent work keeps here. */
export const knownForms = (limit = 2000) =>
  list('forms', { hidden: { $gte: 0 }, newest: inOrder }, limit)

/** The fields of one version of a form, in their order. */
export const fieldsOfVersion = (definitionHash: string) =>
  list('form_questions', { definition_hash: definitionHash, order: inOrder }, 5000)

/** Which submissions a list shows. */
export interface SubmissionFilter {
  /** Only submissions of this form. */
  readonly formId?: string | undefined
  /** Only what the server has not all of. */
  readonly pendingOnly?: boolean | undefined
}

const shown = ({ formId, pendingOnly }: SubmissionFilter) => ({
  hidden: 0,
  ...(formId === undefined ? {} : { form_id: formId }),
  ...(pendingOnly ? { syncStatus: 'pending' as SyncStatus } : {}),
})

/** The row that a page begins behind; as many as `ties` rows up to it have the same `newest`. */
export interface PageKey {
  readonly newest: number
  readonly id: string
  readonly ties: number
}

/**
 * The submissions a surveyor sees, newest first (2.survey-data-list.4). A page behind a key begins with
 * the rows that tie with it, because the index orders them by id; `rowsBehind` leaves them out.
 */
export const visibleSubmissions = (
  filter: SubmissionFilter = {},
  limit = pageRows,
  after: PageKey | null = null,
) => {
  const newest = after === null ? inOrder : { $gte: after.newest }
  return list('submissions', { ...shown(filter), newest }, limit + (after?.ties ?? 0))
}

/** How many submissions a list has in all. */
export const visibleSubmissionCount = (filter: SubmissionFilter = {}) =>
  count('submissions', { ...shown(filter), newest: inOrder })

/** How many submissions the surveyor deleted here that the server still has. */
export const pendingDeletionCount = count('submissions', { hidden: 1, newest: inOrder })

/** How many were made within a time: from the first instant, up to and without the second; epoch ms. */
export const submissionCountBetween = (fromMs: number, toMs: number) =>
  count('submissions', { hidden: 0, newest: { $gt: newestOf(toMs), $lte: newestOf(fromMs) } })

/** Every submission on the device, also those whose deletion waits to be sent. */
export const knownSubmissions = list(
  'submissions',
  { hidden: { $gte: 0 }, newest: inOrder },
  100_000,
)

/** Everything the server has not heard or not all of, with the given status. */
export const unsentSubmissions = (syncStatus: Exclude<SyncStatus, 'synced'>) =>
  list('submissions', { syncStatus, newest: inOrder }, 100_000)

/** The submission that has a server's id, whatever its own. */
export const submissionByServerId = (serverId: string) =>
  list('submissions', { server_id: serverId }, 1)

/** The submissions of a form that were made within a time, both ends included; epoch ms. */
export const submissionsBetween = (formId: string, fromMs: number, toMs: number) =>
  list(
    'submissions',
    { hidden: 0, form_id: formId, newest: { $gte: newestOf(toMs), $lte: newestOf(fromMs) } },
    100,
  )

/** The live answers of an interview. */
export const answersOf = (interviewId: string) =>
  list('form_responses', { submission_id: interviewId }, 10_000)

/** The files of an interview, sent or not. */
export const filesOf = (interviewId: string) =>
  list('file_uploads', { submission_id: interviewId }, 1000)

/** The files with a status: what was not sent, or was set aside. */
export const filesWithStatus = (status: FileStatus) =>
  list('file_uploads', { sync_status: status, created_at: inOrder }, 10_000)

/** How many photos and files are on the device. */
export const fileCount = count('file_uploads', { submission_id: { $gte: '' } })

/** Unfinished interviews, the one last worked on first; of one form when it is given. */
export const unfinishedInterviews = (formId?: string, limit = pageRows) =>
  list('drafts', formId === undefined ? anyTime : { form_id: formId, newest: inOrder }, limit)

/** How many interviews are unfinished. */
export const unfinishedInterviewCount = count('drafts', anyTime)

/** What waits to be sent, of one form when it is given; oldest first. */
export const waitingItems = (formId?: string, limit = 1000) =>
  list('outbox', { form_id: formId ?? { $gte: '' }, timestamp: inOrder }, limit)

/** How many items wait for the server. */
export const waitingItemCount = count('outbox', { form_id: { $gte: '' }, timestamp: inOrder })

/** What waits that concerns one submission. */
export const itemsOfSubmission = (submissionId: string) =>
  list('outbox', { submission_id: submissionId }, 1000)

/** What the runner takes next: the interactive interview, then answers, then files, oldest first. */
export const readyItems = (limit = 1) =>
  list('outbox', { state: 'ready', rank: inOrder, timestamp: inOrder }, limit)

/** Work the server would not take, newest first. */
export const recoveryEntries = (limit = pageRows) => list('recovery', anyTime, limit)

/** How many entries Recovery holds. */
export const recoveryCount = count('recovery', anyTime)

/** What disappeared and can be restored, newest first. */
export const binEntries = (limit = pageRows) => list('bin', anyTime, limit)

/** How many entries the bin holds. */
export const binCount = count('bin', anyTime)
