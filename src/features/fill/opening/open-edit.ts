import type { Database } from '../../../../collections/database.ts'
import { draftOf } from '../../../../collections/interview/drafts.ts'
import type { FormResponseDoc } from '../../../../collections/schemas/form-responses.ts'
import { fieldOfAnswerKey, isTempId, responseId } from '../../../../collections/ids.ts'
import { submissionByServerId } from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { startEditDraft } from '../../../../collections/writes/write-work.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { toAnswer } from '../../../form/answers/answer-shape.ts'
import { readAnswers, readFiles } from '../interview/follow-draft.ts'
import { createInterview } from '../interview/interview.ts'
import { versionOf } from './load-form.ts'
import { joinLeftRecordings } from '../recording/recording-parts.ts'
import { languageOf, surveyorOf, type Opened, type OpenParts } from './opened.ts'

/**
 * Opens a submission for editing, with the answers of an edit that was begun before. The edit's draft stores only
 * changed answers, so that it never overwrites someone else's newer answer with an old one.
 */
export const openEdit = async (parts: OpenParts, id: string): Promise<Opened> => {
  const { db, env } = parts
  const submission = (await findSubmission(db, id)) ?? (await fetchSubmission(parts, id))
  if (submission === null) {
    const stored = await db.submissions.findOne(id).exec()
    if (stored?.state === 'refused') return { kind: 'recovered' }
    return { kind: 'unavailable', message: fill.submissionNotLocal(id) }
  }
  const form = await versionOf(parts, submission, submission)
  if (form === null) return { kind: 'unavailable', message: fill.loadFailed }
  const draftId = submission.id
  const draft = draftOf(submission)
  await joinLeftRecordings(db, env, draftId)
  const interview = createInterview(parts, {
    form,
    language: await languageOf(db, form),
    surveyor: await surveyorOf(db),
    draft,
    answers: submittedAnswers(submission, draftId),
    edited: await readAnswers(db, draftId),
    files: await readFiles(db, draftId, submission),
    submission,
    begin: () => startEditDraft(db, submission, env.clock.now()),
  })
  return { kind: 'open', interview }
}

/** The submission with this id, or with this id on the server; null when it is not on the device, or deleted here. */
export const findSubmission = async (db: Database, id: string): Promise<SubmissionDoc | null> => {
  const [served] = await submissionByServerId(id).build(db.submissions).exec()
  const found = (served ?? (await db.submissions.findOne(id).exec()))?.toMutableJSON() as
    | SubmissionDoc
    | undefined
  return found === undefined || found.hidden !== 0 ? null : found
}

/** Fetches a submission that is not on this device; the address may contain its id. */
const fetchSubmission = async (
  { db, api, env }: OpenParts,
  id: string,
): Promise<SubmissionDoc | null> => {
  if (!env.network.isOnline() || isTempId(id)) return null
  const answer = await api.submission(id)
  if (answer.ok) {
    const { takeRows } = await import('../../../../replication/pull/take-rows.ts')
    await takeRows(db, [answer.value])
  }
  return findSubmission(db, id)
}

/** The submitted answers as live answers, older than any edit. */
const submittedAnswers = (submission: SubmissionDoc, draftId: string): readonly FormResponseDoc[] =>
  Object.entries(submission.answers)
    .map(([key, value]) => ({ ...fieldOfAnswerKey(key), value }))
    .map(({ fieldId, occurrence, value }) => ({
      id: responseId(draftId, fieldId, occurrence),
      submission_id: draftId,
      question_id: fieldId,
      occurrence,
      value: toAnswer(value),
      updated_at: 0,
    }))
