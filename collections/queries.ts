import { temporaryIds } from './ids.ts'
import { count, inOrder, list, type Bounds } from './query.ts'
import { caseHiddenBy, caseLacks } from './schemas/cases.ts'
import type { FileStatus } from './schemas/file-uploads.ts'
import { newestOf } from './schemas/schema.ts'
import { attentionTo, hiddenBy, type SyncStatus } from './schemas/submissions.ts'

/**
 * Every read of the app, by name. A list is always ascending along an index and always limited; an index always
 * covers a count.
 */

/** How many rows a list shows until the user asks for more. */
export const pageRows = 50

/** Submissions of the lists, and those whose deletion is to be sent. */
const known = { $gte: hiddenBy.nothing, $lte: hiddenBy.deletion }

/** The forms assigned to the surveyor, most recently updated first. */
export const assignedForms = (limit = 1000) => list('forms', { hidden: 0, newest: inOrder }, limit)

/** How many forms are assigned to the surveyor. */
export const assignedFormCount = count('forms', { hidden: 0, newest: inOrder })

/** Every form on the device, including those that only unsent work keeps here. */
export const knownForms = (limit = 2000) =>
  list('forms', { hidden: { $gte: 0 }, newest: inOrder }, limit)

/** The fields of one version of a form, in their order. */
export const fieldsOfVersion = (definitionHash: string) =>
  list('form_questions', { definition_hash: definitionHash, order: inOrder }, 5000)

/** How many fields a version of a form has. */
export const fieldCount = (definitionHash: string) =>
  count('form_questions', { definition_hash: definitionHash, order: inOrder })

/** The fields of all versions of a form. */
export const fieldsOfForm = (formId: string) => list('form_questions', { form_id: formId }, 100_000)

/** Which submissions a list shows. */
export interface SubmissionFilter {
  /** Only submissions of this form. */
  readonly formId?: string | undefined
  /** Only submissions that the server does not have completely. */
  readonly pendingOnly?: boolean | undefined
  /** Only submissions made at this time or later; epoch ms. */
  readonly sinceMs?: number | undefined
}

/** The times of a list, from the row after which it starts. */
const timesOf = ({ sinceMs }: SubmissionFilter, after: PageKey | null = null) =>
  sinceMs === undefined && after === null
    ? inOrder
    : {
        ...(after === null ? {} : { $gte: after.newest }),
        ...(sinceMs === undefined ? {} : { $lte: newestOf(sinceMs) }),
      }

const shown = ({ formId, pendingOnly }: SubmissionFilter) => ({
  hidden: 0,
  ...(formId === undefined ? {} : { form_id: formId }),
  ...(pendingOnly ? { syncStatus: 'pending' as SyncStatus } : {}),
})

/** The row after which a page starts. `ties` rows up to and including it have the same `newest`. */
export interface PageKey {
  readonly newest: number
  readonly id: string
  readonly ties: number
}

/**
 * The submissions a surveyor sees, newest first (2.survey-data-list.4). A page after a key starts with the rows
 * that tie with the key because the index orders them by id; `rowsBehind` removes them.
 */
export const visibleSubmissions = (
  filter: SubmissionFilter = {},
  limit = pageRows,
  after: PageKey | null = null,
) => {
  const newest = timesOf(filter, after)
  return list('submissions', { ...shown(filter), newest }, limit + (after?.ties ?? 0))
}

/** How many submissions a list has in total. */
export const visibleSubmissionCount = (filter: SubmissionFilter = {}) =>
  count('submissions', { ...shown(filter), newest: timesOf(filter) })

/** How many submissions the surveyor deleted here that the server still has. */
export const pendingDeletionCount = count('submissions', { hidden: 1, newest: inOrder })

/** The same of one form. */
export const pendingDeletionCountOf = (formId: string) =>
  count('submissions', { hidden: 1, form_id: formId, newest: inOrder })

/** How many submissions were made within a period: first instant included, second excluded; epoch ms. */
export const submissionCountBetween = (fromMs: number, toMs: number) =>
  count('submissions', { hidden: 0, newest: { $gt: newestOf(toMs), $lte: newestOf(fromMs) } })

/** The first submission that was made on this device. */
export const ownSubmissions = list('submissions', { id: temporaryIds }, 1)

/** Every submission that the server does not have completely, with the given status. */
export const unsentSubmissions = (syncStatus: Exclude<SyncStatus, 'synced'>) =>
  list(
    'submissions',
    {
      hidden: syncStatus === 'deleted' ? hiddenBy.deletion : hiddenBy.nothing,
      syncStatus,
      newest: inOrder,
    },
    100_000,
  )

/** The newest submissions that the server has completely, up to this `newest`. */
export const syncedSubmissions = (end: number, limit: number) =>
  list('submissions', { hidden: 0, syncStatus: 'synced', newest: { $lte: end } }, limit)

/**
 * The submission with a server id, whatever its local id is; more than one while it has copies here. All readers ask for
 * as many, because RxDB then answers the later ones from memory.
 */
export const submissionByServerId = (serverId: string) =>
  list('submissions', { server_id: serverId }, 10)

/** The submissions with these server ids. */
export const submissionsByServerIds = (serverIds: readonly string[], limit: number) =>
  list('submissions', { server_id: { $in: serverIds } }, limit)

/** Every submission that has a row on the server. */
export const submissionsWithRow = list('submissions', { server_id: { $gt: '' } }, 1_000_000)

/** Every interview, whatever its state. */
export const everySubmission = list(
  'submissions',
  { hidden: { $gte: hiddenBy.nothing }, newest: inOrder },
  1_000_000,
)

/** Every interview of a form that is in the lists. Those in Recovery and in the bin are few, and not in it. */
export const everySubmissionOf = (formId: string) =>
  list('submissions', { hidden: hiddenBy.nothing, form_id: formId, newest: inOrder }, 1_000_000)

/** The submissions of a form that were made within a period, both ends included; epoch ms. */
export const submissionsBetween = (formId: string, fromMs: number, toMs: number) =>
  list(
    'submissions',
    { hidden: 0, form_id: formId, newest: { $gte: newestOf(toMs), $lte: newestOf(fromMs) } },
    100,
  )

/** The submissions of all forms that were made within a period, hidden ones included; epoch ms. */
export const submissionsNear = (fromMs: number, toMs: number) =>
  list(
    'submissions',
    { hidden: known, newest: { $gte: newestOf(toMs), $lte: newestOf(fromMs) } },
    100,
  )

/** The live answers of an interview. */
export const answersOf = (interviewId: string) =>
  list('form_responses', { submission_id: interviewId }, 100_000)

/** One live answer of the interview whose id comes next after this one; '' finds the first interview with answers. */
export const answerBehind = (interviewId: string) =>
  list('form_responses', { submission_id: { $gt: interviewId } }, 1)

/** The files of an interview, sent or not. */
export const filesOf = (interviewId: string) =>
  list('file_uploads', { submission_id: interviewId }, 10_000)

/** The files with a status, such as unsent, or moved to Recovery. */
export const filesWithStatus = (status: FileStatus) =>
  list('file_uploads', { sync_status: status, created_at: inOrder }, 10_000)

/** How many photos and files are on the device. */
export const fileCount = count('file_uploads', { submission_id: { $gte: '' } })

/** The submissions that the office asks to correct, newest first. */
export const submissionsToCorrect = (limit = pageRows) =>
  list('submissions', { correction: 1, hidden: hiddenBy.nothing, newest: inOrder }, limit)

/** How many these are. */
export const correctionCount = count('submissions', {
  correction: 1,
  hidden: hiddenBy.nothing,
  newest: inOrder,
})

const worked = { $gte: attentionTo.work, $lte: attentionTo.workAndRefusal }

/** Unfinished interviews, and submissions with an unfinished edit; interview/drafts.ts sorts them. */
export const unfinishedInterviews = (limit = 10_000) =>
  list('submissions', { attention: worked }, limit)

/** How many interviews are unfinished. */
export const unfinishedInterviewCount = count('submissions', { attention: worked })

/** What is still to be sent, optionally of one form; oldest first. */
export const waitingItems = (formId?: string, limit = 1000) =>
  list('outbox', { form_id: formId ?? { $gte: '' }, timestamp: inOrder }, limit)

/** How many items are in the outbox. */
export const waitingItemCount = count('outbox', { form_id: { $gte: '' }, timestamp: inOrder })

/** The outbox items of one submission. */
export const itemsOfSubmission = (submissionId: string) =>
  list('outbox', { submission_id: submissionId }, 1000)

/** What the runner takes next: the interactive interview, then answers, then files; each oldest first. */
export const readyItems = (limit = 1) =>
  list('outbox', { state: 'ready', rank: inOrder, timestamp: inOrder }, limit)

/** How many ready items have a rank within these bounds. */
export const readyItemCount = (rank: Bounds<number>) =>
  count('outbox', { state: 'ready', rank, timestamp: inOrder })

/** The items whose next try is within these bounds, the earliest first; epoch ms. */
export const itemsToTry = (nextRetryAt: Bounds<number> = inOrder, limit = 10_000) =>
  list('outbox', { state: 'waiting', nextRetryAt }, limit)

const shownCases = { hidden: caseHiddenBy.nothing }

/** Later than every day. */
const lastDay = '9999-12-31'

const dueUntil = (until: string) => ({ $gt: '', $lte: until })

const refused = { $gte: attentionTo.workAndRefusal, $lte: attentionTo.refusal }

/** The submissions of which the server refused something. */
export const refusedSubmissions = (limit = pageRows) =>
  list('submissions', { attention: refused }, limit)

/** Every submission of which the server refused something. */
export const everyRefused = refusedSubmissions(100_000)

/** How many submissions Recovery has something of. */
export const refusedCount = count('submissions', { attention: refused })

/** The cases of a list from this key of its order on. */
export const casesFrom = (caseList: string, hidden: number, newest: number, limit: number) =>
  list('cases', { hidden, list: caseList, newest: { $gte: newest } }, limit)

/** The cases of a list whose next visit has a day, the earliest first; `until` is the last day, `YYYY-MM-DD`. */
export const casesOfByDue = (caseList: string, until = lastDay, limit = pageRows) =>
  list('cases', { ...shownCases, list: caseList, due: dueUntil(until), newest: inOrder }, limit)

/** How many cases a list has. */
export const caseCount = (caseList: string) =>
  count('cases', { ...shownCases, list: caseList, newest: inOrder })

/** How many cases of all lists there are. */
export const shownCaseCount = count('cases', { ...shownCases, list: inOrder, newest: inOrder })

/** How many cases of all lists are due until a day. */
export const dueCount = (until = lastDay) =>
  count('cases', { ...shownCases, due: dueUntil(until), newest: inOrder })

/** The first case of the list whose name comes next after this one; '' finds the first list. */
export const caseListBehind = (caseList: string) =>
  list('cases', { ...shownCases, list: { $gt: caseList }, newest: inOrder }, 1)

/** The cases with operations of this device that the server's list may lack. */
export const casesLacking = (limit: number) =>
  list('cases', { lacks: { $gte: caseLacks.list } }, limit)

/** The cases that no pass from this one on has brought. */
export const casesBefore = (pass: number, limit: number) =>
  list('cases', { pass: { $lt: pass } }, limit)

/** The submissions in the bin, the last that disappeared first. */
export const binnedSubmissions = (limit = pageRows) =>
  list('submissions', { hidden: hiddenBy.bin, newest: inOrder }, limit)

/** How many submissions are in the bin. */
export const binCount = count('submissions', { hidden: hiddenBy.bin, newest: inOrder })
