import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { CompiledField, FieldRules } from './compiled-form.ts'
import { holds, valueOf, valueToAnswer, type BoundRule } from './logic.ts'
import type { Scope } from './logic-values.ts'

/** How the rules see the answers, and where they put what they work out. */
export interface LogicSource {
  readonly answer: (field: CompiledField) => Answer
  readonly fileCount: (field: CompiledField) => number
  readonly calculated: (field: CompiledField, answer: Answer) => void
  /** The day it is, `YYYY-MM-DD`, to the surveyor. */
  readonly today: string
}

/** What the rules of a form say of one field now. */
export interface Standing {
  readonly isVisible: boolean
  readonly isRequired: boolean
  readonly isAccepted: boolean
  /** The values of the options that are offered; null for all of them. */
  readonly offered: ReadonlySet<string> | null
}

const free: Standing = { isVisible: true, isRequired: false, isAccepted: true, offered: null }
const required: Standing = { ...free, isRequired: true }

// A rule that the library refuses is as good as none.
const tryValue = (rule: BoundRule, scope: Scope, otherwise: unknown): unknown => {
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
  const offered = new Set<string>()
  for (const { value, label, more } of field.options) {
    tried['option'] = { ...more, value, label }
    if (holds(tryValue(rule, tried, true))) offered.add(value)
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
    const worked = valueToAnswer(tryValue(calculate, scope, null))
    if (!isSame(worked, source.answer(field))) source.calculated(field, worked)
  }
  keepValue(isVisible)
  return {
    isVisible,
    isRequired: field.isRequired || isTrue(requiredIf, false),
    isAccepted: isTrue(validIf, true),
    offered: offeredOf(field, choiceFilter, scope),
  }
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
  [...(before.offered ?? [])].some(value => after.offered?.has(value) !== true)
