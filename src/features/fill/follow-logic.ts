import type { Answer } from '../../../collections/submissions.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import type { CompiledField, CompiledForm } from './compile.ts'
import { answerKeyOf } from './compile-logic.ts'
import { holds, valueOf, valueToAnswer, type BoundRule } from './logic.ts'
import { isUnanswered } from './rules.ts'

/** How the rules of a form stand for the answers given so far. */
export interface LogicState {
  readonly isVisible: (field: CompiledField) => boolean
  readonly isRequired: (field: CompiledField) => boolean
  /** False for an answer that its own rule refuses. */
  readonly isAccepted: (field: CompiledField) => boolean
  /** The options that are offered now. */
  readonly options: (field: CompiledField) => readonly FieldOption[]
  /** Looks again at what reads a field, after its answer changed; gives back whatever stands differently now. */
  readonly update: (field: CompiledField) => readonly CompiledField[]
}

/** How the rules see the answers, and where they put what they work out. */
export interface LogicSource {
  readonly answer: (field: CompiledField) => Answer
  readonly fileCount: (field: CompiledField) => number
  readonly calculated: (field: CompiledField, answer: Answer) => void
  /** The day it is, `YYYY-MM-DD`, to the surveyor. */
  readonly today: string
}

/** A form without rules: what the spec says, at no cost. */
const plain: LogicState = {
  isVisible: () => true,
  isRequired: field => field.isRequired,
  isAccepted: () => true,
  options: field => field.options,
  update: () => [],
}

interface Standing {
  isVisible: boolean
  isRequired: boolean
  isAccepted: boolean
  options: readonly FieldOption[]
}

/** Follows the rules of a form: all of them once, and then only those that read what changed. */
export const followLogic = (form: CompiledForm, source: LogicSource): LogicState => {
  const { logic } = form
  if (logic === null) return plain
  const standings = new Map<string, Standing>()
  const values: Record<string, unknown> = { $today: source.today }

  // A rule that the library refuses is as good as none.
  const tryValue = (rule: BoundRule, otherwise: unknown, more?: object): unknown => {
    try {
      return valueOf(rule.rule, more === undefined ? values : { ...values, ...more })
    } catch {
      return otherwise
    }
  }
  const filtered = (field: CompiledField, rule: BoundRule): readonly FieldOption[] =>
    field.options.filter(({ value, label, more }) =>
      holds(tryValue(rule, true, { option: { ...more, value, label } })),
    )
  const stand = (field: CompiledField): Standing => {
    const rules = logic.rulesById.get(field.id)
    if (rules === undefined) {
      values[answerKeyOf(field)] = valueIn(source, field)
      const { isRequired, options } = field
      return { isVisible: true, isRequired, isAccepted: true, options }
    }
    const { visibleIf, requiredIf, validIf, calculate, choiceFilter } = rules
    const isVisible = visibleIf === null || holds(tryValue(visibleIf, true))
    if (calculate !== null && isVisible) {
      const worked = valueToAnswer(tryValue(calculate, null))
      if (!isSame(worked, source.answer(field))) {
        source.calculated(field, worked)
      }
    }
    values[answerKeyOf(field)] = isVisible ? valueIn(source, field) : null
    return {
      isVisible,
      isRequired: field.isRequired || (requiredIf !== null && holds(tryValue(requiredIf, false))),
      isAccepted: validIf === null || holds(tryValue(validIf, true)),
      options: choiceFilter === null ? field.options : filtered(field, choiceFilter),
    }
  }

  const rankOf = (field: CompiledField): number => logic.rankById.get(field.id) ?? 0
  for (const field of form.fields) values[answerKeyOf(field)] = valueIn(source, field)
  for (const field of form.fields.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    standings.set(field.id, stand(field))
  }
  // Once more for what looks ahead: whether an answer stands may hang on a later one.
  for (const field of logic.lookingAhead) standings.set(field.id, stand(field))

  const standingOf = (field: CompiledField): Standing => {
    const standing = standings.get(field.id)
    if (standing === undefined) throw new Error(`Field ${field.id} is not of this form.`)
    return standing
  }
  return {
    isVisible: field => standingOf(field).isVisible,
    isRequired: field => standingOf(field).isRequired,
    isAccepted: field => standingOf(field).isAccepted,
    options: field => standingOf(field).options,
    update: changed => {
      const different: CompiledField[] = []
      const due = new Map<number, CompiledField>([[rankOf(changed), changed]])
      const addReaders = ({ id }: CompiledField): void => {
        for (const reader of logic.readersById.get(id) ?? []) due.set(rankOf(reader), reader)
      }
      // Whoever reads only to judge may stand before what it reads: it is looked at once more, and no circle.
      for (let looks = 0; due.size > 0 && looks < form.fields.length * 4; looks += 1) {
        const next = Math.min(...due.keys())
        const field = due.get(next)
        due.delete(next)
        if (field === undefined) continue
        const before = standingOf(field)
        const valueBefore = values[answerKeyOf(field)]
        const after = stand(field)
        standings.set(field.id, after)
        const isNewValue = !isSame(values[answerKeyOf(field)], valueBefore)
        if (isNewValue) addReaders(field)
        if (isNewValue || isDifferent(before, after)) different.push(field)
      }
      return different
    },
  }
}

/** Lists are few and short; everything else is compared as it is. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b))

const isDifferent = (before: Standing, after: Standing): boolean =>
  before.isVisible !== after.isVisible ||
  before.isRequired !== after.isRequired ||
  before.isAccepted !== after.isAccepted ||
  before.options.length !== after.options.length ||
  before.options.some((option, index) => option !== after.options[index])

/** An answer as rules see it: null for none, a number where the field is one or the text reads as one. */
const valueIn = (source: LogicSource, field: CompiledField): unknown => {
  const answer = source.answer(field)
  const fileCount = source.fileCount(field)
  if (isUnanswered(field, answer, { fileCount })) return fileCount > 0 ? fileCount : null
  if (typeof answer !== 'string') return answer
  const isNumber = field.type === 'NUMBER' || field.logic?.calculate !== undefined
  const number = isNumber ? Number(answer.replace(',', '.')) : Number.NaN
  return Number.isFinite(number) ? number : answer
}
