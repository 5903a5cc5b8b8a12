import type { Field, Section } from '../../../replication/wire/forms.ts'
import { mediaKeys } from '../../../replication/wire/form/media.ts'
import type { aspects, Change } from '../../../replication/wire/office/form-answers.ts'

/** What differs between two versions of a form, in the words of the form. */

type Aspect = (typeof aspects)[number]

/** A field with its place. */
interface Placed {
  readonly field: Field
  readonly section: Section
}

const placedIn = (sections: readonly Section[]): ReadonlyMap<string, Placed> =>
  new Map(
    sections.flatMap(section =>
      section.fields.map(field => [field.id, { field, section }] as const),
    ),
  )

/** The same text for equal values, because an answer of the database has its keys in another order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? ''

const optionTexts = ({ options }: Field): readonly string[] =>
  options.map(({ value, label }) => (label === value ? value : `${label} (${value})`))

/** The options that only one of two versions has, a line each. */
const onlyIn = (field: Field, other: Field): string => {
  const known = new Set(optionTexts(other))
  return optionTexts(field)
    .filter(option => !known.has(option))
    .join('\n')
}

/** The texts in further languages, a line each. */
const allTexts = (main: string, others: Readonly<Record<string, string>> = {}): string =>
  [main, ...Object.entries(others).map(([language, text]) => `${language}: ${text}`)].join('\n')

/** Rules are not shown, because they are written for machines: only that they differ. */
const rules: Readonly<Partial<Record<Aspect, readonly (keyof Field)[]>>> = {
  required: ['is_required', 'required_if'],
  asked_when: ['visible_if'],
  valid_when: ['valid_if', 'valid_message', 'valid_messages', 'range'],
  calculation: ['calculate', 'show_calculation', 'names_interview', 'set_by'],
  start_value: ['default_value'],
  other_logic: [
    'read_only_if',
    'choice_filter',
    'options_from',
    'random_order',
    'required_message',
    'required_messages',
    'fills',
    'case',
    'appearance',
    'parameters',
    'is_numeric',
    'multiple',
    'max_kb',
  ],
  media: mediaKeys as readonly (keyof Field)[],
}

const ofRules = (before: Field, after: Field): Change['what'] =>
  Object.entries(rules).flatMap(([aspect, keys]) =>
    (keys ?? []).some(key => textOf(before[key]) !== textOf(after[key]))
      ? [{ aspect: aspect as Aspect, before: '', after: '' }]
      : [],
  )

const helpOf = (field: Field): string =>
  [
    allTexts(field.help_text, field.help_texts),
    allTexts(field.placeholder, field.placeholders),
    allTexts(field.guidance ?? '', field.guidances),
  ]
    .filter(text => text !== '')
    .join('\n')

const ofTexts = (before: Placed, after: Placed): Change['what'] => {
  const pairs = [
    ['label', ({ field }: Placed) => allTexts(field.label, field.labels)],
    ['type', ({ field }: Placed) => field.type],
    ['help', ({ field }: Placed) => helpOf(field)],
  ] as const
  const texts = pairs.flatMap(([aspect, text]) =>
    text(before) === text(after) ? [] : [{ aspect, before: text(before), after: text(after) }],
  )
  const options =
    textOf(before.field.options) === textOf(after.field.options)
      ? []
      : [
          {
            aspect: 'options' as const,
            before: onlyIn(before.field, after.field),
            after: onlyIn(after.field, before.field),
          },
        ]
  const [from, to] = [before.section, after.section]
  const section =
    from.id === to.id ? [] : [{ aspect: 'section' as const, before: from.name, after: to.name }]
  return [...texts, ...options, ...section]
}

/** What differs of the sections themselves. */
const ofSections = (before: readonly Section[], after: readonly Section[]): readonly Change[] =>
  after.flatMap((now): Change[] => {
    const then = before.find(({ id }) => id === now.id)
    if (then === undefined) return []
    const [was, is] = [allTexts(then.name, then.names), allTexts(now.name, now.names)]
    const what: Change['what'] = [
      ...(was === is ? [] : [{ aspect: 'label' as const, before: was, after: is }]),
      ...(textOf([then.repeat, then.fills]) === textOf([now.repeat, now.fills])
        ? []
        : [{ aspect: 'other_logic' as const, before: '', after: '' }]),
    ]
    const head = { kind: 'changed' as const, field_id: now.id, label: now.name, section: '' }
    return what.length === 0 ? [] : [{ ...head, what }]
  })

/** The ids whose order among the ids of both versions differs: those that are not in the longest run that kept it. */
const moved = (before: readonly string[], after: readonly string[]): ReadonlySet<string> => {
  const common = new Set(before.filter(id => after.includes(id)))
  const place = new Map([...common].map((id, at) => [id, at]))
  const places = after.filter(id => common.has(id)).map(id => place.get(id) ?? 0)
  // The longest increasing run, by patience sorting.
  const piles: number[] = []
  const earlier: number[] = places.map(() => -1)
  for (const [at, value] of places.entries()) {
    const found = piles.findIndex(top => (places[top] ?? 0) >= value)
    const pile = found === -1 ? piles.length : found
    earlier[at] = pile === 0 ? -1 : (piles[pile - 1] ?? -1)
    piles[pile] = at
  }
  const kept = new Set<number>()
  for (let at = piles.at(-1) ?? -1; at !== -1; at = earlier[at] ?? -1) kept.add(places[at] ?? -1)
  return new Set([...common].filter(id => !kept.has(place.get(id) ?? -1)))
}

/** What differs between two versions, in the order of the later one, with what was removed at the end. */
export const changesBetween = (
  before: readonly Section[],
  after: readonly Section[],
): readonly Change[] => {
  const [was, is] = [placedIn(before), placedIn(after)]
  const isMoved = moved([...was.keys()], [...is.keys()])
  const headOf = ({ field, section }: Placed) => ({
    field_id: field.id,
    label: field.label,
    section: section.name,
  })
  const added = [...is.values()].flatMap((now): Change[] => {
    const then = was.get(now.field.id)
    if (then === undefined) return [{ kind: 'added', ...headOf(now), what: [] }]
    const order = isMoved.has(now.field.id)
      ? [{ aspect: 'order' as const, before: '', after: '' }]
      : []
    const what = [...ofTexts(then, now), ...ofRules(then.field, now.field), ...order]
    return what.length === 0 ? [] : [{ kind: 'changed', ...headOf(now), what }]
  })
  const removed = [...was.values()]
    .filter(({ field }) => !is.has(field.id))
    .map((then): Change => ({ kind: 'removed', ...headOf(then), what: [] }))
  return [...ofSections(before, after), ...added, ...removed]
}
