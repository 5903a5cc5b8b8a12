import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { BoundFills, CompiledField, FieldRules } from '../definition/compiled-form.ts'
import { holds, valueOf, valueToAnswer, type BoundRule } from './logic.ts'
import type { Scope } from './logic-values.ts'

/** How the rules see the answers, and where they put what they work out. */
export interface LogicSource {
  readonly answer: (field: CompiledField) => Answer
  readonly fileCount: (field: CompiledField) => number
  readonly calculated: (field: CompiledField, answer: Answer) => void
  /** What the device knows, by the name that rules call it without its `$`: `today`, `now`, `start`. */
  readonly given: Readonly<Record<string, () => unknown>>
}

/** What the rules of a form say of one field now. */
export interface Standing {
  readonly isVisible: boolean
  readonly isRequired: boolean
  readonly isAccepted: boolean
  /** The places of the options that are offered; null for all of them. */
  readonly offered: ReadonlySet<number> | null
  /** What is filled into its texts, by key. */
  readonly fills: ReadonlyMap<string, string>
}

const noFills: ReadonlyMap<string, string> = new Map()
const free: Standing = {
  isVisible: true,
  isRequired: false,
  isAccepted: true,
  offered: null,
  fills: noFills,
}
const required: Standing = { ...free, isRequired: true }

/** The value of a rule; one that the library refuses is as good as none. */
export const tryValue = (rule: BoundRule, scope: Scope, otherwise: unknown): unknown => {
  try {
    return valueOf(rule.rule, scope)
  } catch {
    return otherwise
  }
}

const offeredOf = (
  field: CompiledField,
  rule: BoundRule | null,
  scope: Scope,
): Standing['offered'] => {
  if (rule === null) return null
  // One scope for all options, over the answers and without a copy of them.
  const tried = Object.create(scope) as Scope
  const offered = new Set<number>()
  for (const [place, { value, label, more }] of field.options.entries()) {
    tried['option'] = { ...more, value, label }
    if (holds(tryValue(rule, tried, true))) offered.add(place)
  }
  return offered
}

/**
 * Asks a field's rules how it stands, and puts what it works out where the answers are. `keepValue` is told
 * whether it is asked before the rules that may read its own answer.
 */
export const standField = (
  field: CompiledField,
  rules: FieldRules | undefined,
  scope: Scope,
  source: LogicSource,
  keepValue: (isVisible: boolean) => void,
): Standing => {
  if (rules === undefined) {
    keepValue(true)
    return field.isRequired ? required : free
  }
  const { repeatIf, visibleIf, requiredIf, validIf, calculate, choiceFilter } = rules
  const isTrue = (rule: BoundRule | null, otherwise: boolean): boolean =>
    rule === null ? otherwise : holds(tryValue(rule, scope, otherwise))
  const isVisible = isTrue(repeatIf, true) && isTrue(visibleIf, true)
  if (calculate !== null && isVisible) {
    scope[selfKey] = source.answer(field)
    const worked = valueToAnswer(tryValue(calculate, scope, null))
    if (!isSame(worked, source.answer(field))) source.calculated(field, worked)
  }
  keepValue(isVisible)
  return {
    isVisible,
    isRequired: field.isRequired || isTrue(requiredIf, false),
    isAccepted: isTrue(validIf, true),
    offered: offeredOf(field, choiceFilter, scope),
    fills: filledIn(rules.fills, scope),
  }
}

/** The name of what a field holds so far, in its own calculation. */
const selfKey = '$self'

/** The texts of what is filled in, by key. */
export const filledIn = (fills: BoundFills, scope: Scope): ReadonlyMap<string, string> => {
  if (fills.size === 0) return noFills
  const texts = new Map<string, string>()
  for (const [key, rule] of fills) {
    const value = valueToAnswer(tryValue(rule, scope, ''))
    texts.set(key, typeof value === 'string' ? value : value.join(' '))
  }
  return texts
}

/** Lists are few and short; everything else is compared as it is. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b))

/** Whether a field stands differently. */
export const isDifferent = (before: Standing, after: Standing): boolean =>
  before.isVisible !== after.isVisible ||
  before.isRequired !== after.isRequired ||
  before.isAccepted !== after.isAccepted ||
  before.offered?.size !== after.offered?.size ||
  [...(before.offered ?? [])].some(place => after.offered?.has(place) !== true) ||
  [...after.fills].some(([key, text]) => before.fills.get(key) !== text)
