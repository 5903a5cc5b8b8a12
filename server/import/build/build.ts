import { maxOccurrences } from '../../../replication/wire/form-repeat.ts'
import type { ReportLine } from '../report.ts'
import { ImportProblem, type SourceField, type SourceForm, type SourceItem } from '../source.ts'
import { allOf, buildField, type FieldBuilder } from './build-field.ts'
import { outlineOf, type OutlineSection } from './outline.ts'
import { createRules, type ImportOptions, type Rules } from './rules.ts'
import { plainTexts, wordsJson } from './words.ts'

/** A form's JSON as a server takes it, and what became of everything that its source said. */
export interface BuiltForm {
  readonly form: Readonly<Record<string, unknown>>
  readonly report: readonly ReportLine[]
}

/** Makes a form of its source. Throws ImportProblem with every place that cannot be read. */
export const buildForm = (source: SourceForm, options: ImportOptions): BuiltForm => {
  const form = { ...source, items: withOthers(source.items) }
  const outline = outlineOf(form)
  // Names that are no names make every expression wrong too.
  if (outline.problems.length > 0) throw new ImportProblem(outline.problems)
  const rules = createRules(form, outline, options)
  const told: ReportLine[] = form.leftOut.map(what => ({ name: '', outcome: 'left out', what }))
  const labels = new Map(
    [...outline.nodes].flatMap(([path, node]) =>
      node.kind === 'field'
        ? [
            [node.entry.field.name, node.entry.field.label] as const,
            [path, node.entry.field.label] as const,
          ]
        : [],
    ),
  )
  const builder: FieldBuilder = {
    rules,
    labelOf: name => {
      const path = name.replace(/^\/[^/]*\//, '')
      const label = labels.get(path) ?? labels.get(name.replace(/^.*\//, ''))
      return label === undefined || label.plain === '' ? null : label
    },
    tell: line => told.push(line),
  }
  const sections = outline.sections.map(section => sectionJson(section, builder))
  if (rules.problems.length > 0) throw new ImportProblem([...new Set(rules.problems)])
  return {
    form: { id: form.id, title: form.title, description: '', sections },
    report: inOrder([...told, ...outline.lines, ...rules.lines], outline.sections),
  }
}

const sectionJson = (section: OutlineSection, builder: FieldBuilder): object => {
  const name = plainTexts(section.name, builder.labelOf, 'heading')
  for (const what of name.simplified) {
    builder.tell({ name: section.id, outcome: 'simplified', what })
  }
  return {
    id: section.id,
    ...wordsJson('name', 'names', name.texts),
    ...(section.repeat === null ? {} : { repeat: repeatJson(section.repeat, builder) }),
    fields: section.entries.flatMap(entry => buildField(entry, builder) ?? []),
  }
}

const repeatJson = (
  { group, conditions }: NonNullable<OutlineSection['repeat']>,
  { rules, tell }: FieldBuilder,
): object => ({
  ...countJson(group.count?.text ?? '', what =>
    tell({ name: group.name, outcome: 'simplified', what: `${group.place}: ${what}` }),
  ),
  ...conditionJson(conditions.map(condition => rules.groupCondition(group.name, condition, null))),
})

const conditionJson = (conditions: readonly ReturnType<Rules['groupCondition']>[]): object => {
  const rule = allOf(conditions.filter(condition => condition !== null))
  return rule === undefined ? {} : { visible_if: rule }
}

const countJson = (count: string, simplify: (what: string) => void): object => {
  if (count === '') return {}
  if (/^\d+$/.test(count) && Number(count) <= maxOccurrences) {
    return { min: Number(count), max: Math.max(1, Number(count)) }
  }
  simplify(`how often it repeats is the surveyor's to say, and not "${count}"`)
  return {}
}

/** `or_other` is an option more, and a question for what the other one is. */
const withOthers = (items: readonly SourceItem[]): readonly SourceItem[] =>
  items.flatMap((item): readonly SourceItem[] => {
    if (item.kind !== 'field') return [{ ...item, items: withOthers(item.items) }]
    return item.hasOther ? [item, otherOf(item)] : [item]
  })

const otherOf = (field: SourceField): SourceField => ({
  ...field,
  name: `${field.name}_other`,
  path: field.path === null ? null : [...field.path.slice(0, -1), `${field.name}_other`],
  type: 'text',
  typeText: 'text',
  label: { plain: 'Specify other.', byLanguage: {} },
  hint: { plain: '', byLanguage: {} },
  options: null,
  hasOther: false,
  relevant: { text: `selected(../${field.name}, 'other')`, place: field.place },
  required: null,
  constraint: null,
  choiceFilter: null,
  initial: null,
  appearance: [],
  parameters: {},
  leftOut: [],
})

/** The lines by field, in the order of the form; each said once. */
const inOrder = (
  lines: readonly ReportLine[],
  sections: readonly OutlineSection[],
): readonly ReportLine[] => {
  const names = ['', ...sections.flatMap(({ entries }) => entries.map(({ field }) => field.name))]
  const placeByName = new Map(names.toReversed().map(name => [name, names.indexOf(name)]))
  const unique = new Map(lines.map(line => [JSON.stringify(line), line]))
  const placeOf = ({ name }: ReportLine) => placeByName.get(name) ?? 0
  return [...unique.values()].toSorted((a, b) => placeOf(a) - placeOf(b))
}
