import type { FileStatus } from './schemas/file-uploads.ts'
import type { CountQuery, ListQuery } from './query.ts'
import { newestOf } from './schemas/schema.ts'
import type { SyncStatus } from './schemas/submissions.ts'

/**
 * Every read the app makes, named. A list is always ascending along an index and always limited;
 * a count is always covered by its index.
 */

/** How many rows a list shows before it is asked for more. */
export const pageRows = 50

/** The forms assigned to the surveyor, most recently updated first. */
export const assignedForms = (limit = 1000): ListQuery<'forms'> => ({
  collection: 'forms',
  key: `assigned forms ${limit}`,
  build: forms =>
    forms.find({
      selector: { hidden: 0 },
      sort: [{ hidden: 'asc' }, { newest: 'asc' }],
      index: ['hidden', 'newest'],
      limit,
    }) as never,
})

/** How many forms are assigned to the surveyor. */
export const assignedFormCount: CountQuery<'forms'> = {
  collection: 'forms',
  key: 'assigned form count',
  count: forms => forms.count({ selector: { hidden: 0 } }) as never,
}

/** Every form on the device, also those that only unsent work keeps here. */
export const knownForms = (limit = 2000): ListQuery<'forms'> => ({
  collection: 'forms',
  key: `known forms ${limit}`,
  build: forms =>
    forms.find({
      selector: { hidden: { $gte: 0 } },
      sort: [{ hidden: 'asc' }, { newest: 'asc' }],
      index: ['hidden', 'newest'],
      limit,
    }) as never,
})

/** The fields of one version of a form, in their order. */
export const fieldsOfVersion = (definitionHash: string): ListQuery<'form_questions'> => ({
  collection: 'form_questions',
  key: `fields ${definitionHash}`,
  build: questions =>
    questions.find({
      selector: { definition_hash: definitionHash },
      sort: [{ definition_hash: 'asc' }, { order: 'asc' }],
      index: ['definition_hash', 'order'],
      limit: 5000,
    }) as never,
})

/** Which submissions a list shows. */
export interface SubmissionFilter {
  /** Only submissions of this form. */
  readonly formId?: string | undefined
  /** Only what the server has not all of. */
  readonly pendingOnly?: boolean | undefined
}

const submissionSelector = ({ formId, pendingOnly }: SubmissionFilter) => ({
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
 * the rows that tie with it, for the index orders them by id; `rowsBehind` leaves them out.
 */
export const visibleSubmissions = (
  filter: SubmissionFilter = {},
  limit = pageRows,
  after: PageKey | null = null,
): ListQuery<'submissions'> => {
  const selector = submissionSelector(filter)
  const index = [...Object.keys(selector), 'newest']
  return {
    collection: 'submissions',
    key: `visible submissions ${JSON.stringify([selector, limit, after])}`,
    build: submissions =>
      submissions.find({
        selector: after === null ? selector : { ...selector, newest: { $gte: after.newest } },
        sort: index.map(field => ({ [field]: 'asc' })) as never,
        index: index as never,
        limit: limit + (after?.ties ?? 0),
      }) as never,
  }
}

/** How many submissions a list has in all. */
export const visibleSubmissionCount = (
  filter: SubmissionFilter = {},
): CountQuery<'submissions'> => {
  const selector = submissionSelector(filter)
  // Named, for RxDB would take the widest index that begins so.
  const index = [...Object.keys(selector), 'newest']
  return {
    collection: 'submissions',
    key: `visible submission count ${JSON.stringify(selector)}`,
    count: submissions => submissions.count({ selector, index: index as never }) as never,
  }
}

/** How many submissions the surveyor deleted here that the server still has. */
export const pendingDeletionCount: CountQuery<'submissions'> = {
  collection: 'submissions',
  key: 'pending deletion count',
  count: submissions =>
    submissions.count({ selector: { hidden: 1 }, index: ['hidden', 'newest'] }) as never,
}

/** How many were made within a time: from the first instant, up to and without the second; epoch ms. */
export const submissionCountBetween = (
  fromMs: number,
  toMs: number,
): CountQuery<'submissions'> => ({
  collection: 'submissions',
  key: `submission count ${fromMs} ${toMs}`,
  count: submissions =>
    submissions.count({
      selector: { hidden: 0, newest: { $gt: newestOf(toMs), $lte: newestOf(fromMs) } },
    }) as never,
})

/** Everything the server has not heard or not all of, with the given status. */
export const unsentSubmissions = (
  syncStatus: Exclude<SyncStatus, 'synced'>,
): ListQuery<'submissions'> => ({
  collection: 'submissions',
  key: `unsent submissions ${syncStatus}`,
  build: submissions =>
    submissions.find({
      selector: { syncStatus },
      sort: [{ syncStatus: 'asc' }, { newest: 'asc' }],
      index: ['syncStatus', 'newest'],
      limit: 100_000,
    }) as never,
})

/** The submission that has a server's id, whatever its own. */
export const submissionByServerId = (serverId: string): ListQuery<'submissions'> => ({
  collection: 'submissions',
  key: `submission by server id ${serverId}`,
  build: submissions =>
    submissions.find({
      selector: { server_id: serverId },
      index: ['server_id'],
      limit: 1,
    }) as never,
})

/** The live answers of an interview. */
export const answersOf = (interviewId: string): ListQuery<'form_responses'> => ({
  collection: 'form_responses',
  key: `answers ${interviewId}`,
  build: responses =>
    responses.find({
      selector: { submission_id: interviewId },
      index: ['submission_id'],
      limit: 10_000,
    }) as never,
})

/** The files of an interview, sent or not. */
export const filesOf = (interviewId: string): ListQuery<'file_uploads'> => ({
  collection: 'file_uploads',
  key: `files ${interviewId}`,
  build: files =>
    files.find({
      selector: { submission_id: interviewId },
      index: ['submission_id'],
      limit: 1000,
    }) as never,
})

/** The files with a status: what was not sent, or was set aside. */
export const filesWithStatus = (status: FileStatus): ListQuery<'file_uploads'> => ({
  collection: 'file_uploads',
  key: `files with status ${status}`,
  build: files =>
    files.find({
      selector: { sync_status: status },
      sort: [{ sync_status: 'asc' }, { created_at: 'asc' }],
      index: ['sync_status', 'created_at'],
      limit: 10_000,
    }) as never,
})

/** Unfinished interviews, the one last worked on first; of one form when it is given. */
export const unfinishedInterviews = (formId?: string, limit = pageRows): ListQuery<'drafts'> => ({
  collection: 'drafts',
  key: `drafts ${formId ?? ''} ${limit}`,
  build: drafts =>
    drafts.find(
      formId === undefined
        ? { selector: { newest: { $gte: 0 } }, sort: [{ newest: 'asc' }], index: ['newest'], limit }
        : {
            selector: { form_id: formId },
            sort: [{ form_id: 'asc' }, { newest: 'asc' }],
            index: ['form_id', 'newest'],
            limit,
          },
    ) as never,
})

/** How many interviews are unfinished. */
export const unfinishedInterviewCount: CountQuery<'drafts'> = {
  collection: 'drafts',
  key: 'draft count',
  count: drafts => drafts.count({ selector: { newest: { $gte: 0 } } }) as never,
}

/** How many photos and files are on the device. */
export const fileCount: CountQuery<'file_uploads'> = {
  collection: 'file_uploads',
  key: 'file count',
  count: files => files.count({ selector: { submission_id: { $gte: '' } } }) as never,
}

/** What waits to be sent, of one form when it is given; oldest first. */
export const waitingItems = (formId?: string, limit = 1000): ListQuery<'outbox'> => ({
  collection: 'outbox',
  key: `outbox ${formId ?? ''} ${limit}`,
  build: outbox =>
    outbox.find(
      formId === undefined
        ? {
            selector: { form_id: { $gte: '' } },
            sort: [{ form_id: 'asc' }, { timestamp: 'asc' }],
            index: ['form_id', 'timestamp'],
            limit,
          }
        : {
            selector: { form_id: formId },
            sort: [{ form_id: 'asc' }, { timestamp: 'asc' }],
            index: ['form_id', 'timestamp'],
            limit,
          },
    ) as never,
})

/** How many items wait for the server. */
export const waitingItemCount: CountQuery<'outbox'> = {
  collection: 'outbox',
  key: 'outbox count',
  count: outbox => outbox.count({ selector: { form_id: { $gte: '' } } }) as never,
}

/** What the runner takes next: the interactive interview, then answers, then files, oldest first. */
export const readyItems = (limit = 1): ListQuery<'outbox'> => ({
  collection: 'outbox',
  key: `ready ${limit}`,
  build: outbox =>
    outbox.find({
      selector: { state: 'ready' },
      sort: [{ state: 'asc' }, { rank: 'asc' }, { timestamp: 'asc' }],
      index: ['state', 'rank', 'timestamp'],
      limit,
    }) as never,
})

/** Work the server would not take, newest first. */
export const recoveryEntries = (limit = pageRows): ListQuery<'recovery'> => ({
  collection: 'recovery',
  key: `recovery ${limit}`,
  build: recovery =>
    recovery.find({
      selector: { newest: { $gte: 0 } },
      sort: [{ newest: 'asc' }],
      index: ['newest'],
      limit,
    }) as never,
})

/** What disappeared and can be restored, newest first. */
export const binEntries = (limit = pageRows): ListQuery<'bin'> => ({
  collection: 'bin',
  key: `bin ${limit}`,
  build: bin =>
    bin.find({
      selector: { newest: { $gte: 0 } },
      sort: [{ newest: 'asc' }],
      index: ['newest'],
      limit,
    }) as never,
})

/** How many entries the bin holds. */
export const binCount: CountQuery<'bin'> = {
  collection: 'bin',
  key: 'bin count',
  count: bin => bin.count({ selector: { newest: { $gte: 0 } } }) as never,
}

/** How many entries Recovery holds. */
export const recoveryCount: CountQuery<'recovery'> = {
  collection: 'recovery',
  key: 'recovery count',
  count: recovery => recovery.count({ selector: { newest: { $gte: 0 } } }) as never,
}
