import { caseFieldId } from '../../collections/cases/interviewed.ts'
import { listsIn } from '../../replication/wire/form/files.ts'
import type { Field, FieldOption, Section } from '../../replication/wire/forms.ts'
import { takesSeveral, type FieldType } from '../../replication/wire/field-types.ts'
import type { OptionsFrom, Rules } from '../../replication/wire/logic.ts'
import type { FormLists } from '../../src/form/definition/compiled-form.ts'
import { withNamedFills } from './named-fills.ts'
import { fieldsByName, isNumberField, type FieldsByName } from './number-rule.ts'

/** One version of a form. */
export interface FormVersion {
  readonly number: number
  readonly sections: readonly Section[]
}

/** One field, as a column of answers. Its texts are those of the latest version. */
export interface Column {
  readonly id: string
  /** Its name in tables: the id, or with the prefix `answer.` when another column has that. */
  readonly name: string
  readonly label: string
  /** TEXT for a field that no version has. */
  readonly type: FieldType
  /** Whether its answers are numbers in all versions, by its type or by its calculation. */
  readonly isNumber: boolean
  /** Whether an answer may have several values, in any version. */
  readonly isList: boolean
  readonly section: string
  readonly isRequired: boolean
  /** The options of all versions, in order of first appearance. */
  readonly options: readonly { readonly code: string; readonly label: string }[]
  /** The labels of the values of a list. These are not among `options`, because there may be many thousands. */
  readonly listLabels: ReadonlyMap<string, string>
  /** The first and the last version that have it; null when none has. */
  readonly versions: readonly [first: number, last: number] | null
}

/** The columns of a form's submissions, and of each of its repeats. */
export interface Columns {
  readonly main: readonly Column[]
  readonly repeats: readonly { readonly id: string; readonly columns: readonly Column[] }[]
}

/** What the columns of a form are made of. */
interface ColumnSource {
  readonly versions: readonly FormVersion[]
  /** The fields that submissions answer, and the last occurrence of each. */
  readonly answered: readonly { readonly id: string; readonly last: number }[]
  readonly language: string | null
  /** The lists that have the labels of options; empty when no labels are exported. */
  readonly lists: FormLists
  /** The names of the columns that are no fields. */
  readonly taken: ReadonlySet<string>
}

const nameOf = (id: string, { taken }: ColumnSource): string =>
  taken.has(id) ? `answer.${id}` : id

/** The table for repeated answers that no version of the form has as a repeat. */
const others = 'others'

const labelIn = (
  { label, labels }: Pick<FieldOption, 'label' | 'labels'>,
  language: string | null,
): string => (language === null ? undefined : labels?.[language]) ?? label

/** The rows of the list that options come from: the first one in the rule, because further ones are in its conditions. */
const rowsOf = ({ rows }: OptionsFrom, lists: FormLists) =>
  lists.get(listsIn(JSON.stringify(rows))[0] ?? '') ?? []

/** The labels of a list by its values, including those of an earlier version's list. */
const listLabelsOf = (
  { options_from: from }: Field,
  known: Column | undefined,
  { language, lists }: ColumnSource,
): ReadonlyMap<string, string> => {
  const labels = new Map(known?.listLabels)
  if (from === undefined) return labels
  const worded = (language === null ? undefined : from.labels?.[language]) ?? from.label
  for (const row of rowsOf(from, lists)) {
    const value = row[from.value]
    if (value !== undefined) labels.set(value, row[worded] ?? row[from.label] ?? value)
  }
  return labels
}

/** A field's column, including what its column in an earlier version already has. */
const columnOf = (
  field: Field,
  section: Section,
  { number, fields }: Pick<FormVersion, 'number'> & { readonly fields: FieldsByName },
  known: Column | undefined,
  source: ColumnSource,
): Column => {
  /** A text of the field or its section, in plain words. */
  const words = (texts: Pick<FieldOption, 'label' | 'labels'>, fills: Rules | undefined): string =>
    withNamedFills(labelIn(texts, source.language), fills, named => {
      const filling = fields.get(named)
      return filling && nameOf(filling.id, source)
    })
  const labelByCode = new Map(known?.options.map(({ code, label }) => [code, label]))
  // Those of a RANGE are the labels of its ticks, and those of a place are only shown for comparison.
  const coded = /^(RANGE|GEO.*)$/.test(field.type) ? [] : field.options
  const own = new Map<string, readonly string[]>()
  for (const option of coded) {
    // A filter distinguishes options of one code.
    const all = [...(own.get(option.value) ?? []), words(option, field.fills)]
    own.set(option.value, all)
    labelByCode.set(option.value, [...new Set(all)].join(' / '))
  }
  return {
    id: field.id,
    name: nameOf(field.id, source),
    label: words(field, field.fills),
    type: field.type,
    isNumber: known?.isNumber !== false && isNumberField(field, fields),
    isList: known?.isList === true || takesSeveral(field.type, field.multiple),
    section: words({ label: section.name, ...labelsAs(section) }, section.fills),
    isRequired: field.is_required,
    options: [...labelByCode].map(([code, label]) => ({ code, label })),
    listLabels: listLabelsOf(field, known, source),
    versions: [known?.versions?.[0] ?? number, number],
  }
}

const labelsAs = ({ names }: Section): Pick<FieldOption, 'labels'> =>
  names === undefined ? {} : { labels: names }

const unknownColumn = (id: string, source: ColumnSource): Column => ({
  id,
  name: nameOf(id, source),
  label: id,
  type: 'TEXT',
  isNumber: false,
  isList: false,
  section: '',
  isRequired: false,
  options: [],
  listLabels: new Map(),
  versions: null,
})

/** The hidden fields of cases that only the app reads (docs/form-logic.md). */
const unexported = ({ versions }: ColumnSource): ReadonlySet<string> =>
  new Set(
    versions
      .flatMap(({ sections }) => sections.flatMap(({ fields }) => fields))
      .filter(field => field.case !== undefined)
      .flatMap(({ id }) => [caseFieldId(id, 'seen'), caseFieldId(id, 'fresh')]),
  )

/**
 * The columns of all versions in order of first appearance, so that a new version adds columns at the end and
 * moves none. Fields that no version has, but submissions answer, come last.
 */
export const columnsOf = (source: ColumnSource): Columns => {
  const main = new Map<string, Column>()
  const repeats = new Map<string, Map<string, Column>>()
  // A field stays in its first table, so that no answer moves to another.
  const tables = new Map<string, Map<string, Column>>()
  const add = (column: Column, repeatId: string | null): void => {
    const known = tables.get(column.id)
    const table = known ?? (repeatId === null ? main : (repeats.get(repeatId) ?? new Map()))
    if (repeatId !== null && known === undefined) repeats.set(repeatId, table)
    tables.set(column.id, table)
    table.set(column.id, column)
  }
  const alsoAmongOthers = (column: Column): void => {
    repeats.set(others, (repeats.get(others) ?? new Map<string, Column>()).set(column.id, column))
  }
  const hidden = unexported(source)
  for (const { number, sections } of source.versions) {
    const version = { number, fields: fieldsByName(sections) }
    for (const section of sections) {
      const repeatId = section.repeat === undefined ? null : section.id
      for (const field of section.fields) {
        // It has no answer. One that was a question in an earlier version keeps its column.
        if (field.type === 'NOTE' || hidden.has(field.id)) continue
        const known = tables.get(field.id)?.get(field.id)
        add(columnOf(field, section, version, known, source), repeatId)
      }
    }
  }
  for (const { id, last } of source.answered) {
    if (hidden.has(id)) continue
    if (!tables.has(id)) add(unknownColumn(id, source), last > 0 ? others : null)
    else if (last > 0 && tables.get(id) === main) {
      alsoAmongOthers(main.get(id) ?? unknownColumn(id, source))
    }
  }
  return {
    main: [...main.values()],
    repeats: [...repeats].map(([id, columns]) => ({ id, columns: [...columns.values()] })),
  }
}
