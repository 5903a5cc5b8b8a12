import type { Answer } from '../../../collections/schemas/submissions.ts'
import { localDay } from '../../lib/local-time.ts'
import type { CompiledField, CompiledForm, FormTemplate } from '../definition/compiled-form.ts'
import { repeatKey, shapeForm, slotId, type Occurrences } from '../definition/form-shape.ts'
import { followLogic } from '../logic/follow-logic.ts'
import type { LogicState } from '../logic/logic-state.ts'
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

/** A field in one occurrence, 0 outside of repeats. */
interface Slot {
  readonly fieldId: string
  readonly occurrence: number
}

/** What was given in an interview. */
interface Given {
  readonly answers: readonly (Slot & { readonly answer: Answer })[]
  /** One for each file. */
  readonly files: readonly Slot[]
  /** When it was submitted, epoch ms; NaN when that is unknown. */
  readonly madeAt: number
}

/** What was answered, with its form, as the surveyor saw them. */
export interface Answered {
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
 * Reads answers by the rules of their form, with the form's texts in a language, '' for its plain texts. Calculated values
 * stay as they were sent.
 */
export const readAnswered = (template: FormTemplate, given: Given, language: string): Answered => {
  const { answers, files, madeAt } = given
  const form = shapeForm(template, answeredOccurrences(template, given), language)
  const answerBySlot = new Map(
    answers.map(({ fieldId, occurrence, answer }) => [slotId(fieldId, occurrence), answer]),
  )
  const answer = (field: CompiledField): Answer =>
    fitAnswer(field, answerBySlot.get(field.id) ?? '')
  const moment = () => momentText(madeAt)
  const logic = followLogic(form, {
    answer,
    fileCount: field =>
      files.filter(file => file.fieldId === field.fieldId && file.occurrence === field.occurrence)
        .length,
    calculated: () => undefined,
    given: { today: () => localDay(madeAt), now: moment, start: moment, end: moment },
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

const answeredOccurrences = (template: FormTemplate, { answers, files }: Given): Occurrences => {
  const repeatOf = new Map(template.fields.map(({ id, repeatId }) => [id, repeatId]))
  const found = new Map<string, Set<number>>()
  for (const { id, repeat } of template.sections) if (repeat !== null) found.set(id, new Set())
  for (const { fieldId, occurrence } of [...answers, ...files]) {
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
const textsOf = (answers: Given['answers'], fieldId: string): TextByNumber =>
  new Map(
    answers.flatMap(given => {
      const text = String(given.answer).trim()
      return given.fieldId === fieldId && text !== '' ? [[given.occurrence, text]] : []
    }),
  )
