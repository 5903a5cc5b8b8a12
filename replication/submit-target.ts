import { findSubmitted } from '../collections/interview/plan-move.ts'
import * as v from 'valibot'
import type { Database } from '../collections/database.ts'
import { submissionByServerId } from '../collections/queries.ts'
import type { DraftDoc } from '../collections/schemas/drafts.ts'
import { payloadOf, refusedInterview, sentBefore } from '../collections/interview/refusals.ts'
import type { Answer, SubmissionDoc } from '../collections/schemas/submissions.ts'
import { makeOwn } from '../collections/writes/detach-edit.ts'
import { readFieldKinds } from './rows/field-kinds.ts'
import { isSameAt } from './rows/same-interview.ts'
import { entriesToAnswers } from './rows/submission-rows.ts'
import { SubmissionCreateRequest } from './wire/requests.ts'

/** What submitting a draft writes: a new interview, or an edit of a submission on the device. */
export type SubmitTarget =
  | {
      readonly kind: 'new'
      readonly draft: DraftDoc
    }
  | {
      readonly kind: 'edit'
      readonly submission: SubmissionDoc
      /** The row's answers that stay although the draft lacks them; null when the draft is the whole interview. */
      readonly kept: Readonly<Record<string, Answer>> | null
    }

/**
 * Finds the target at the moment of submitting, because it may have changed while the draft was open.
 *
 *   the edit of a submission ─┬─ it is here ──► an edit
 *                             ├─ it went to Recovery ──► the same interview, under its own id and key
 *                             └─ it is gone ──► a new interview
 *   a new interview ─┬─ its row has arrived and is here ──► an edit, which keeps what another phone sent
 *                    ├─ its row has arrived and is gone ──► a new interview, under another key
 *                    └─ else ──► a new interview
 */
export const findTarget = async (
  db: Database,
  given: DraftDoc,
  now: number,
): Promise<SubmitTarget> => {
  const draft = (await db.drafts.findOne(given.id).exec())?.toMutableJSON() ?? given
  if (draft.submission_id !== '') return targetOfEdit(db, draft, now)
  const { arrived_as: serverId = '' } = draft
  if (serverId === '') return { kind: 'new', draft }
  const [row] = await submissionByServerId(serverId).build(db.submissions).exec()
  const arrived = row === undefined ? null : await living(db, row.id)
  return arrived === null
    ? asNew(db, draft, now)
    : { kind: 'edit', submission: arrived, kept: await answersOfOthers(db, arrived, draft) }
}

/** The row's answers that this phone did not send. An answer that it sent and that the draft lacks was cleared. */
const answersOfOthers = async (
  db: Database,
  { form_id, answers }: SubmissionDoc,
  { sent_before }: DraftDoc,
): Promise<Readonly<Record<string, Answer>>> => {
  const request = v.safeParse(SubmissionCreateRequest, sent_before?.body)
  if (!request.success) return answers
  const kinds = await readFieldKinds(db, form_id)
  const sent = entriesToAnswers(request.output.answers, kinds)
  return Object.fromEntries(
    Object.entries(answers).filter(([key]) => !isSameAt(answers, sent, key, kinds)),
  )
}

const targetOfEdit = async (db: Database, draft: DraftDoc, now: number): Promise<SubmitTarget> => {
  const submission = await living(db, draft.submission_id)
  if (submission !== null) return { kind: 'edit', submission, kept: null }
  const [refused] = await db.submissions.storageInstance.findDocumentsById(
    [draft.submission_id],
    false,
  )
  const entry = refused === undefined ? null : refusedInterview(refused)
  if (refused === undefined || entry === null) return asNew(db, draft, now)
  const own = { ...draft, ...sentBefore(payloadOf(entry)), submission_id: '' }
  const { id: submit_as, client_key } = refused
  return { kind: 'new', draft: { ...own, submit_as, client_key } }
}

const asNew = async (db: Database, draft: DraftDoc, now: number): Promise<SubmitTarget> => ({
  kind: 'new',
  draft: (await makeOwn(db, draft.id, now)) ?? draft,
})

const living = async (db: Database, id: string): Promise<SubmissionDoc | null> => {
  return findSubmitted(db, id)
}
