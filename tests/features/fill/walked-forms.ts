import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { Random } from '../../sim/random.ts'
import { question } from '../../form/form-fixtures.ts'

/**
 * Forms with rules, made from a seed, and the expected state of every field for given answers: evaluated directly
 * from the conditions, in the order of the form, without any code of the product.
 */

/** A condition on earlier fields of the form. */
export type Condition =
  | { readonly kind: 'is'; readonly field: string; readonly value: string }
  | { readonly kind: 'has'; readonly field: string; readonly value: string }
  | { readonly kind: 'below' | 'above'; readonly field: string; readonly value: number }
  | { readonly kind: 'answered'; readonly field: string }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }

/** One field with its conditions. */
export interface Walked {
  readonly id: string
  readonly type: 'RADIO' | 'CHECKBOX' | 'NUMBER' | 'TEXT'
  readonly isRequired: boolean
  readonly visibleIf: Condition | null
  readonly requiredIf: Condition | null
  readonly validIf: Condition | null
}

/** The expected state of a field. */
export interface Verdict {
  readonly isVisible: boolean
  readonly isRequired: boolean
  readonly isInvalid: boolean
}

type Value = string | number | readonly string[] | null

const options = ['yes', 'no', 'unknown', 'refused'] as const

const conditionOn = (random: Random, { id: field, type }: Walked): Condition => {
  switch (type) {
    case 'NUMBER':
      return { kind: random.pick(['below', 'above'] as const), field, value: random.below(100) }
    case 'CHECKBOX':
      return { kind: 'has', field, value: random.pick(options) }
    case 'RADIO':
      return { kind: 'is', field, value: random.pick(options) }
    case 'TEXT':
      return { kind: 'answered', field }
  }
}

const conditionOver = (random: Random, earlier: readonly Walked[]): Condition => {
  // Mostly near ones, as in a questionnaire; some far away.
  const near = earlier.slice(-12)
  const one = () => conditionOn(random, random.pick(random.below(5) === 0 ? earlier : near))
  switch (random.below(6)) {
    case 0:
      return { kind: 'not', of: one() }
    case 1:
      return { kind: 'and', of: [one(), one()] }
    case 2:
      return { kind: 'or', of: [one(), { kind: 'not', of: one() }, one()] }
    default:
      return one()
  }
}

/** A form with so many fields, of which so many have a visibility condition. */
export const makeWalkedForm = (
  random: Random,
  count: number,
  conditions: number,
): readonly Walked[] => {
  const fields: Walked[] = []
  for (let n = 0; n < count; n += 1) {
    const hasCondition = n >= count - conditions
    const type = random.pick(['RADIO', 'RADIO', 'RADIO', 'CHECKBOX', 'NUMBER', 'TEXT'] as const)
    const over = (share: number) =>
      n > 0 && random.below(share) === 0 ? conditionOver(random, fields) : null
    const own: Walked = {
      id: `f${n}`,
      type,
      isRequired: random.below(3) === 0,
      visibleIf: hasCondition ? conditionOver(random, fields) : null,
      requiredIf: over(6),
      validIf: null,
    }
    fields.push(own)
    if (random.below(8) === 0) {
      fields[n] = { ...own, validIf: { kind: 'not', of: conditionOn(random, own) } }
    }
  }
  return fields
}

const toRule = (condition: Condition): unknown => {
  switch (condition.kind) {
    case 'is':
      return { '==': [{ var: condition.field }, condition.value] }
    case 'has':
      return { selected: [{ var: condition.field }, condition.value] }
    case 'below':
      return { '<': [{ var: condition.field }, condition.value] }
    case 'above':
      return { '>': [{ var: condition.field }, condition.value] }
    case 'answered':
      return { '!=': [{ var: condition.field }, null] }
    case 'not':
      return { '!': [toRule(condition.of)] }
    case 'and':
    case 'or':
      return { [condition.kind]: condition.of.map(toRule) }
  }
}

/** The same form as the device stores it. */
export const toQuestions = (fields: readonly Walked[]): readonly FormQuestionDoc[] =>
  fields.map(({ id, type, isRequired, visibleIf, requiredIf, validIf }, n) => {
    const rules = {
      ...(visibleIf === null ? {} : { visible_if: toRule(visibleIf) }),
      ...(requiredIf === null ? {} : { required_if: toRule(requiredIf) }),
      ...(validIf === null ? {} : { valid_if: toRule(validIf) }),
    }
    const hasOptions = type === 'RADIO' || type === 'CHECKBOX'
    return question(id, {
      type,
      is_required: isRequired,
      section_id: `s${Math.floor(n / 10)}`,
      options: hasOptions ? JSON.stringify(options) : '[]',
      ...(Object.keys(rules).length === 0 ? {} : { logic: JSON.stringify(rules) }),
    })
  })

/** An answer to a field, sometimes empty. */
export const answerTo = (random: Random, { type }: Walked): Answer => {
  const isEmpty = random.below(6) === 0
  switch (type) {
    case 'NUMBER':
      return isEmpty ? '' : String(random.below(120))
    case 'TEXT':
      return isEmpty ? '  ' : 'text'
    case 'RADIO':
      return isEmpty ? '' : random.pick(options)
    case 'CHECKBOX':
      return isEmpty ? [] : options.filter(() => random.below(2) === 0)
  }
}

const valueOf = ({ type }: Walked, answer: Answer | undefined): Value => {
  if (answer === undefined) return null
  if (typeof answer !== 'string') return answer.length === 0 ? null : answer
  if (answer.trim() === '') return null
  return type === 'NUMBER' ? Number(answer) : answer
}

const holds = (condition: Condition, values: ReadonlyMap<string, Value>): boolean => {
  switch (condition.kind) {
    case 'not':
      return !holds(condition.of, values)
    case 'and':
      return condition.of.every(one => holds(one, values))
    case 'or':
      return condition.of.some(one => holds(one, values))
  }
  const value = values.get(condition.field) ?? null
  switch (condition.kind) {
    case 'is':
      return value === condition.value
    case 'has':
      return Array.isArray(value) && value.includes(condition.value)
    case 'below':
      return typeof value === 'number' && value < condition.value
    case 'above':
      return typeof value === 'number' && value > condition.value
    case 'answered':
      return value !== null
  }
}

/** The expected state of every field for the given answers. */
export const judgeWalked = (
  fields: readonly Walked[],
  answers: ReadonlyMap<string, Answer>,
): ReadonlyMap<string, Verdict> => {
  const values = new Map<string, Value>()
  const verdicts = new Map<string, Verdict>()
  for (const field of fields) {
    const isVisible = field.visibleIf === null || holds(field.visibleIf, values)
    values.set(field.id, isVisible ? valueOf(field, answers.get(field.id)) : null)
    const isRequired =
      field.isRequired || (field.requiredIf !== null && holds(field.requiredIf, values))
    const isAnswered = values.get(field.id) !== null
    const isRefused = field.validIf !== null && !holds(field.validIf, values)
    const isInvalid = isVisible && (isAnswered ? isRefused : isRequired)
    verdicts.set(field.id, { isVisible, isRequired, isInvalid })
  }
  return verdicts
}
