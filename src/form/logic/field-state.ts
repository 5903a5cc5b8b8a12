import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { BoundFills, CompiledField, FieldRules } from '../definition/compiled-form.ts'
import { holds } from '../operations/evaluation.ts'
import { isUnanswered } from '../answers/rules.ts'
import type { BoundRule } from './bind-rule.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import { typeOf } from '../types/types.ts'
import { fillWords } from '../texts/rich-text.ts'
import { areSameRows } from './option-rows.ts'
import type { Scope } from './logic-values.ts'

/** Where the rules read answers, and where they put calculated ones. */
export interface LogicSource {
  readonly answer: (field: CompiledField) => Answer
  readonly fileCount: (field: CompiledField) => number
  readonly calculated: (field: CompiledField, answer: Answer) => void
  /** Whether a calculated field keeps the value that it has, whatever its rule results in. */
  readonly stays?: (field: CompiledField, calculate: BoundRule) => boolean
  /** The answer to a field in the last interview; absent where that is not known. */
  readonly last?: (field: CompiledField) => Answer
  /** What the device knows, by the name in rules without its `$`: `today`, `now`, `start`. */
  readonly given: Readonly<Record<string, () => unknown>>
}

/** The current results of a form's rules for one field. */
export interface FieldState {
  readonly isVisible: boolean
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  readonly isAccepted: boolean
  /** The places of the offered options; null for all of them. */
  readonly offered: ReadonlySet<number> | null
  /** The rows that are the options; null for a field with options of its own. */
  readonly rows: readonly unknown[] | null
  /** The seed of the options' order; null for the form's order. */
  readonly seed: unknown
  /** What fills the placeholders of its texts, by key. */
  readonly fills: ReadonlyMap<string, string>
}

/** The fills of a field without any. */
export const noFills: ReadonlyMap<string, string> = new Map()
const free: FieldState = {
  isVisible: true,
  isRequired: false,
  isReadOnly: false,
  isAccepted: true,
  offered: null,
  rows: null,
  seed: null,
  fills: noFills,
}
const required: FieldState = { ...free, isRequired: true }

/** The value of a rule; `otherwise` if evaluating it throws. */
export const tryValue = (rule: BoundRule, scope: Scope, otherwise: unknown): unknown => {
  try {
    return rule.evaluate(scope)
  } catch {
    return otherwise
  }
}

const offeredOf = (
  field: CompiledField,
  rule: BoundRule | null,
  scope: Scope,
): FieldState['offered'] => {
  if (rule === null) return null
  // Shared by all options; inherits the answers without a copy.
  const tried = Object.create(scope) as Scope
  const offered = new Set<number>()
  for (const [place, { value, label, more }] of field.options.entries()) {
    tried['option'] = { ...more, value, label }
    if (holds(tryValue(rule, tried, true))) offered.add(place)
  }
  return offered
}

/** The options that the filter keeps; of several with the same value, the first. */
export const offeredOptions = (
  { options }: CompiledField,
  offered: ReadonlySet<number>,
): readonly FieldOption[] => {
  const seen = new Set<string>()
  return options.filter(
    ({ value }, place) => offered.has(place) && !seen.has(value) && seen.add(value),
  )
}

const rowsOf = (rule: BoundRule | null, scope: Scope): FieldState['rows'] => {
  // Without its list, a question has no options, but an earlier answer stays.
  if (rule === null || rule.unknown.length > 0) return null
  const rows = tryValue(rule, scope, null)
  return Array.isArray(rows) ? rows : []
}

/**
 * Evaluates a field's rules. Calls `keepValue` with the visibility before it evaluates the rules that may read the
 * field's own answer.
 */
export const evaluateField = (
  field: CompiledField,
  rules: FieldRules | undefined,
  scope: Scope,
  keepValue: (isVisible: boolean) => void,
): FieldState => {
  if (rules === undefined) {
    keepValue(true)
    return field.isRequired ? required : free
  }
  const { repeatIf, visibleIf, requiredIf, readOnlyIf, validIf, choiceFilter, randomOrder } = rules
  const isTrue = (rule: BoundRule | null, otherwise: boolean): boolean =>
    rule === null ? otherwise : holds(tryValue(rule, scope, otherwise))
  const isVisible = isTrue(repeatIf, true) && isTrue(visibleIf, true)
  keepValue(isVisible)
  return {
    isVisible,
    isRequired: field.isRequired || isTrue(requiredIf, false),
    isReadOnly: isTrue(readOnlyIf, false),
    isAccepted: isTrue(validIf, true),
    offered: offeredOf(field, choiceFilter, scope),
    rows: rowsOf(rules.optionRows, scope),
    seed: randomOrder === null ? null : tryValue(randomOrder, scope, null),
    fills: filledIn(rules.fills, scope),
  }
}

/** The texts that fill placeholders, by key. */
export const filledIn = (fills: BoundFills, scope: Scope): ReadonlyMap<string, string> => {
  if (fills.size === 0) return noFills
  const texts = new Map<string, string>()
  for (const [key, rule] of fills) texts.set(key, fillWords(tryValue(rule, scope, '')))
  return texts
}

/** An answer as rules see it; null for none. */
export const valueIn = (
  source: Pick<LogicSource, 'answer' | 'fileCount'>,
  field: CompiledField,
): unknown => {
  const answer = source.answer(field)
  const fileCount = source.fileCount(field)
  if (isUnanswered(field, answer, { fileCount })) return null
  // Files that only the server has are links in the answer.
  if (typeOf(field.type).files !== null) return fileCount || [answer].flat().length
  if (typeof answer !== 'string') return answer
  return field.logic?.calculate === undefined
    ? typeOf(field.type).toLogic(answer)
    : workedOut(answer)
}

/** Converts a calculated text to a number if it is written as one. A composed code, such as 07, stays a text. */
const workedOut = (text: string): string | number => {
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text ? number : text
}

/** A calculated value as an answer is stored; a value that is not a number becomes no answer. */
export const valueToAnswer = (value: unknown): Answer => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return Array.isArray(value) ? value.map(String) : String(value)
}

/** Compares lists by content, which is cheap because they are short, and everything else by identity. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b))

/** Whether the state of a field changed. */
export const isDifferent = (before: FieldState, after: FieldState): boolean =>
  before.isVisible !== after.isVisible ||
  before.isRequired !== after.isRequired ||
  before.isReadOnly !== after.isReadOnly ||
  before.isAccepted !== after.isAccepted ||
  before.offered?.size !== after.offered?.size ||
  before.seed !== after.seed ||
  !areSameRows(before.rows, after.rows) ||
  [...(before.offered ?? [])].some(place => after.offered?.has(place) !== true) ||
  [...after.fills].some(([key, text]) => before.fills.get(key) !== text)
