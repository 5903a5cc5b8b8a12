import { maxOccurrences } from '../../../replication/wire/form/repeat.ts'
import type { Rule } from '../../../replication/wire/logic.ts'
import { allOf, type FieldBuilder } from './build-field.ts'
import type { Written } from '../source.ts'
import type { OutlineSection } from './outline.ts'
import { Fills, hasFills, withoutFills, wordsJson } from './words.ts'

/**
 * The name and the repetition of a section, as properties of its JSON. A repeat within another is asked before that field
 * of the outer one; '' means after all of them.
 */
export const headingJson = (
  section: OutlineSection,
  before: string,
  builder: FieldBuilder,
): object => {
  const { repeat } = section
  return repeat === null ? onceJson(section, builder) : repeatJson(section, repeat, before, builder)
}

const onceJson = ({ id, name, path }: OutlineSection, { rules }: FieldBuilder): object => {
  const fills = new Fills(reference =>
    rules.fillIn({ name: id, place: `the heading of "${id}"`, path, repeatId: null }, reference),
  )
  const { texts } = fills.fill(name)
  return { ...wordsJson('name', 'names', texts), ...fills.json() }
}

/**
 * The properties of a repeat. The title of an occurrence can contain its own answers; the heading over all occurrences
 * cannot.
 */
const repeatJson = (
  { id, name, path, nesting }: OutlineSection,
  { group, conditions }: NonNullable<OutlineSection['repeat']>,
  before: string,
  builder: FieldBuilder,
): object => {
  const { rules } = builder
  const outerId = nesting?.outerId ?? null
  const place = `the heading of "${id}"`
  const fills = new Fills(reference =>
    rules.fillIn({ name: id, place, path, repeatId: id }, reference),
  )
  const label = hasFills(group.label) ? fills.fill(group.label).texts : null
  const kept = conditions
    .map(condition => rules.groupCondition(group.name, condition, outerId))
    .filter(rule => rule !== null)
  const condition = allOf(kept)
  return {
    ...wordsJson('name', 'names', withoutFills(name)),
    repeat: {
      ...(group.count === null
        ? { begins: group.begins }
        : countJson({ name: group.name, count: group.count, path, outerId }, builder)),
      ...(label === null ? {} : wordsJson('label', 'labels', label)),
      ...fills.json(),
      ...(condition === undefined ? {} : { visible_if: condition }),
      ...(outerId === null ? {} : { within: outerId, before }),
    },
  }
}

type Counted = {
  readonly name: string
  readonly count: Written
  readonly path: readonly string[]
  readonly outerId: string | null
}

/** The number of occurrences: a number is fixed from the start, an expression is evaluated again as answers change. */
const countJson = (
  { name, count, path, outerId }: Counted,
  { rules, report }: FieldBuilder,
): object => {
  const number = Number(count.text)
  if (/^\d+$/.test(count.text)) {
    if (number > maxOccurrences) {
      const what = `${count.place}: at most ${maxOccurrences} occurrences are asked`
      report({ name, outcome: 'simplified', what })
    }
    return { min: number, max: Math.max(1, number) }
  }
  const rule: Rule | null = rules.count(name, { written: count, path }, outerId)
  return rule === null ? {} : { count: rule }
}
