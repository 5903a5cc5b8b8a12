import { isGivenIn } from '../interview/follow-draft.ts'
import { answerAt, answerKey, fieldOfAnswerKey, isMark } from '../../../../collections/ids.ts'
import { answersOf } from '../../../../collections/queries.ts'
import { locatedAfter, secondsToPosition } from '../../../../collections/interview/located-after.ts'
import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import type { ShownHint } from '../../../../collections/schemas/history-entry.ts'
import { endOf, keepLateAnswers } from '../../../../collections/writes/write-work.ts'
import type { InterviewContents } from '../../../../collections/writes/write-submission.ts'
import type { Recovered } from '../../../../collections/schemas/outbox.ts'
import type { SubmitOutcome, SubmitParts } from '../../../../replication/submit.ts'
import type { PlaceState } from '../../../location/place-finder.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { fitAnswer, sentAnswer, toAnswer } from '../../../form/answers/answer-shape.ts'
import { isSame } from '../../../form/logic/field-state.ts'
import { isGiven } from '../../../form/answers/on-screen.ts'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'
import { linkOf, slotId } from '../../../form/definition/form-shape.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { isUnanswered } from '../../../form/answers/rules.ts'
import {
  readFilesAtSubmit,
  settleFiles,
  type FilesAtSubmit,
  type FillSubmitParts,
} from './settle-files.ts'
import { problemText } from '../questions/problem-text.ts'

/** The outcome of Submit; 'failed' leaves form and draft as they are. */
export type SubmitResult =
  | {
      readonly kind: 'invalid'
      readonly fields: readonly CompiledField[]
      readonly message: string
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'done'; readonly outcome: Exclude<SubmitOutcome, 'recovered'> }
  | ({ readonly kind: 'recovered' } & Pick<Recovered, 'reason' | 'lastError'>)

const noHints = () => Promise.resolve([])

/**
 * Submits an interview: checks the required fields (4.4), writes every keystroke to the device, and makes the
 * submission from what is stored there. `seen` is the version of the review that was on the screen.
 */
export const submit = async (
  parts: FillSubmitParts,
  interview: Interview,
  place: PlaceState,
  shownHints: () => Promise<readonly ShownHint[]> = noHints,
  seen: () => number | undefined = () => undefined,
): Promise<SubmitResult> => {
  const fields = interview.problems.revealAll()
  if (fields.length > 0) return { kind: 'invalid', fields, message: messageOf(interview, fields) }
  const { submission, writer } = interview
  if (submission !== null && !interview.isDirty() && writer.draft() === null) {
    return { kind: 'unchanged' }
  }
  if (interview.validity.progress().answered === 0) return { kind: 'empty' }
  try {
    // Loaded by the sync too, soon after the first paint; until then nothing can be submitted anyway.
    const { submitInterview } = await import('../../../../replication/submit.ts')
    interview.finish()
    // First, because what is still being measured must not change answers that were read.
    interview.setLeaving(true)
    await writer.flush()
    const draft = await writer.begin()
    const files = await readFilesAtSubmit(parts, interview, draft)
    const gathered = await gather(parts, interview, draft, place, files.kept)
    const corrects = seen()
    const reviewed = corrects === undefined ? {} : { corrects }
    const contents = { ...gathered, ...reviewed, hints: await shownHints() }
    const isEmpty = Object.keys(contents.answers).length === 0 && contents.files.length === 0
    // Another tab that was faster has taken the answers along; this one says what became of them.
    const isTaken = isEmpty && submission === null && (await endOf(parts.db, draft.id)) !== null
    if (isEmpty && !isTaken) {
      interview.setLeaving(false)
      return { kind: 'empty' }
    }
    // The interview is submitted, whatever happens to other files.
    const outcome = await submitInterview(parts, draft, contents, () =>
      settleFiles(parts, interview, draft, files).catch(() => undefined),
    )
    await keepLate(parts, interview, draft).catch(() => undefined)
    if (outcome !== 'recovered') return { kind: 'done', outcome }
    return { kind: 'recovered', ...(await reasonOf(parts, draft)) }
  } catch {
    // Nothing was lost: either the draft is still there, or the submission already is.
    interview.setLeaving(false)
    return { kind: 'failed' }
  }
}

/** Keeps what this screen stored while it waited for the server. */
const keepLate = async (
  { db, env }: FillSubmitParts,
  { writer }: Interview,
  draft: DraftDoc,
): Promise<void> => {
  await writer.flush()
  await keepLateAnswers(db, draft.id, env.clock.now())
}

/** The message for missing answers is the spec's (5.11); the message for an invalid answer is that of its problem. */
const messageOf = ({ validity }: Interview, fields: readonly CompiledField[]): string => {
  const found = fields.map(({ id }) => validity.problem(id)).filter(problem => problem !== null)
  const [first] = found
  return first === undefined || found.some(({ kind }) => kind === 'required')
    ? fill.requiredMissing
    : problemText(first)
}

/** An interview on screen, and whether its draft is of the version that is shown. */
interface Shown {
  readonly interview: Interview
  readonly isOwn: boolean
}

const gather = async (
  parts: SubmitParts,
  interview: Interview,
  draft: DraftDoc,
  place: PlaceState,
  stored: FilesAtSubmit['kept'],
): Promise<InterviewContents> => {
  const found = place.kind === 'found' ? place : null
  const shown = { interview, isOwn: await showsOwnVersion(parts, interview, draft) }
  const files = stored.filter(file =>
    isKept(shown, file.field_id, file.occurrence, isGivenIn(interview.submission, file.id)),
  )
  return {
    ...(await readGivenAnswers(parts.db, shown, draft.id, files)),
    files,
    single: files.filter(({ id, field_id, occurrence }) => {
      const field = interview.form.fieldById.get(slotId(field_id, occurrence))
      return isGivenIn(interview.submission, id) && field?.multiple === false
    }),
    place: {
      latitude: found?.fix.latitude ?? draft.latitude,
      longitude: found?.fix.longitude ?? draft.longitude,
      accuracy: found?.fix.accuracy ?? draft.accuracy,
      ...locatedAfter(
        found === null ? draft : { located_after: secondsToPosition(draft.id, found.fix.foundAt) },
      ),
    },
    address: found?.address.address ?? '',
    city: found?.address.city ?? '',
  }
}

/**
 * Whether the form on screen is the version that the draft names. If so, stored answers to other questions are from
 * before a move to this version. They are not sent, which the surveyor was informed of.
 */
const showsOwnVersion = async (
  { db }: SubmitParts,
  { form, submission }: Interview,
  draft: DraftDoc,
): Promise<boolean> => {
  // As it is stored, because another tab may have moved it to a version with more questions.
  const stored = await db.submissions.findOne(draft.id).exec()
  return submission === null && (stored?.work ?? draft).definition_hash === form.definitionHash
}

const fileCount = { fileCount: 0 }

/**
 * The stored answers by answer key, without cleared ones. An edit starts from the current submission, so that unchanged
 * answers stay as the server has them.
 */
const readGivenAnswers = async (
  db: SubmitParts['db'],
  shown: Shown,
  draftId: string,
  files: readonly FileUploadDoc[],
): Promise<Pick<InterviewContents, 'answers' | 'needed' | 'read'>> => {
  const { interview, isOwn } = shown
  const { form, submission } = interview
  const docs = await answersOf(draftId).build(db.form_responses).exec()
  const read = docs.map(doc => doc.toMutableJSON())
  const answers = submission === null ? {} : await currentAnswers(db, submission)
  const answeredHere = new Set<string>()
  for (const { question_id, occurrence, value: stored } of read) {
    if (isMark(question_id)) continue
    const key = answerKey(question_id, occurrence)
    const field = form.fieldById.get(slotId(question_id, occurrence))
    const value =
      field === undefined ? toAnswer(stored) : sentAnswer(field, fitAnswer(field, toAnswer(stored)))
    // Discarded changes are stored as the answers from before them.
    if (!isSame(value, toAnswer(answerAt(submission?.answers ?? {}, key)))) answeredHere.add(key)
    if (field === undefined && isOwn) continue
    if (field !== undefined && !isGiven(interview, field)) continue
    const isCleared =
      field === undefined ? value.length === 0 : isUnanswered(field, value, fileCount)
    if (isCleared) delete answers[key]
    else answers[key] = value
  }
  for (const field of form.fields) {
    if (field.logic?.calculate === undefined || !interview.logic.isVisible(field)) continue
    const key = answerKey(field.fieldId, field.occurrence)
    const worked = interview.answers.get(field)
    const sent = fitAnswer(field, toAnswer(answerAt(submission?.answers ?? {}, key)))
    // The server may have got another value meanwhile, which an edit of other answers leaves as it is.
    if (submission !== null && isSame(worked, sent)) continue
    if (isUnanswered(field, worked, fileCount)) delete answers[key]
    else answers[key] = worked
  }
  for (const key of Object.keys(answers)) {
    const { fieldId, occurrence } = fieldOfAnswerKey(key)
    if (!isKept(shown, fieldId, occurrence, answeredHere.has(key))) delete answers[key]
  }
  if (submission === null) return { answers, read }
  for (const { id, field_id, occurrence } of files) {
    if (isGivenIn(submission, id)) answeredHere.add(answerKey(field_id, occurrence))
  }
  const links = linksOf(form, answeredHere).filter(interview.logic.isVisible)
  for (const link of links) {
    answers[answerKey(link.fieldId, link.occurrence)] = interview.answers.get(link)
  }
  const needed = links.map(link => answerKey(link.fieldId, link.occurrence))
  return { answers, needed, read }
}

/** The fields that name the outer occurrences of the answered ones. */
const linksOf = (form: CompiledForm, answered: ReadonlySet<string>): readonly CompiledField[] => {
  const fields = form.fields.filter(field =>
    answered.has(answerKey(field.fieldId, field.occurrence)),
  )
  return [...new Set(fields.flatMap(field => linkOf(form, field) ?? []))]
}

/**
 * Whether an answer or file belongs to what is submitted. What is hidden stays on the device, and so does what belongs to
 * an occurrence that no longer exists. But an edit keeps what it never showed, because the interview was made with
 * another version of the form, unless it was given in this edit.
 */
const isKept = (
  { interview, isOwn }: Shown,
  fieldId: string,
  occurrence: number,
  isGivenHere: boolean,
): boolean => {
  const { form, logic, submission, wasShown } = interview
  const slot = slotId(fieldId, occurrence)
  const field = form.fieldById.get(slot)
  if (field !== undefined && logic.isVisible(field)) return true
  if (submission !== null && !isGivenHere && !wasShown(slot)) return true
  if (field !== undefined) return false
  const isRemoved = form.template.fields.some(
    ({ id, repeatId }) => id === fieldId && repeatId !== null,
  )
  return !isRemoved && !isOwn
}

const currentAnswers = async (
  db: SubmitParts['db'],
  submission: SubmissionDoc,
): Promise<Record<string, Answer>> => {
  const doc = await db.submissions.findOne(submission.id).exec()
  return { ...(doc?.toMutableJSON() ?? submission).answers }
}

/** Why the server refused the submission. */
const reasonOf = async (
  { db }: SubmitParts,
  { id }: DraftDoc,
): Promise<Pick<Recovered, 'reason' | 'lastError'>> => {
  const doc = await db.submissions.findOne(id).exec()
  const entry = doc?.refusals?.at(-1)
  return { reason: entry?.reason ?? 'refused', lastError: entry?.message ?? '' }
}
