import type { ReportLine } from '../report.ts'
import {
  ImportProblem,
  noTexts,
  type SourceField,
  type SourceForm,
  type SourceItem,
} from '../source.ts'
import { buildField, type FieldBuilder } from './build-field.ts'
import { outlineOf, type OutlineSection } from './outline.ts'
import { createRules, type ImportOptions } from './rules.ts'
import { headingJson } from './heading.ts'

/** A form's JSON for a server, and the report on everything in its source. */
export interface BuiltForm {
  readonly form: Readonly<Record<string, unknown>>
  readonly report: readonly ReportLine[]
}

/** Builds a form from its source. Throws ImportProblem with every place that cannot be read. */
export const buildForm = (source: SourceForm, options: ImportOptions): BuiltForm => {
  const form = { ...source, items: withOthers(source.items) }
  const outline = outlineOf(form)
  // Stop here, because invalid names make every expression invalid too.
  if (outline.problems.length > 0) throw new ImportProblem(outline.problems)
  const rules = createRules(form, outline, options)
  const lines: ReportLine[] = form.leftOut.map(what => ({ name: '', outcome: 'left out', what }))
  const builder: FieldBuilder = { rules, report: line => lines.push(line) }
  const sections = outline.sections.map(section => sectionJson(section, builder))
  if (rules.problems.length > 0) throw new ImportProblem([...new Set(rules.problems)])
  return {
    form: { id: form.id, title: form.title, description: '', sections },
    report: inOrder([...lines, ...outline.lines, ...rules.lines], outline.sections),
  }
}

const sectionJson = (section: OutlineSection, builder: FieldBuilder): object => ({
  id: section.id,
  ...headingJson(section, builder),
  fields: section.entries.flatMap(entry => buildField(entry, builder) ?? []),
})

/** `or_other` adds an option, and a question about what the other one is. */
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
  hint: noTexts,
  guidance: noTexts,
  options: null,
  hasOther: false,
  relevant: { text: `selected(../${field.name}, 'other')`, place: field.place },
  required: null,
  requiredMessage: noTexts,
  constraint: null,
  choiceFilter: null,
  initial: null,
  appearance: [],
  parameters: {},
  leftOut: [],
})

/** The report's lines by field, in the order of the form, without duplicates. */
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
