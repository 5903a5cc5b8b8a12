import { bindRule, type BoundRule } from './logic.ts'
import type { CompiledField } from './compile.ts'

/** The rules of one field, bound to the answers that they read. */
export interface FieldRules {
  readonly field: CompiledField
  readonly visibleIf: BoundRule | null
  readonly requiredIf: BoundRule | null
  readonly validIf: BoundRule | null
  readonly calculate: BoundRule | null
  readonly choiceFilter: BoundRule | null
}

/** The logic of a form, ready to be followed. */
export interface FormLogic {
  readonly rulesById: ReadonlyMap<string, FieldRules>
  /** The fields whose rules read a field, by its id. */
  readonly readersById: ReadonlyMap<string, readonly CompiledField[]>
  /** Where a field stands among those that depend on each other; whoever is read comes before who reads. */
  readonly rankById: ReadonlyMap<string, number>
  /** Those that judge by what comes after them, and so have to be looked at twice in the beginning. */
  readonly lookingAhead: readonly CompiledField[]
  /** What of the form's logic cannot be followed. */
  readonly problems: readonly LogicProblem[]
}

/** A rule that was left out or reads nothing, by the field that has it. */
export type LogicProblem =
  | { readonly kind: 'unknown'; readonly field: CompiledField; readonly name: string }
  | { readonly kind: 'cycle'; readonly field: CompiledField }

/** The key of a field's answer in what rules are given. */
export const answerKeyOf = (field: CompiledField): string => `f${field.index}`

/** What a rule may read besides answers: the day, and the option that a choice filter is tried with. */
const isGiven = (name: string): boolean => name === '$today' || /^option\.[^.]+$/.test(name)

/** Binds the rules of a form and finds in which order they follow each other; null for a form without any. */
export const compileLogic = (fields: readonly CompiledField[]): FormLogic | null => {
  if (fields.every(({ logic }) => logic === null)) return null
  const byName = new Map(fields.toReversed().map(field => [field.name, field]))
  const byId = new Map(fields.map(field => [field.id, field]))
  const problems: LogicProblem[] = []

  const bind = (field: CompiledField, rule: unknown): BoundRule | null => {
    if (rule === undefined) return null
    const bound = bindRule(rule, name => {
      if (isGiven(name)) return name
      const read = byId.get(name) ?? byName.get(name)
      return read === undefined ? null : answerKeyOf(read)
    })
    for (const name of new Set(bound.unknown)) problems.push({ kind: 'unknown', field, name })
    return bound
  }
  const bound = fields
    .filter(({ logic }) => logic !== null)
    .map((field): FieldRules => {
      const { logic } = field
      return {
        field,
        visibleIf: bind(field, logic?.visible_if),
        requiredIf: bind(field, logic?.required_if),
        validIf: bind(field, logic?.valid_if),
        calculate: bind(field, logic?.calculate),
        choiceFilter: bind(field, logic?.choice_filter),
      }
    })

  const { rankById, cyclic } = rank(fields, bound)
  for (const field of cyclic) problems.push({ kind: 'cycle', field })
  const cyclicIds = new Set(cyclic.map(({ id }) => id))
  const followed = bound.map(rules =>
    cyclicIds.has(rules.field.id) ? { ...rules, visibleIf: null, calculate: null } : rules,
  )
  const rankByKey = new Map(fields.map(field => [answerKeyOf(field), rankById.get(field.id) ?? 0]))
  return {
    rulesById: new Map(followed.map(rules => [rules.field.id, rules])),
    readersById: readersOf(fields, followed),
    rankById,
    lookingAhead: followed.filter(looksAhead(rankByKey)).map(({ field }) => field),
    problems,
  }
}

const looksAhead =
  (rankByKey: ReadonlyMap<string, number>) =>
  (rules: FieldRules): boolean => {
    const own = rankByKey.get(answerKeyOf(rules.field)) ?? 0
    return [rules.requiredIf, rules.validIf, rules.choiceFilter].some(rule =>
      [...(rule?.reads ?? [])].some(key => (rankByKey.get(key) ?? 0) > own),
    )
  }

const allRules = (rules: FieldRules): readonly (BoundRule | null)[] => [
  rules.visibleIf,
  rules.requiredIf,
  rules.validIf,
  rules.calculate,
  rules.choiceFilter,
]

const readersOf = (
  fields: readonly CompiledField[],
  bound: readonly FieldRules[],
): ReadonlyMap<string, readonly CompiledField[]> => {
  const byKey = new Map(fields.map(field => [answerKeyOf(field), field]))
  const readers = new Map<string, Set<CompiledField>>()
  for (const rules of bound) {
    for (const key of allRules(rules).flatMap(rule => [...(rule?.reads ?? [])])) {
      const read = byKey.get(key)
      if (read === undefined) continue
      readers.set(read.id, (readers.get(read.id) ?? new Set()).add(rules.field))
    }
  }
  return new Map([...readers].map(([id, members]) => [id, [...members]]))
}

/**
 * Orders fields so that whoever decides what another one holds comes first. Only what makes a value counts:
 * a field may look at itself to say whether its answer stands. Who is part of a circle is named.
 */
const rank = (
  fields: readonly CompiledField[],
  bound: readonly FieldRules[],
): {
  readonly rankById: ReadonlyMap<string, number>
  readonly cyclic: readonly CompiledField[]
} => {
  const byKey = new Map(fields.map(field => [answerKeyOf(field), field]))
  const rulesById = new Map(bound.map(rules => [rules.field.id, rules]))
  const rankById = new Map<string, number>()
  const onPath: CompiledField[] = []
  const cyclic = new Set<CompiledField>()

  const visit = (field: CompiledField): void => {
    if (rankById.has(field.id)) return
    const begun = onPath.indexOf(field)
    if (begun >= 0) {
      onPath.slice(begun).forEach(member => cyclic.add(member))
      return
    }
    onPath.push(field)
    const rules = rulesById.get(field.id)
    for (const rule of [rules?.visibleIf, rules?.calculate]) {
      for (const key of rule?.reads ?? []) {
        const read = byKey.get(key)
        if (read !== undefined) visit(read)
      }
    }
    onPath.pop()
    rankById.set(field.id, rankById.size)
  }
  fields.forEach(visit)
  return { rankById, cyclic: [...cyclic] }
}
