import type { InterviewDetails } from '../../replication/wire/interview-details.ts'
import type { Query } from '../db/db.ts'
import { limits } from '../limits.ts'
import { freeBlobs } from './freed-blobs.ts'
import { dropReview } from './reviews/reviews.ts'
import { countGone, countMade } from './submission-counts.ts'
import type { StoredAnswer } from './submissions.ts'
import type { Revision } from './users.ts'

/** A new submission. */
interface NewSubmission {
  readonly id: string
  readonly formId: string
  readonly clientKey: string | null
  readonly requestSha256: string | null
  readonly tempId: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly sentCreatedAt: string
  readonly now: Date
  readonly revision: Revision
  readonly answers: readonly StoredAnswer[]
  readonly details: InterviewDetails
  /** By how many seconds the device's clock was ahead; null when the request did not say its time. */
  readonly clockOffset: number | null
}

/**
 * What an answer counts in addition to its text, because thousands of short ones need memory too. It is less than the
 * names in JSON have, so that a page of ordinary rows does not end early.
 */
const bytesOfEach = 16

/** The size of a row's answers in bytes, which limits how many rows are read at a time. */
export const answerBytesOf = (answers: readonly Pick<StoredAnswer, 'value'>[]): number =>
  answers.reduce((total, { value }) => total + Buffer.byteLength(value) + bytesOfEach, 0)

const insertAnswers = async (
  query: Query,
  userId: string,
  submissionId: string,
  answers: readonly StoredAnswer[],
): Promise<void> => {
  if (answers.length === 0) return
  const rows = answers.map((answer, position) => ({ ...answer, position }))
  // From the row of the submission, because only then a cluster runs it where that row is.
  await query(
    `insert into submission_answers (user_id, submission_id, form_field_id, occurrence, position,
       value, is_list, key)
     select s.user_id, s.id, x.form_field_id, x.occurrence, x.position, x.value, x.is_list,
       left(x.value, ${limits.answerKeyChars})
     from submissions s, jsonb_to_recordset($3::jsonb) as x(form_field_id text, occurrence integer,
       position integer, value text, is_list boolean)
     where s.user_id = $1 and s.id = $2`,
    [userId, submissionId, JSON.stringify(rows)],
  )
}

/**
 * The time that orders a row in its surveyor's list. A device whose clock is ahead would otherwise keep its rows first in
 * the list, and among today's, for years.
 */
const placeInTime = ({ sentCreatedAt, now }: Pick<NewSubmission, 'sentCreatedAt' | 'now'>): Date =>
  new Date(Math.min(Date.parse(sentCreatedAt), now.getTime()))

/**
 * Inserts and counts a submission with all its answers, in a transaction. Returns false when the client key already made
 * a row. Several statements, because a cluster runs one that writes several tables at twice the cost.
 */
export const insertSubmission = async (
  query: Query,
  userId: string,
  submission: NewSubmission,
): Promise<boolean> => {
  const inserted = await query(
    `insert into submissions (user_id, id, form_id, client_key, request_sha256, temp_id, latitude,
       longitude, sent_created_at, created_at, received_at, updated_at, rev, mark, answer_bytes,
       definition_hash, started_at, accuracy, hints, clock_offset, address, located_after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12::bigint, $13, $14, $15, $16,
       $17, $18::jsonb, $19, $20, $21)
     on conflict (user_id, client_key) do nothing returning id`,
    [
      userId,
      submission.id,
      submission.formId,
      submission.clientKey,
      submission.requestSha256,
      submission.tempId,
      submission.latitude,
      submission.longitude,
      submission.sentCreatedAt,
      placeInTime(submission),
      submission.now,
      submission.revision.rev,
      submission.revision.mark,
      answerBytesOf(submission.answers),
      submission.details.definition_hash,
      submission.details.started_at,
      submission.details.accuracy,
      submission.details.hints.length === 0 ? null : JSON.stringify(submission.details.hints),
      submission.clockOffset,
      submission.details.address || null,
      submission.details.located_after,
    ],
  )
  if (inserted.length === 0) return false
  await insertAnswers(query, userId, submission.id, submission.answers)
  await countMade(query, userId, submission.formId, submission.now)
  return true
}

/** Replaces all answers of a submission, but not its files. */
export const replaceAnswers = async (
  query: Query,
  userId: string,
  submissionId: string,
  answers: readonly StoredAnswer[],
): Promise<void> => {
  await query(`delete from submission_answers where user_id = $1 and submission_id = $2`, [
    userId,
    submissionId,
  ])
  await insertAnswers(query, userId, submissionId, answers)
}

/** The columns of a submission that an edit changes. */
interface SubmissionChange {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly now: Date
  readonly revision: Revision
  readonly answerBytes: number
}

/** The maximum length of a row's past marks, in characters: about sixty changes. */
const pastMarksChars = 1024

/** The SQL that sets a row's new revision and mark, and appends the old ones to its past marks. */
const moveTo = (rev: string, mark: string): string =>
  `past_marks = right(past_marks || rev || '.' || mark || ' ', ${pastMarksChars}),
     rev = ${rev}::bigint, mark = ${mark}`

/** Updates the columns of a submission that an edit changes. Its answers are written separately. */
export const updateSubmission = (
  query: Query,
  userId: string,
  submissionId: string,
  change: SubmissionChange,
) =>
  query(
    `update submissions set latitude = $3, longitude = $4, updated_at = $5, ${moveTo('$6', '$7')},
       answer_bytes = $8
     where user_id = $1 and id = $2`,
    [
      userId,
      submissionId,
      change.latitude,
      change.longitude,
      change.now,
      change.revision.rev,
      change.revision.mark,
      change.answerBytes,
    ],
  )

/**
 * Moves a submission's revision after a change outside its row, such as a file; `bytes` are what it added to the row's
 * answers on the wire.
 */
export const touchSubmission = (
  query: Query,
  userId: string,
  submissionId: string,
  now: Date,
  { rev, mark }: Revision,
  bytes = 0,
) =>
  query(
    `update submissions set updated_at = $3, ${moveTo('$4', '$5')}, answer_bytes = answer_bytes + $6
     where user_id = $1 and id = $2`,
    [userId, submissionId, now, rev, mark, bytes],
  )

/** Replaces a submission by a tombstone: its id, keys and time stay; its answers and files are deleted. */
export const replaceByTombstone = async (
  query: Query,
  userId: string,
  submissionId: string,
  now: Date,
  { rev, mark }: Revision,
): Promise<void> => {
  const owner = [userId, submissionId]
  await query(`delete from submission_answers where user_id = $1 and submission_id = $2`, owner)
  const files = await query<{ sha256: string }>(
    `delete from submission_files where user_id = $1 and submission_id = $2 returning sha256`,
    owner,
  )
  await dropReview(query, userId, submissionId)
  await freeBlobs(
    query,
    files.map(({ sha256 }) => sha256),
    now,
  )
  await query(
    `with gone as (update submissions set latitude = null, longitude = null, accuracy = null, located_after = null, address = null, started_at = null,
       hints = null, clock_offset = null, answer_bytes = 0, deleted_at = $3, updated_at = $3, ${moveTo('$4', '$5')}
     where user_id = $1 and id = $2 returning form_id, received_at),
     ${countGone}`,
    [...owner, now, rev, mark],
  )
}
