import type {
  BoundFills,
  BoundSet,
  CompiledField,
  FieldRules,
  FormLists,
  FormLogic,
  LogicProblem,
  TemplateSection,
} from '../definition/compiled-form.ts'
import {
  answerKeyOf,
  labelsKeyOf,
  lastKeyOf,
  listIdKeyOf,
  listKeyOf,
  nestedKeyOf,
  placeKeyOf,
  placesKeyOf,
} from '../definition/value-keys.ts'
import { nestedByPlaces, withAskingReads } from './asking-reads.ts'
import { pacesOf } from './count-paces.ts'
import { fixedFields } from './fixed-fields.ts'
import { fillKeysOf, headingKeysOf, titleKeysOf } from '../texts/field-texts.ts'
import { holds } from '../operations/evaluation.ts'
import { createRuleBinder, type BoundRule } from './bind-rule.ts'
import { createLabelFills } from '../texts/label-fills.ts'
import type { Rule, Rules } from '../../../replication/wire/logic.ts'
import { rankFields } from './rank-fields.ts'

/** The name of an occurrence's place in its repeat. */
const positionName = '$position'

/**
 * What rules may read besides answers: what the device knows, the field's own value, and the option that a choice
 * filter is checking.
 */
const isGiven = (name: string): boolean =>
  /^\$(today|now|start|end|deviceid|username|email|phonenumber|uuid|random|self|language)$/.test(
    name,
  ) || /^option\.[^.]+$/.test(name)

/** Items by name; of several with the same name the first. */
const byName = <Named>(all: readonly Named[], nameOf: (one: Named) => string) =>
  new Map([...all].reverse().map(one => [nameOf(one), one]))

/** Creates the lookup of the names in a form's rules. */
const createLookup = (sections: readonly TemplateSection[], lists: FormLists) => {
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
  const outerById = new Map(
    sections.flatMap(({ id, nesting }) => (nesting === null ? [] : [[id, nesting.outerId]])),
  )
  /** Whether what is in one repeat is also in another: the same one, or its outer one. */
  const isWithin = (repeatId: string | null, other: string): boolean =>
    repeatId !== null && (repeatId === other || outerById.get(repeatId) === other)
  const countKeyOf = (name: string): string | null => {
    const counted = repeatByName.get(name)
    return counted === undefined ? null : (countKeyById.get(counted.id) ?? null)
  }

  const lastFields = new Set<CompiledField>()
  const keyOf = (name: string, repeatId: string | null): string | null => {
    if (isGiven(name)) return name
    if (name.startsWith('$last.')) {
      const last = fieldByName.get(name.slice('$last.'.length))
      if (last === undefined || last.repeatId !== null) return null
      lastFields.add(last)
      return lastKeyOf(last)
    }
    if (name.startsWith('$list.')) {
      const id = name.slice('$list.'.length)
      return lists.has(id) ? listIdKeyOf(id) : null
    }
    const read = fieldByName.get(name)
    if (read !== undefined) {
      return read.repeatId === null || isWithin(repeatId, read.repeatId)
        ? answerKeyOf(read)
        : listKeyOf(read)
    }
    // The place in the rule's own repeat, because an inner occurrence has another place than its outer one.
    if (name === positionName)
      return repeatId === null ? null : placeKeyOf(countKeyById.get(repeatId) ?? '')
    if (name.startsWith(`${positionName}.`)) {
      const placed = name.slice(positionName.length + 1)
      const key = countKeyOf(placed)
      return key !== null && isWithin(repeatId, repeatByName.get(placed)?.id ?? '')
        ? placeKeyOf(key)
        : null
    }
    if (name.startsWith('$all.')) {
      const all = fieldByName.get(name.slice('$all.'.length))
      if (all === undefined) return null
      return all.repeatId === null ? answerKeyOf(all) : listKeyOf(all)
    }
    if (name.startsWith('$each.')) {
      const each = fieldByName.get(name.slice('$each.'.length))
      return each === undefined ? null : placesKeyOf(each)
    }
    if (name.startsWith('$nested.')) {
      const nested = fieldByName.get(name.slice('$nested.'.length))
      return nested === undefined || !outerById.has(nested.repeatId ?? '')
        ? null
        : nestedKeyOf(nested)
    }
    if (name.startsWith('$labels.')) {
      const labelled = fieldByName.get(name.slice('$labels.'.length))
      return labelled === undefined ? null : labelsKeyOf(labelled)
    }
    return name.startsWith('$count.') ? countKeyOf(name.slice('$count.'.length)) : null
  }
  return { fields, fieldByName, lastFields, countKeyById, outerById, keyOf }
}

/** All rules that a field has. */
const rulesOf = (rules: FieldRules): readonly BoundRule[] =>
  [
    rules.repeatIf,
    rules.visibleIf,
    rules.requiredIf,
    rules.readOnlyIf,
    rules.validIf,
    rules.calculate,
    rules.choiceFilter,
    rules.optionRows,
    rules.randomOrder,
    ...rules.fills.values(),
  ].filter(rule => rule !== null)

/** The fields that read each key; none for what only `others` read, such as the number of occurrences or a heading. */
const readersOf = (
  all: readonly FieldRules[],
  others: readonly BoundRule[],
): ReadonlyMap<string, readonly CompiledField[]> => {
  const keys = others.flatMap(rule => [...rule.reads])
  const readers = new Map(keys.map(key => [key, new Set<CompiledField>()]))
  for (const rules of all) {
    for (const key of rulesOf(rules).flatMap(rule => [...rule.reads])) {
      readers.set(key, (readers.get(key) ?? new Set()).add(rules.field))
    }
  }
  return new Map([...readers].map(([key, members]) => [key, [...members]]))
}

/** The rule that all of some rules hold. */
const bothHold = (rules: readonly BoundRule[]): BoundRule => ({
  evaluate: answers => rules.every(({ evaluate }) => holds(evaluate(answers))),
  reads: new Set(rules.flatMap(({ reads }) => [...reads])),
  unknown: rules.flatMap(({ unknown }) => unknown),
})

/** Binds the rules of a form and orders its fields by their dependencies; null for a form without rules. */
export const compileLogic = (
  sections: readonly TemplateSection[],
  lists: FormLists,
): FormLogic | null => {
  const lookup = createLookup(sections, lists)
  const { fields, fieldByName, countKeyById, outerById, keyOf } = lookup
  const repeatRules = new Map(sections.map(({ id, repeat }) => [id, repeat?.visible_if]))
  const fillKeys = new Map(fields.map(field => [field, fillKeysOf(field)]))
  const fillKeysIn = (field: CompiledField) => fillKeys.get(field) ?? []
  const hasRules = (field: CompiledField): boolean =>
    field.logic !== null ||
    fillKeysIn(field).length > 0 ||
    [field.repeatId ?? '', outerById.get(field.repeatId ?? '') ?? ''].some(
      id => repeatRules.get(id) !== undefined,
    )
  const isPlainSection = (section: TemplateSection): boolean =>
    section.repeat?.count === undefined &&
    headingKeysOf(section).length === 0 &&
    titleKeysOf(section).length === 0
  if (!fields.some(hasRules) && sections.every(isPlainSection)) return null
  const problems: LogicProblem[] = []
  const bindRule = createRuleBinder()
  const withLabelFills = createLabelFills(fields, name => fieldByName.get(name))
  const askingRules = { ...lookup, nestedByKey: nestedByPlaces(lookup), repeatRules }

  /** The rule that fills a key. One that matches neither a rule nor an answer is not a placeholder but part of the text. */
  const fillRule = (key: string, rules: Rules | undefined, repeatId: string | null): Rule =>
    rules?.[key] ?? (keyOf(key, repeatId) === null ? undefined : { to_text: [{ var: key }] })
  const bind = (
    field: CompiledField,
    rule: unknown,
    repeatId: string | null = field.repeatId,
  ): BoundRule | null => {
    if (rule === undefined) return null
    const bindHere = (one: Rule) => bindRule(one, name => keyOf(name, repeatId))
    const filled = withLabelFills(rule, (key, { logic }) => fillRule(key, logic?.fills, repeatId))
    const bound = withAskingReads(bindHere(filled), askingRules, bindHere)
    for (const name of new Set(bound.unknown)) problems.push({ kind: 'unknown', field, name })
    return bound
  }
  const bindFills = (
    keys: readonly string[],
    rules: Rules | undefined,
    field: CompiledField,
    repeatId: string | null,
  ): BoundFills =>
    new Map(
      keys.flatMap((key): readonly (readonly [string, BoundRule])[] => {
        const bound = bind(field, fillRule(key, rules, repeatId), repeatId)
        return bound === null ? [] : [[key, bound]]
      }),
    )
  const countById = new Map<string, BoundRule>()
  const headingFills = new Map<string, BoundFills>()
  const titleFills = new Map<string, BoundFills>()
  for (const section of sections) {
    const {
      id,
      repeat,
      fields: [first],
    } = section
    if (first === undefined) continue
    const count = bind(first, repeat?.count, outerById.get(id) ?? null)
    if (count !== null) countById.set(id, count)
    const heading = bindFills(headingKeysOf(section), section.fills, first, null)
    if (heading.size > 0) headingFills.set(id, heading)
    const title = bindFills(titleKeysOf(section), repeat?.fills, first, id)
    if (title.size > 0) titleFills.set(id, title)
  }
  const repeatIfById = new Map<string, BoundRule>()
  for (const { id, repeat, fields: members } of sections) {
    const outerId = outerById.get(id) ?? null
    const own = members[0] === undefined ? null : bind(members[0], repeat?.visible_if, outerId)
    if (own !== null) repeatIfById.set(id, own)
  }
  for (const [id, outerId] of outerById) {
    const both = [repeatIfById.get(outerId) ?? [], repeatIfById.get(id) ?? []].flat()
    if (both.length > 0) repeatIfById.set(id, bothHold(both))
  }
  const bound = fields.filter(hasRules).map((field): FieldRules => {
    const { logic, repeatId } = field
    return {
      field,
      repeatIf: repeatId === null ? null : (repeatIfById.get(repeatId) ?? null),
      visibleIf: bind(field, logic?.visible_if),
      requiredIf: bind(field, logic?.required_if),
      readOnlyIf: bind(field, logic?.read_only_if),
      validIf: bind(field, logic?.valid_if),
      calculate: bind(field, logic?.calculate),
      choiceFilter: bind(field, logic?.choice_filter),
      defaultValue: bind(field, logic?.default_value),
      optionRows: bind(field, logic?.options_from?.rows),
      randomOrder: bind(field, logic?.random_order),
      fills: bindFills(fillKeysIn(field), logic?.fills, field, repeatId),
    }
  })
  const setsById = new Map<string, BoundSet[]>()
  for (const field of fields) {
    for (const { fields: names, to } of field.logic?.set_by ?? []) {
      const set = { field, to: bind(field, to) }
      for (const name of names) {
        const id = fieldByName.get(name)?.id
        if (id === undefined) problems.push({ kind: 'unknown', field, name })
        else setsById.set(id, [...(setsById.get(id) ?? []), set])
      }
    }
  }

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
    readersByKey: readersOf(followed, [
      ...countById.values(),
      ...[...headingFills.values(), ...titleFills.values()].flatMap(fills => [...fills.values()]),
    ]),
    rankById,
    fixedIds: fixedFields(followed, rankById),
    setsById,
    lastFields: [...lookup.lastFields],
    repeatIfById,
    countById,
    pacesById: pacesOf({ countById, countKeyById }, fields, followed),
    headingFills,
    titleFills,
    labelled: new Map(
      fields.filter(({ options }) => options.length > 0).map(field => [labelsKeyOf(field), field]),
    ),
    outerById,
    countKeyById,
    problems,
  }
}
