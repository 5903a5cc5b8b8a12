import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { answerAt, answerKey, fieldOfAnswerKey } from '../../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { localDay } from '../../lib/local-time.ts'
import { compileForm } from '../definition/compile.ts'
import type {
  CompiledField,
  CompiledForm,
  FormLanguages,
  FormLists,
  FormTemplate,
} from '../definition/compiled-form.ts'
import { repeatKey, shapeForm, type Occurrences } from '../definition/form-shape.ts'
import { followLogic, type LogicState } from '../logic/follow-logic.ts'
import { momentText } from '../types/moments.ts'
import { fitAnswer } from './answer-shape.ts'
import {
  groupByOuter,
  keysOfOuter,
  withNamedOuters,
  type TextByNumber,
} from './nested-occurrences.ts'
import { createNumbering } from './numbering.ts'
import { isAsked, isOnScreen } from './on-screen.ts'

/** The parts of a submission that are read. */
export type Sent = Pick<SubmissionDoc, 'answers' | 'files' | 'created_at'>

/** A submission with its form, as the surveyor saw them. */
export interface Submitted {
  /** With the occurrences that have an answer. */
  readonly form: CompiledForm
  readonly logic: LogicState
  /** Whether a field was shown. */
  readonly wasShown: (field: CompiledField) => boolean
  /** The number that it had; 0 for none. */
  readonly numberOf: (field: CompiledField) => number
  readonly answer: (field: CompiledField) => Answer
}

/**
 * Reads a submission by the rules of its form, with the form's texts in one of its languages, by default its plain
 * texts. Calculated values stay as they were sent.
 */
export const readSubmitted = (
  questions: readonly FormQuestionDoc[],
  sent: Sent,
  lists: FormLists,
  languageIn: (languages: FormLanguages) => string = () => '',
): Submitted => {
  const at = Date.parse(sent.created_at)
  const unnamed = { id: '', title: '', definition_hash: '' }
  const { template } = compileForm(unnamed, questions, Number.isNaN(at) ? 0 : at, lists)
  const language = languageIn(template.languages)
  const form = shapeForm(template, answeredOccurrences(template, sent), language)
  const answer = (field: CompiledField): Answer =>
    fitAnswer(field, answerAt(sent.answers, answerKey(field.fieldId, field.occurrence)) ?? '')
  const moment = () => momentText(at)
  const logic = followLogic(form, {
    answer,
    fileCount: ({ fieldId, occurrence }) =>
      sent.files.filter(file => file.field_id === fieldId && (file.occurrence ?? 0) === occurrence)
        .length,
    calculated: () => undefined,
    given: { today: () => localDay(at), now: moment, start: moment, end: moment },
  })
  const { numbers } = createNumbering(form, field => isAsked({ logic }, field))
  return {
    form,
    logic,
    wasShown: field => isOnScreen({ logic }, field),
    numberOf: ({ id }) => numbers.get(id),
    answer,
  }
}

const answeredOccurrences = (template: FormTemplate, { answers, files }: Sent): Occurrences => {
  const slots = [
    ...Object.keys(answers).map(fieldOfAnswerKey),
    ...files.map(({ field_id, occurrence = 0 }) => ({ fieldId: field_id, occurrence })),
  ]
  const repeatOf = new Map(template.fields.map(({ id, repeatId }) => [id, repeatId]))
  const found = new Map<string, Set<number>>()
  for (const { id, repeat } of template.sections) if (repeat !== null) found.set(id, new Set())
  for (const { fieldId, occurrence } of slots) {
    found.get(repeatOf.get(fieldId) ?? '')?.add(occurrence)
  }
  const lists = new Map<string, readonly number[]>()
  const inOrder = (numbers: Iterable<number> = []) => [...numbers].sort((a, b) => a - b)
  for (const [id, numbers] of found) lists.set(id, inOrder(numbers))
  for (const { id: outerId } of template.sections) {
    const inner = template.sections.flatMap(({ id, nesting }) =>
      nesting?.outerId === outerId
        ? [
            {
              id,
              keyId: nesting.keyId,
              numbers: lists.get(id) ?? [],
              links: textsOf(answers, nesting.linkId),
            },
          ]
        : [],
    )
    const [first] = inner
    if (first === undefined) continue
    const sent = lists.get(outerId) ?? []
    const keys = withNamedOuters(keysOfOuter(sent, textsOf(answers, first.keyId)), sent, inner)
    const outers = inOrder(keys.keys())
    lists.set(outerId, outers)
    for (const { id, numbers, links } of inner) {
      for (const [outer, own] of groupByOuter(numbers, { outers, keys, links })) {
        lists.set(repeatKey(id, outer), own)
      }
    }
  }
  return lists
}

/** The answers to a field by the number of the occurrence, without empty ones. */
const textsOf = (answers: Sent['answers'], fieldId: string): TextByNumber =>
  new Map(
    Object.entries(answers).flatMap(([key, value]) => {
      const slot = fieldOfAnswerKey(key)
      const text = String(value).trim()
      return slot.fieldId === fieldId && text !== '' ? [[slot.occurrence, text]] : []
    }),
  )
