import { isRefused } from '../../../../collections/interview/plan-move.ts'
import type { Database } from '../../../../collections/database.ts'
import { draftOf, draftsOf, type DraftDoc } from '../../../../collections/interview/drafts.ts'
import { unfinishedInterviews } from '../../../../collections/queries.ts'
import {
  keepAnswers,
  startDraft,
  toResponses,
} from '../../../../collections/writes/write-interview.ts'
import type { Answer, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { slotOf } from '../interview/answer-merge.ts'
import { fitAnswer } from '../../../form/answers/answer-shape.ts'
import { isAsked } from '../../../form/answers/on-screen.ts'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'
import type { LogicSource } from '../../../form/logic/field-state.ts'
import { followLogic } from '../../../form/logic/follow-logic.ts'
import { endOf } from '../../../../collections/writes/write-work.ts'
import { groupBySlot, readAnswers, readFiles } from '../interview/follow-draft.ts'
import { shapeForm } from '../../../form/definition/form-shape.ts'
import { createInterview } from '../interview/interview.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { givenValues, unknownSurveyor } from '../interview/given-values.ts'
import { createTakenFiles } from '../interview/draft-files.ts'
import { caseChoiceOf, chosenLabel, draftAbout, type CaseChoice } from '../cases/about-case.ts'
import { copiedAnswers } from './copied-answers.ts'
import { heldAnswers, lastAnswers } from './held-answers.ts'
import { loadForm, versionOf } from './load-form.ts'
import { openEdit } from './open-edit.ts'
import {
  languageOf,
  surveyorOf,
  type Choice,
  type DraftSummary,
  type Opened,
  type OpenParts,
} from './opened.ts'
import { createOccurrences } from '../../../form/answers/occurrences.ts'
import { joinLeftRecordings } from '../recording/recording-parts.ts'
import { findUnfitting } from '../../../form/answers/unfitting.ts'
import { isUnanswered } from '../../../form/answers/rules.ts'
import { isMasked } from '../../../form/types/field-type.ts'
import { typeOf } from '../../../form/types/types.ts'

/** Opens an interview, or returns the drafts to choose from, or why it cannot be opened. */
export const openInterview = async (
  parts: OpenParts,
  formId: string,
  choice: Choice,
): Promise<Opened> => {
  if (choice.kind === 'edit') return openEdit(parts, choice.id)
  // A draft continues even if its form was unpublished or withdrawn meanwhile.
  if (choice.kind === 'draft') {
    const resumed = await resumeDraft(parts, choice.id)
    if (resumed !== null) return resumed
    // One that lives cannot be opened because its form is missing.
    const ended = await endOf(parts.db, choice.id)
    if (ended !== null) return { kind: isRefused(ended) ? 'recovered' : 'submitted' }
  }
  const loaded = await loadForm(parts, formId)
  if (choice.kind === 'case' && loaded.kind === 'loaded') {
    const about = await caseChoiceOf(parts.db, loaded.form, choice.id)
    if (about !== null) return openAbout(parts, loaded.form, about)
  }
  const isNew = choice.kind === 'new' || choice.kind === 'copy'
  const drafts = isNew ? [] : await draftsOfForm(parts.db, formId)
  if (drafts.length > 0) {
    const title = loaded.kind === 'loaded' ? loaded.form.title : (drafts[0]?.formName ?? '')
    const current = loaded.kind === 'loaded' ? loaded.form : null
    return {
      kind: 'drafts',
      title,
      drafts: await Promise.all(drafts.map(draft => summarize(parts, draft, current))),
    }
  }
  if (loaded.kind !== 'loaded') return loaded
  const { form } = loaded
  const begun =
    choice.kind === 'copy'
      ? await copiedAnswers(parts, choice.id, form)
      : await heldAnswers(parts.db, form)
  return { kind: 'open', interview: await newInterview(parts, form, begun) }
}

/** The unfinished interview about a case, else a new one. */
const openAbout = async (
  parts: OpenParts,
  form: CompiledForm,
  about: CaseChoice,
): Promise<Opened> => {
  const draft = await draftAbout(parts.db, await draftsOfForm(parts.db, form.id), about)
  const resumed = draft === null ? null : await resumeDraft(parts, draft)
  if (resumed !== null) return resumed
  const interview = await newInterview(parts, form, await heldAnswers(parts.db, form))
  return {
    kind: 'open',
    interview,
    answerAtOnce: () => interview.edit(about.field, about.answer),
  }
}

/**
 * A new interview. Nothing is stored, not even the answers that it begins with, before the surveyor answers something.
 */
const newInterview = async (
  parts: OpenParts,
  form: CompiledForm,
  begun: Readonly<Record<string, Answer>>,
): Promise<Interview> => {
  const { db, env } = parts
  // Kept between tries, because a full device may take the draft and refuse the answers.
  let started: DraftDoc | null = null
  return createInterview(parts, {
    form,
    last: await lastAnswers(db, form),
    language: await languageOf(db, form),
    surveyor: await surveyorOf(db),
    draft: null,
    answers: toResponses('', begun, env.clock.now()),
    files: [],
    submission: null,
    begin: async () => {
      started ??= await startDraft(db, {
        formId: form.id,
        formName: form.title,
        definitionHash: form.definitionHash,
        clientKey: env.uuid(),
        now: env.clock.now(),
      })
      await keepAnswers(db, started.id, begun, env.clock.now())
      return started
    },
  })
}

/** Opens a draft with all its contents; null when it no longer exists. */
const resumeDraft = async (parts: OpenParts, draftId: string): Promise<Opened | null> => {
  const { db } = parts
  const stored = (await db.submissions.findOne(draftId).exec())?.toMutableJSON()
  const draft = stored === undefined ? null : draftOf(stored as SubmissionDoc)
  // The edit of a submission has only the changes.
  if (draft === null || draft.submission_id !== '') return null
  const form = await versionOf(parts, draft)
  if (form === null) return null
  await joinLeftRecordings(db, parts.env, draftId)
  const answers = await readAnswers(db, draftId)
  const files = await readFiles(db, draftId, null)
  const interview = createInterview(parts, {
    form,
    language: await languageOf(db, form),
    surveyor: await surveyorOf(db),
    draft,
    answers,
    files,
    submission: null,
    begin: () => Promise.resolve(draft),
  })
  const taken = createTakenFiles(answers)
  const kept = files.filter(({ id }) => !taken.has(id))
  return { kind: 'open', interview, unfitting: findUnfitting(form.template, answers, kept) }
}

const draftsOfForm = async (db: Database, formId: string): Promise<readonly DraftDoc[]> => {
  const worked = await unfinishedInterviews().build(db.submissions).exec()
  return draftsOf(worked.map(doc => doc.toMutableJSON() as SubmissionDoc)).filter(
    ({ form_id, submission_id }) => form_id === formId && submission_id === '',
  )
}

const summarize = async (
  parts: OpenParts,
  draft: DraftDoc,
  current: CompiledForm | null,
): Promise<DraftSummary> => {
  const isCurrent = current?.definitionHash === draft.definition_hash
  const form = isCurrent ? current : await versionOf(parts, draft)
  const answers = await readAnswers(parts.db, draft.id)
  const valueBySlot = new Map(answers.map(answer => [slotOf(answer), answer.value]))
  const taken = createTakenFiles(answers)
  const files = (await readFiles(parts.db, draft.id, null)).filter(({ id }) => !taken.has(id))
  const filesBySlot = groupBySlot(files)
  const worked = new Map<string, Answer>()
  const source = {
    answer: (field: CompiledField): Answer =>
      worked.get(field.id) ?? fitAnswer(field, valueBySlot.get(field.id) ?? ''),
    fileCount: (field: CompiledField): number => filesBySlot.get(field.id)?.length ?? 0,
    // Most calculations are not stored, and rules read them.
    calculated: ({ id }: CompiledField, answer: Answer) => worked.set(id, answer),
    stays: ({ id }: CompiledField) => valueBySlot.has(id),
    given: givenValues(parts.env, unknownSurveyor, parts.env.clock.now()),
  }
  const occurrences =
    form === null ? null : createOccurrences(form.template, answers, files, { isEdit: false })
  const asked =
    form === null || occurrences === null
      ? []
      : askedFields(shapeForm(form.template, occurrences.current(), ''), source)
  const answered = asked.filter(
    field => !isUnanswered(field, source.answer(field), { fileCount: source.fileCount(field) }),
  )
  const named = answered.find(field => typeOf(field.type).isDistinctive && !isMasked(field))
  const about = form === null ? '' : chosenLabel(form, answered, source.answer)
  const words = about || (named === undefined ? '' : valueBySlot.get(named.id))
  return {
    draft,
    words: typeof words === 'string' ? words.trim().slice(0, 80) : '',
    answered: answered.length,
    total: asked.length,
  }
}

/** The fields that the form's own rules ask when these answers are given. */
const askedFields = (form: CompiledForm, source: LogicSource): readonly CompiledField[] => {
  const logic = followLogic(form, source)
  return form.fields.filter(field => isAsked({ logic }, field))
}
