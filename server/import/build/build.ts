import type { Lists } from '../lists/lists.ts'
import { columnName } from '../lists/read-list.ts'
import type { ReportLine } from '../report.ts'
import {
  ImportProblem,
  instanceIdPath,
  instanceNamePath,
  noTexts,
  type SourceField,
  type SourceForm,
  type SourceItem,
  type Written,
} from '../source.ts'
import { tieFieldId } from '../../../replication/wire/form/repeat.ts'
import { withCases } from '../cases/hidden-fields.ts'
import { withTables } from './appearance.ts'
import { buildField, type BuiltField, type FieldBuilder } from './build-field.ts'
import { withFittingDefaults } from './fitting-default.ts'
import { outlineOf, type OutlineSection } from './outline.ts'
import { createRules, type ImportOptions } from './rules.ts'
import { hintOfCases } from '../xpath/translation.ts'
import { headingJson } from './heading.ts'

/** A form's JSON for a server, and the report on everything in its source. */
interface BuiltForm {
  readonly form: Readonly<Record<string, unknown>>
  readonly report: readonly ReportLine[]
}

/** Builds a form from its source. Throws ImportProblem with every place that cannot be read. */
export const buildForm = (source: SourceForm, options: ImportOptions, lists: Lists): BuiltForm => {
  const unfitting: ReportLine[] = []
  const asked = withLists(withOthers(withTables(source.items)), lists)
  const items = withFittingDefaults(asked, lists, line => unfitting.push(line))
  const named = withName(items, source.instanceName, line => unfitting.push(line))
  const whole = withId(named, source.readsId)
  const form = { ...source, items: withCases(whole, source.cases, bare) }
  const outline = outlineOf(form)
  // Stop here, because invalid names make every expression invalid too.
  if (outline.problems.length > 0) throw new ImportProblem(outline.problems)
  const rules = createRules(form, outline, lists, options)
  const versions =
    form.version === ''
      ? []
      : [`the version "${form.version}": the server counts the versions of a form itself`]
  const lines: ReportLine[] = [...form.leftOut, ...versions].map(what => ({
    name: '',
    outcome: 'left out',
    what,
  }))
  const builder: FieldBuilder = { rules, lists, outline, report: line => lines.push(line) }
  const built = outline.sections.map(section => ({
    section,
    fields: section.entries.map(entry => buildField(entry, builder)),
  }))
  const sections = built.map(one => sectionJson(one, built, builder))
  if (rules.problems.length > 0) throw new ImportProblem([...new Set(rules.problems)])
  return {
    form: {
      id: form.id,
      title: form.title,
      description: '',
      sections,
      files: lists.used().map(({ id, name }) => ({ id, name })),
    },
    report: inOrder([...lines, ...unfitting, ...outline.lines, ...rules.lines], outline.sections),
  }
}

interface BuiltSection {
  readonly section: OutlineSection
  /** By entry; null for one that is left out. */
  readonly fields: readonly (BuiltField | null)[]
}

const sectionJson = (
  { section, fields }: BuiltSection,
  all: readonly BuiltSection[],
  builder: FieldBuilder,
): object => {
  const { id, nesting } = section
  const kept = (some: BuiltSection['fields']) => some.flatMap(field => field ?? [])
  const outer = all.find(one => one.section.id === nesting?.outerId)
  const [after] = kept(outer?.fields.slice(nesting?.at) ?? [])
  const isOuter = all.some(
    one => one.section.nesting?.outerId === id && kept(one.fields).length > 0,
  )
  const ties = [
    ...(isOuter ? [tieJson(id, 'key')] : []),
    ...(nesting === null || kept(fields).length === 0 ? [] : [tieJson(id, 'within')]),
  ]
  return {
    id,
    ...headingJson(section, after?.id ?? '', builder),
    fields: [...ties, ...kept(fields)],
  }
}

/** A hidden field that ties a repeat to those within it. The app sets its answer, so its rule only keeps that. */
const tieJson = (sectionId: string, tie: Parameters<typeof tieFieldId>[1]): object => {
  const id = tieFieldId(sectionId, tie)
  return { id, name: id, label: id, type: 'TEXT', calculate: { var: '$self' } }
}

/** `or_other` adds an option, and a question about what the other one is. */
const withOthers = (items: readonly SourceItem[]): readonly SourceItem[] =>
  items.flatMap((item): readonly SourceItem[] => {
    if (item.kind !== 'field') return [{ ...item, items: withOthers(item.items) }]
    return item.hasOther ? [item, otherOf(item)] : [item]
  })

/** Turns a select into a text if its list is missing, or if the list lacks the column that it names. */
const withLists = (items: readonly SourceItem[], lists: Lists): readonly SourceItem[] =>
  items.map((item): SourceItem => {
    if (item.kind !== 'field') return { ...item, items: withLists(item.items, lists) }
    const { options } = item
    if (options?.kind !== 'rows' || options.list === null) return item
    if (lists.isOfCases(options.list)) return item
    const columns = lists.columnsOf(options.list)
    const file = lists.fileOf(options.list)
    const where =
      columns === null
        ? file
        : columns.includes(columnName(options.value))
          ? null
          : `the column "${options.value}" of ${file}`
    const hint = columns === null ? hintOfCases : ''
    const why = `its options are in ${where}, which was not found${hint}`
    return where === null ? item : { ...item, options: { kind: 'elsewhere', why } }
  })

/** Whether any item has the name. */
const hasName = (items: readonly SourceItem[], name: string): boolean =>
  items.some(item => item.name === name || (item.kind !== 'field' && hasName(item.items, name)))

/**
 * Adds the interview's name as a calculation, so that it is sent like any other answer. A single word that names nothing
 * is the name itself.
 */
const withName = (
  items: readonly SourceItem[],
  name: Written | null,
  report: (line: ReportLine) => void,
): readonly SourceItem[] => {
  if (name === null) return items
  const { text, place } = name
  const isWord = /^[\p{L}_][\p{L}\p{N}\p{M}_.-]*$/u.test(text) && !hasName(items, text)
  if (isWord) {
    const what = `${place}: "${text}" names no question: it is the name of every interview`
    report({ name: 'instanceName', outcome: 'simplified', what })
  }
  const calculation = isWord ? { text: `'${text}'`, place } : name
  return [...items, { ...bare, name: 'instanceName', place, calculation }]
}

/** Adds the interview's own id as a calculation, which keeps its first value. */
const withId = (items: readonly SourceItem[], reading: Written | null): readonly SourceItem[] => {
  if (reading === null) return items
  const { place } = reading
  const calculation = { text: "concat('uuid:', uuid())", place }
  return [...items, { ...bare, name: 'instanceID', path: instanceIdPath, place, calculation }]
}

/** A calculation without any content. */
const bare: SourceField = {
  kind: 'field',
  name: '',
  path: instanceNamePath,
  place: '',
  type: 'calculate',
  typeText: 'calculate',
  label: noTexts,
  media: {},
  hint: noTexts,
  guidance: noTexts,
  options: null,
  hasOther: false,
  relevant: null,
  required: null,
  requiredMessage: noTexts,
  constraint: null,
  constraintMessage: noTexts,
  calculation: null,
  choiceFilter: null,
  readOnly: null,
  initial: null,
  setBy: [],
  appearance: [],
  parameters: {},
  leftOut: [],
}

const otherOf = (field: SourceField): SourceField => ({
  ...field,
  name: `${field.name}_other`,
  path: field.path === null ? null : [...field.path.slice(0, -1), `${field.name}_other`],
  type: 'text',
  typeText: 'text',
  label: { plain: 'Specify other.', byLanguage: {} },
  media: {},
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
  setBy: [],
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
