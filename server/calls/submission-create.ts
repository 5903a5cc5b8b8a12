import { randomUUID } from 'node:crypto'
import { headers } from '../../replication/wire/calls.ts'
import {
  SubmissionCreateRequest,
  type SubmissionCreateRequest as CreateBody,
} from '../../replication/wire/requests.ts'
import { good, refuse, refuseFields, type Answer, type Refusal } from '../http/answer.ts'
import type { SurveyorCall, SurveyorHandler } from '../backend.ts'
import { readJson } from '../http/body.ts'
import type { Query } from '../db/db.ts'
import { limits } from '../http/limits.ts'
import { etagOf, submissionToWire } from './rows.ts'
import { answersProblem, answersToStore, requestSha256 } from './sent-answers.ts'
import { formState, type FormStateRow } from '../store/forms.ts'
import { answerBytesOf, insertAnswers, insertSubmission } from '../store/submission-writes.ts'
import {
  submissionByClientKey,
  submissionById,
  type SubmissionRecord,
} from '../store/submissions.ts'
import { lockUser, nextRevision } from '../store/users.ts'
import { validate } from '../http/validate.ts'

/** The key may be quoted, as the header's draft standard writes it. */
const clientKeyOf = (request: Request, body: CreateBody): string | null => {
  const header = request.headers.get(headers.idempotencyKey)?.trim().replaceAll(/^"|"$/g, '')
  const key = header === undefined || header === '' ? body.client_key : header
  return key === undefined || key === '' ? null : key
}

const formProblem = (form: FormStateRow | null): Refusal | null => {
  if (form === null) return refuse(422, 'This project does not exist.')
  if (form.removed_at !== null) return refuse(422, 'This project has been deleted')
  if (form.status === 'draft') return refuse(422, 'This project is now in draft')
  if (!form.is_assigned) return refuse(422, 'This project is no longer assigned to you.')
  return null
}

const rowAnswer = (
  call: SurveyorCall,
  record: SubmissionRecord,
  status: 200 | 201,
  more: Readonly<Record<string, string>> = {},
): Answer => {
  const naming = { fileLinks: call.backend.fileLinks, origin: call.origin }
  return good('Submission saved', submissionToWire(record, naming), {
    status,
    headers: { ETag: etagOf(record), ...more },
  })
}

/** What a key that has made a row already is answered: that row, or a conflict with it. */
const replay = (call: SurveyorCall, record: SubmissionRecord, sha256: string): Answer => {
  if (record.request_sha256 === sha256) {
    return rowAnswer(call, record, 200, { [headers.idempotencyReplayed]: 'true' })
  }
  const naming = { fileLinks: call.backend.fileLinks, origin: call.origin }
  return refuse(409, 'This key has already saved another submission.', {
    code: 'idempotency_conflict',
    data: submissionToWire(record, naming),
  })
}

/** A clock that has lost its battery says what no database takes: the year 0. */
const dateOrNow = (text: string, now: Date): string =>
  new Date(text).getUTCFullYear() >= 1 ? text : now.toISOString()

const insertNew = async (
  query: Query,
  call: SurveyorCall,
  body: CreateBody,
  clientKey: string | null,
): Promise<Answer> => {
  const form = await formState(query, call.user.id, body.form_id)
  const problem = formProblem(form)
  if (problem !== null) return problem
  const now = new Date(call.backend.clock())
  const id = randomUUID()
  const answers = answersToStore(body.answers, form?.sections ?? [])
  await insertSubmission(query, call.user.id, {
    id,
    formId: body.form_id,
    clientKey,
    requestSha256: requestSha256(body),
    tempId: body.tempId ?? null,
    latitude: body.latitude,
    longitude: body.longitude,
    sentCreatedAt: dateOrNow(body.created_at, now),
    now,
    answerBytes: answerBytesOf(answers),
    revision: await nextRevision(query, call.user.id),
  })
  await insertAnswers(query, call.user.id, id, answers)
  const record = await submissionById(query, call.user.id, id)
  if (record === null) throw new Error('A submission was not there after its insert')
  return rowAnswer(call, record, 201)
}

/**
 * POST form-submissions (7.14). The key is looked up before anything that may have changed since the
 * first try, so that a repeated request is never refused for what the first one did right.
 */
export const submissionCreate: SurveyorHandler = async call => {
  const json = await readJson(call.request)
  if (!json.ok) return json.refusal
  const body = validate(SubmissionCreateRequest, json.value)
  if (!body.ok) return body.refusal
  const problem = answersProblem(body.value.answers)
  if (problem !== null) return problem
  if ((body.value.tempId?.length ?? 0) > limits.tempIdChars) {
    return refuseFields({ tempId: ['The temporary id is too long.'] })
  }
  const clientKey = clientKeyOf(call.request, body.value)
  if ((clientKey?.length ?? 0) > limits.clientKeyChars) {
    return refuseFields({ client_key: ['The key is too long.'] })
  }
  return call.backend.db.tx(async query => {
    await lockUser(query, call.user.id)
    const earlier =
      clientKey === null ? null : await submissionByClientKey(query, call.user.id, clientKey)
    return earlier === null
      ? insertNew(query, call, body.value, clientKey)
      : replay(call, earlier, requestSha256(body.value))
  })
}
