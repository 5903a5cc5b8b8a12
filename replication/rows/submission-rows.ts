import {
  type Answer,
  attentionTo,
  hiddenBy,
  type ManifestFile,
  type Review,
  type SubmissionDoc,
  type SubmissionFields,
} from '../../collections/schemas/submissions.ts'
import { answerAt, answerKey, fieldOfAnswerKey, startOfTempId } from '../../collections/ids.ts'
import { keptReview, unsentReplies } from '../../collections/interview/review.ts'
import { locatedAfter } from '../../collections/interview/located-after.ts'
import { newestOf } from '../../collections/schemas/schema.ts'
import type { FieldKinds } from './field-kinds.ts'
import { rowAnswers } from './row-answers.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import { mostHints } from '../wire/calls.ts'
import type { InterviewDetails } from '../wire/interview-details.ts'
import type { CommentEntry } from '../wire/review.ts'
import type {
  AnswerEntry,
  SubmissionCreateRequest,
  SubmissionUpdateRequest,
} from '../wire/requests.ts'

/** Converts between a submission on the device and its row on the server (3.22 to 3.24). */

/** The fields that only the device has; every base keeps them. */
type LocalFields = Pick<
  SubmissionDoc,
  | 'id'
  | 'client_key'
  | 'former_keys'
  | 'definition_hash'
  | 'accuracy'
  | 'submittedAt'
  | 'files'
  | 'history'
>

const localFields = (doc: SubmissionDoc): LocalFields => ({
  id: doc.id,
  client_key: doc.client_key,
  ...(doc.former_keys === undefined ? {} : { former_keys: doc.former_keys }),
  definition_hash: doc.definition_hash,
  accuracy: doc.accuracy,
  submittedAt: doc.submittedAt,
  files: withoutRemoved(doc.files),
  history: doc.history,
})

/** The files of a base. A removed file is not among them, because the edit that removed it is confirmed. */
const withoutRemoved = (files: readonly ManifestFile[]): ManifestFile[] =>
  files.filter(({ removed }) => removed !== true)

const foreign = (row: SubmissionRow): LocalFields => ({
  id: row.id,
  client_key: row.client_key,
  definition_hash: '',
  accuracy: null,
  submittedAt: row.created_at,
  files: [],
  history: [],
})

const reviewField = (review: Review | null): Pick<SubmissionDoc, 'review'> =>
  review === null ? {} : { review }

/**
 * The base of a server row, with the fields that only the device has. They come from `known`, which is the document
 * without the edits that stay pending, because a refused edit must leave nothing in the base.
 */
export const rowToBase = (
  row: SubmissionRow,
  known: SubmissionDoc | null,
  kinds: FieldKinds,
  filesPending: number = known?.files_pending ?? 0,
): SubmissionFields => ({
  ...(known === null ? foreign(row) : localFields(known)),
  server_id: row.id,
  form_id: row.form_id,
  formName: row.form_name || known?.formName || '',
  // What a row does not say is not cleared.
  ...locatedAfter(
    row.located_after === null ? (known ?? {}) : { located_after: row.located_after },
  ),
  latitude: row.latitude === undefined ? (known?.latitude ?? null) : row.latitude,
  longitude: row.longitude === undefined ? (known?.longitude ?? null) : row.longitude,
  address: row.address || known?.address || '',
  city: row.city || known?.city || '',
  created_at: row.created_at || known?.created_at || '',
  updated_at: row.updated_at || row.created_at || known?.updated_at || '',
  answers: row.answers === null && known !== null ? known.answers : rowAnswers(row, kinds),
  ...(row.review === undefined ? keptReview(known ?? {}) : reviewField(row.review)),
  rev: row.rev,
  files_pending: filesPending,
  syncStatus: filesPending > 0 ? 'pending' : 'synced',
  state: 'stored',
  hidden: hiddenBy.nothing,
  attention: attentionTo.nothing,
  correction: 0,
  // The device's own time orders its interviews, because servers drop milliseconds.
  newest: newestOf(known?.submittedAt || row.created_at),
})

/** The base after a server took what was sent and returned only the id. */
export const sentToBase = (
  sent: SubmissionDoc,
  serverId: string,
  filesPending: number,
): SubmissionFields => {
  const { crdts: _, sent_before: __, replies: ___, corrects: ____, ...fields } = sent
  return {
    ...fields,
    ...keptReview(sent),
    files: withoutRemoved(fields.files),
    server_id: serverId,
    files_pending: filesPending,
    syncStatus: filesPending > 0 ? 'pending' : 'synced',
    state: 'stored',
    hidden: hiddenBy.nothing,
    attention: attentionTo.nothing,
    correction: 0,
  }
}

/** Compares answer keys by field, then by occurrence. */
const byPlace = (one: string, other: string): number => {
  const [a, b] = [fieldOfAnswerKey(one), fieldOfAnswerKey(other)]
  if (a.fieldId === b.fieldId) return a.occurrence - b.occurrence
  return one < other ? -1 : 1
}

/**
 * Adds an empty answer for each gap in the occurrences of a repeat, because a server that does not store occurrence
 * numbers identifies them by their order.
 */
const withoutGaps = (answers: Readonly<Record<string, Answer>>): Record<string, Answer> => {
  const filled: Record<string, Answer> = { ...answers }
  for (const key of Object.keys(answers)) {
    const { fieldId, occurrence } = fieldOfAnswerKey(key)
    for (let before = 0; before < occurrence; before += 1) {
      const key = answerKey(fieldId, before)
      if (!Object.hasOwn(filled, key)) filled[key] = ''
    }
  }
  return filled
}

/** The entries of a request: lists as JSON text, in the order of fields and occurrences (3.24). */
const answersToEntries = (answers: Readonly<Record<string, Answer>>): AnswerEntry[] =>
  Object.keys(answers)
    .sort(byPlace)
    .map(key => {
      const value = answerAt(answers, key) ?? ''
      const { fieldId, occurrence } = fieldOfAnswerKey(key)
      return {
        form_field_id: fieldId,
        value: typeof value === 'string' ? value : JSON.stringify(value),
        ...(occurrence === 0 ? {} : { occurrence }),
      }
    })

/** The body of the POST that makes a submission (7.14). */
export const toCreateRequest = (doc: SubmissionDoc): SubmissionCreateRequest => ({
  form_id: doc.form_id,
  latitude: doc.latitude,
  longitude: doc.longitude,
  answers: answersToEntries(withoutGaps(doc.answers)),
  created_at: doc.created_at,
  tempId: doc.id,
  client_key: doc.client_key,
})

/** The unsent replies of a submission, as a request carries them. */
export const repliesToSend = (doc: SubmissionDoc): CommentEntry[] =>
  Object.entries(unsentReplies(doc)).map(([id, { field_id, occurrence, text }]) => ({
    id,
    field_id,
    occurrence,
    text,
  }))

/** How the interview was made, for a request that is sent at `now`. */
export const detailsOf = (doc: SubmissionDoc, now: number): InterviewDetails => {
  const startedAt = new Date(startOfTempId(doc.id))
  return {
    definition_hash: doc.definition_hash || null,
    started_at: Number.isNaN(startedAt.getTime()) ? null : startedAt.toISOString(),
    accuracy: doc.accuracy,
    located_after: doc.located_after ?? null,
    sent_at: new Date(now).toISOString(),
    address: doc.address || null,
    hints: doc.history.find(({ what }) => what === 'saved')?.hints?.slice(0, mostHints) ?? [],
  }
}

/**
 * The body of the PUT that carries edits; with `only`, for servers that merge, it has just those answers. `removed`
 * are the addresses of files to be removed.
 */
export const toUpdateRequest = (
  doc: SubmissionDoc,
  only: ReadonlySet<string> | null,
  removed: readonly string[] = [],
): SubmissionUpdateRequest => {
  const changed = {
    updated_at: doc.updated_at,
    ...(removed.length === 0 ? {} : { removed_files: [...removed] }),
  }
  if (only === null) return { ...toCreateRequest(doc), ...changed }
  const cleared = [...only].filter(key => !Object.hasOwn(doc.answers, key))
  const named = {
    ...pick(doc.answers, only),
    ...Object.fromEntries(cleared.map(key => [key, ''])),
  }
  return {
    ...toCreateRequest(doc),
    // No gaps are filled, because an empty answer would clear the server's.
    answers: answersToEntries(named),
    ...changed,
    merge: true,
  }
}

const pick = (answers: Readonly<Record<string, Answer>>, keys: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key)))
