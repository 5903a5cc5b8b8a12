import {
  answerKeyOf,
  listKeyOf,
  type CompiledField,
  type FieldRules,
  type FormLogic,
  type LogicProblem,
  type TemplateSection,
} from './compiled-form.ts'
import { bindRule, type BoundRule } from './logic.ts'
import { rankFields } from './rank-fields.ts'

/** The name, and the key, of the place of an occurrence in its repeat. */
export const positionKey = '$position'

/** What a rule may read besides answers: the day, and the option that a choice filter is tried with. */
const isGiven = (name: string): boolean => name === '$today' || /^option\.[^.]+$/.test(name)

/** Whoever comes first of those with the same name. */
const byName = <Named>(all: readonly Named[], nameOf: (one: Named) => string) =>
  new Map(all.toReversed().map(one => [nameOf(one), one]))

/** How the names in a form's rules are looked up; `repeatId` says from which repeat, null for outside. */
const createLookup = (sections: readonly TemplateSection[]) => {
  const fields = sections.flatMap(section => section.fields)
  const fieldByName = new Map([
    ...byName(fields, ({ name }) => name),
    ...byName(fields, ({ id }) => id),
  ])
  const repeats = sections.filter(({ repeat }) => repeat !== null)
  const repeatByName = new Map([
    ...byName(repeats, ({ name }) => name),
    ...byName(repeats, ({ id }) => id),
  ])
  const countKeyById = new Map(repeats.map(({ id }, n) => [id, `c${n}`]))

  const keyOf = (name: string, repeatId: string | null): string | null => {
    if (isGiven(name)) return name
    const read = fieldByName.get(name)
    if (read !== undefined) {
      return read.repeatId === null || read.repeatId === repeatId
        ? answerKeyOf(read)
        : listKeyOf(read)
    }
    if (name === positionKey) return repeatId === null ? null : positionKey
    if (name.startsWith('$all.')) {
      const all = fieldByName.get(name.slice('$all.'.length))
      if (all === undefined) return null
      return all.repeatId === null ? answerKeyOf(all) : listKeyOf(all)
    }
    if (!name.startsWith('$count.')) return null
    const counted = repeatByName.get(name.slice('$count.'.length))
    return counted === undefined ? null : (countKeyById.get(counted.id) ?? null)
  }
  return { fields, countKeyById, keyOf }
}

/** Every rule of a field that there is. */
const rulesOf = (rules: FieldRules): readonly BoundRule[] =>
  [
    rules.repeatIf,
    rules.visibleIf,
    rules.requiredIf,
    rules.validIf,
    rules.calculate,
    rules.choiceFilter,
  ].filter(rule => rule !== null)

const readersOf = (all: readonly FieldRules[]): ReadonlyMap<string, readonly CompiledField[]> => {
  const readers = new Map<string, Set<CompiledField>>()
  for (const rules of all) {
    for (const key of rulesOf(rules).flatMap(rule => [...rule.reads])) {
      readers.set(key, (readers.get(key) ?? new Set()).add(rules.field))
    }
  }
  return new Map([...readers].map(([key, members]) => [key, [...members]]))
}

/** Binds the rules of a form and finds in which order they follow each other; null for a form without any. */
export const compileLogic = (sections: readonly TemplateSection[]): FormLogic | null => {
  const { fields, countKeyById, keyOf } = createLookup(sections)
  const repeatRules = new Map(sections.map(({ id, repeat }) => [id, repeat?.visible_if]))
  const hasRules = (field: CompiledField): boolean =>
    field.logic !== null ||
    (field.repeatId !== null && repeatRules.get(field.repeatId) !== undefined)
  if (!fields.some(hasRules)) return null
  const problems: LogicProblem[] = []

  const bind = (
    field: CompiledField,
    rule: unknown,
    repeatId: string | null = field.repeatId,
  ): BoundRule | null => {
    if (rule === undefined) return null
    const bound = bindRule(rule, name => keyOf(name, repeatId))
    for (const name of new Set(bound.unknown)) problems.push({ kind: 'unknown', field, name })
    return bound
  }
  const repeatIfById = new Map<string, BoundRule>()
  for (const { id, repeat, fields: members } of sections) {
    const bound = members[0] === undefined ? null : bind(members[0], repeat?.visible_if, null)
    if (bound !== null) repeatIfById.set(id, bound)
  }
  const bound = fields.filter(hasRules).map((field): FieldRules => {
    const { logic, repeatId } = field
    return {
      field,
      repeatIf: repeatId === null ? null : (repeatIfById.get(repeatId) ?? null),
      visibleIf: bind(field, logic?.visible_if),
      requiredIf: bind(field, logic?.required_if),
      validIf: bind(field, logic?.valid_if),
      calculate: bind(field, logic?.calculate),
      choiceFilter: bind(field, logic?.choice_filter),
    }
  })

  const { rankById, cyclic } = rankFields(fields, bound)
  for (const field of cyclic) problems.push({ kind: 'cycle', field })
  const cyclicIds = new Set(cyclic.map(({ id }) => id))
  const followed = bound.map(rules =>
    cyclicIds.has(rules.field.id)
      ? { ...rules, repeatIf: null, visibleIf: null, calculate: null }
      : rules,
  )
  return {
    rulesById: new Map(followed.map(rules => [rules.field.id, rules])),
    readersByKey: readersOf(followed),
    rankById,
    repeatIfById,
    countKeyById,
    problems,
  }
}
