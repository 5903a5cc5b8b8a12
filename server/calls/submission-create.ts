import { randomUUID } from 'node:crypto'
import { headers } from '../../replication/wire/calls.ts'
import { isStorable } from '../../replication/wire/device-report.ts'
import {
  DetailedCreateRequest,
  type DetailedCreateRequest as CreateBody,
} from '../../replication/wire/interview-details.ts'
import { failed, passed, refuse, refuseFields, type Answer, type Checked } from '../http/answer.ts'
import type { SurveyorCall, SurveyorHandler } from '../backend.ts'
import type { Query } from '../db/db.ts'
import { isCalendarDay } from '../env/clock.ts'
import { limits } from '../limits.ts'
import { submissionToWire } from '../wire/rows.ts'
import { answersProblem, answersToStore, requestSha256 } from '../wire/sent-answers.ts'
import { formState, type FormStateRow } from '../store/forms.ts'
import { noReview, writeReview } from '../store/reviews/reviews.ts'
import { insertSubmission } from '../store/submission-writes.ts'
import { submissionByClientKey, type SubmissionRecord } from '../store/submissions.ts'
import { nameOf, nextRevision } from '../store/users.ts'
import { withLargeBody } from './receive-upload.ts'
import { rowAnswer } from './submissions.ts'
import { readBody } from '../http/validate.ts'
import { keepCases } from './cases/keep-cases.ts'

/** The key may be quoted, as in the draft standard of the header. */
const clientKeyOf = (request: Request, body: CreateBody): string | null => {
  const header = request.headers.get(headers.idempotencyKey)?.trim().replaceAll(/^"|"$/g, '')
  const key = header === undefined || header === '' ? body.client_key : header
  return key === undefined || key === '' ? null : key
}

const checkedForm = (form: FormStateRow | null): Checked<FormStateRow> => {
  if (form === null) return failed(refuse(422, 'This project does not exist.'))
  if (form.removed_at !== null) return failed(refuse(422, 'This project has been deleted'))
  if (form.status === 'draft') return failed(refuse(422, 'This project is now in draft'))
  if (!form.is_assigned) {
    return failed(refuse(422, 'This project is no longer assigned to you.'))
  }
  return passed(form)
}

const saved = 'Submission saved'

/** The answer for a key that already made a row: that row, or a conflict with it. */
const replay = (call: SurveyorCall, record: SubmissionRecord, sha256: string): Answer => {
  if (record.request_sha256 === sha256) {
    return rowAnswer(saved, call, record, 200, { [headers.idempotencyReplayed]: 'true' })
  }
  return refuse(409, 'This key already belongs to another submission.', {
    code: 'idempotency_conflict',
    data: submissionToWire(record, call),
  })
}

/**
 * The time of the device, or the server's when the database cannot store it, such as the year 0 of a phone whose
 * clock lost power.
 */
const dateOrNow = (text: string, now: Date): string =>
  isStorable(new Date(text)) ? text : now.toISOString()

/** By how many seconds a device's clock was ahead when its request arrived; null when the request did not say its time. */
const clockOffsetOf = (sentAt: string | null, arrivedMs: number): number | null =>
  sentAt === null ? null : Math.round((Date.parse(sentAt) - arrivedMs) / 1000)

const insertNew = async (
  query: Query,
  call: SurveyorCall,
  body: CreateBody,
  clientKey: string | null,
  form: FormStateRow,
  arrivedMs: number,
): Promise<SubmissionRecord | null> => {
  const now = new Date(call.backend.clock())
  const submission = {
    id: randomUUID(),
    formId: body.form_id,
    clientKey,
    requestSha256: requestSha256(body),
    tempId: body.tempId ?? null,
    latitude: body.latitude,
    longitude: body.longitude,
    sentCreatedAt: dateOrNow(body.created_at, now),
    now,
    answers: answersToStore(body.answers, form.sections),
    revision: await nextRevision(query, call.user.id),
    details: body.details,
    clockOffset: clockOffsetOf(body.details.sent_at, arrivedMs),
  }
  if (!(await insertSubmission(query, call.user.id, submission))) return null
  const record: SubmissionRecord = {
    id: submission.id,
    form_id: submission.formId,
    form_name: form.title,
    has_cases: form.has_cases,
    definition_hash: body.details.definition_hash,
    client_key: clientKey,
    request_sha256: submission.requestSha256,
    temp_id: submission.tempId,
    latitude: submission.latitude,
    longitude: submission.longitude,
    address: body.details.address || null,
    located_after: body.details.located_after,
    sent_created_at: submission.sentCreatedAt,
    updated_at: now,
    ...submission.revision,
    deleted_at: null,
    answers: submission.answers,
    files: [],
    review: null,
  }
  await keepCases(query, call.user.id, form, record)
  // Of a submission that a restored server has lost.
  const replies = (body.comments ?? []).filter(({ text }) => text !== '')
  if (replies.length === 0) return record
  const said = { author: nameOf(call.user), by: 'surveyor', now } as const
  const review = await writeReview(
    query,
    { ...record, user_id: call.user.id },
    noReview,
    replies,
    said,
  )
  return { ...record, review }
}

const create = async (call: SurveyorCall, arrivedMs: number): Promise<Answer> => {
  const body = await readBody(call.request, DetailedCreateRequest)
  if (!body.ok) return body.refusal
  const problem = answersProblem(body.value.answers)
  if (problem !== null) return problem
  // No clock shows such a day, so it is no time of a device.
  if (!isCalendarDay(body.value.created_at)) {
    return refuseFields({ created_at: ['The calendar does not have this day.'] })
  }
  if ((body.value.tempId?.length ?? 0) > limits.tempIdChars) {
    return refuseFields({ tempId: ['The temporary id is too long.'] })
  }
  const clientKey = clientKeyOf(call.request, body.value)
  if ((clientKey?.length ?? 0) > limits.clientKeyChars) {
    return refuseFields({ client_key: ['The key is too long.'] })
  }
  const { db } = call.backend
  const { form_id, details } = body.value
  const form = await formState(db.query, call.user.id, form_id, details.definition_hash)
  const takes = checkedForm(form)
  const record = takes.ok
    ? await db.tx(query => insertNew(query, call, body.value, clientKey, takes.value, arrivedMs))
    : null
  if (record !== null) return rowAnswer(saved, call, record, 201)
  const earlier =
    clientKey === null ? null : await submissionByClientKey(db.query, call.user.id, clientKey)
  if (earlier !== null) return replay(call, earlier, requestSha256(body.value))
  if (!takes.ok) return takes.refusal
  throw new Error('A submission was neither inserted nor already stored')
}

/**
 * POST form-submissions (7.14). Checks the form's current state only for a new submission, because a repeated request
 * must not be refused when the first was accepted. It takes nine statements, including those of the session, begin and
 * commit.
 */
export const submissionCreate: SurveyorHandler = call => {
  // Before the body is read, which takes long on a weak network.
  const arrivedMs = call.backend.clock()
  return withLargeBody(call, () => create(call, arrivedMs))
}
