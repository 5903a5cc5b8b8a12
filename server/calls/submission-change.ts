import {
  SubmissionUpdateRequest,
  type SubmissionUpdateRequest as UpdateBody,
} from '../../replication/wire/requests.ts'
import type { CommentEntry, Review } from '../../replication/wire/review.ts'
import { good, refuse, refuseFields, type Answer, type Refusal } from '../http/answer.ts'
import type { SurveyorCall, SurveyorHandler } from '../backend.ts'
import type { Query } from '../db/db.ts'
import { fileIdOf } from '../files/file-links.ts'
import { isUuid } from '../db/ids.ts'
import { limits } from '../limits.ts'
import { etagOf, matchesRevision, submissionToWire } from '../wire/rows.ts'
import { answersProblem, answersToStore, mergeAnswers, sameAnswers } from '../wire/sent-answers.ts'
import { deleteFiles } from '../store/files.ts'
import { freeBlobs } from '../store/freed-blobs.ts'
import { formState } from '../store/forms.ts'
import { commentBytesOf, keepEarlier, noReview, writeReview } from '../store/reviews/reviews.ts'
import {
  answerBytesOf,
  replaceByTombstone,
  replaceAnswers,
  updateSubmission,
} from '../store/submission-writes.ts'
import { submissionById, type StoredAnswer, type SubmissionRecord } from '../store/submissions.ts'
import { lockUser, nameOf, nextRevision } from '../store/users.ts'
import { readBody } from '../http/validate.ts'
import { replaceCases, retractCases } from './cases/keep-cases.ts'
import { withLargeBody } from './receive-upload.ts'
import { noSuchSubmission, rowAnswer } from './submissions.ts'

interface Edited {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly answers: readonly StoredAnswer[]
}

/** The submission's contents after the edit. With `merge`, answers that are not sent stay. */
const editedBy = (
  record: SubmissionRecord,
  body: UpdateBody,
  named: readonly StoredAnswer[],
): Edited =>
  body.merge === true
    ? {
        latitude: body.latitude ?? record.latitude,
        longitude: body.longitude ?? record.longitude,
        answers: mergeAnswers(record.answers, named),
      }
    : { latitude: body.latitude, longitude: body.longitude, answers: named }

const isUnchanged = (record: SubmissionRecord, edited: Edited): boolean =>
  record.latitude === edited.latitude &&
  record.longitude === edited.longitude &&
  sameAnswers(record.answers, edited.answers)

/** The ids of this submission's files that the body removes. Addresses of other files are ignored. */
const removedFiles = (
  record: SubmissionRecord,
  { removed_files: addresses = [] }: UpdateBody,
): readonly string[] => {
  const named = new Set(addresses.map(fileIdOf))
  return record.files.map(({ id }) => id).filter(id => named.has(id))
}

/** The replies of the body that the review does not have yet. */
const newReplies = (
  { review }: SubmissionRecord,
  { comments = [] }: UpdateBody,
): readonly CommentEntry[] => {
  const known = new Set(review?.comments.map(({ id }) => id))
  const added = comments.filter(({ id, text }) => text !== '' && !known.has(id))
  return [...new Map(added.map(comment => [comment.id, comment])).values()]
}

const repliesProblem = ({ comments }: Review, replies: readonly CommentEntry[]): Refusal | null =>
  replies.length > 0 && comments.length + replies.length > limits.comments
    ? refuseFields({ comments: ['There are too many comments.'] })
    : null

/**
 * Where the submission stands after the edit. An edit of what the office has decided is looked at again. A correction is
 * done unless the surveyor had not read all that the office asks; a client that says nothing of that counts as having.
 */
const stateAfter = (
  { state, version }: Review,
  { corrects = version }: UpdateBody,
  isEdited: boolean,
): Review['state'] => {
  switch (state) {
    case 'correction':
      return corrects === version ? 'corrected' : 'correction'
    case 'accepted':
    case 'rejected':
      return isEdited ? 'corrected' : state
    case 'received':
    case 'corrected':
      return state
  }
}

const edit = async (query: Query, call: SurveyorCall, body: UpdateBody): Promise<Answer> => {
  await lockUser(query, call.user.id)
  const record = await submissionById(query, call.user.id, call.id)
  if (record === null || record.deleted_at !== null) return noSuchSubmission
  if (record.form_id !== body.form_id) {
    return refuseFields({ form_id: ['The submission belongs to another project.'] })
  }
  const form = await formState(query, call.user.id, record.form_id, record.definition_hash)
  const edited = editedBy(record, body, answersToStore(body.answers, form?.sections ?? []))
  const removed = removedFiles(record, body)
  const replies = newReplies(record, body)
  const isEdited = !isUnchanged(record, edited) || removed.length > 0
  const before = record.review ?? noReview
  const state =
    isEdited || replies.length > 0 || body.corrects !== undefined
      ? stateAfter(before, body, isEdited)
      : before.state
  // A repeated edit changes nothing, so a client whose first answer was lost gets it again.
  if (!isEdited && replies.length === 0 && state === before.state)
    return rowAnswer('Submission updated', call, record)
  // A merge adds to what is stored, and a row that grew with each would be too large for any answer.
  const problem = answersProblem(edited.answers) ?? repliesProblem(before, replies)
  if (problem !== null) return problem
  if (!matchesRevision(call.request.headers.get('If-Match'), record)) {
    return refuse(412, 'The submission was changed in the meantime.', {
      data: submissionToWire(record, call),
      headers: { ETag: etagOf(record) },
    })
  }
  const now = new Date(call.backend.clock())
  const revision = await nextRevision(query, call.user.id)
  await updateSubmission(query, call.user.id, record.id, {
    latitude: edited.latitude,
    longitude: edited.longitude,
    now,
    answerBytes: answerBytesOf(edited.answers) + commentBytesOf([...before.comments, ...replies]),
    revision,
  })
  await replaceAnswers(query, call.user.id, record.id, edited.answers)
  await keepEarlier(query, call.user.id, record, edited.answers, now)
  const isReviewed = replies.length > 0 || state !== before.state
  const said = { author: nameOf(call.user), by: 'surveyor', now } as const
  const review = isReviewed
    ? await writeReview(
        query,
        { ...record, user_id: call.user.id },
        { ...before, state },
        replies,
        said,
      )
    : record.review
  await replaceCases(query, call.user.id, form, { ...record, ...edited })
  if (removed.length > 0) {
    await freeBlobs(query, await deleteFiles(query, call.user.id, record.id, removed), now)
  }
  // The answer that a read of the row would give.
  return rowAnswer('Submission updated', call, {
    ...record,
    ...edited,
    ...revision,
    updated_at: now,
    review,
    files: record.files.filter(({ id }) => !removed.includes(id)),
  })
}

const update = async (call: SurveyorCall): Promise<Answer> => {
  if (!isUuid(call.id)) return noSuchSubmission
  const body = await readBody(call.request, SubmissionUpdateRequest)
  if (!body.ok) return body.refusal
  const problem = answersProblem(body.value.answers)
  if (problem !== null) return problem
  const answer = await call.backend.db.tx(query => edit(query, call, body.value))
  if ((body.value.removed_files ?? []).length > 0) call.backend.sweepLater()
  return answer
}

/**
 * PUT form-submissions/{id} (7.15). An accepted submission stays editable even if its form changes. Uploaded files
 * are not part of the replaced answers, and are removed only when `removed_files` names them.
 */
export const submissionUpdate: SurveyorHandler = call => withLargeBody(call, () => update(call))

/** DELETE form-submissions/{id} (7.15): a repeat gets the same answer. A deletion is final. */
export const submissionDelete: SurveyorHandler = async call => {
  if (!isUuid(call.id)) return noSuchSubmission
  const answer = await call.backend.db.tx(async (query): Promise<Answer> => {
    await lockUser(query, call.user.id)
    const record = await submissionById(query, call.user.id, call.id)
    if (record === null) return noSuchSubmission
    const now = new Date(call.backend.clock())
    if (record.deleted_at === null) {
      await replaceByTombstone(
        query,
        call.user.id,
        record.id,
        now,
        await nextRevision(query, call.user.id),
      )
      await retractCases(query, call.user.id, record)
    }
    const deleted_at = (record.deleted_at ?? now).toISOString()
    return good('Submission deleted', { id: record.id, deleted_at })
  })
  call.backend.sweepLater()
  return answer
}
