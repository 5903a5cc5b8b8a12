import type { Field } from '../../replication/wire/forms.ts'
import { readAnswered } from '../../src/form/answers/answered.ts'
import { namedOptions } from '../../src/form/answers/reading.ts'
import type { FormLists, FormTemplate } from '../../src/form/definition/compiled-form.ts'
import { compileServed } from '../../src/form/definition/compile.ts'
import { slotId } from '../../src/form/definition/form-shape.ts'
import { optionKeysOf } from '../../src/form/texts/field-texts.ts'
import { asWritten, filledText } from '../../src/form/texts/rich-text.ts'
import type { ExportedRow } from '../store/export.ts'
import { itemsOf } from './answers.ts'
import type { Column, FormVersion } from './columns.ts'
import type { VersionOf } from './heads.ts'

/** The label of an option in one row; its code when no label is known. */
export type LabelOf = (column: Column, occurrence: number, code: string) => string

/** What the labels of rows are read from. */
interface LabelSource {
  readonly versions: readonly FormVersion[]
  readonly versionOf: VersionOf
  readonly lists: FormLists
  readonly language: string | null
}

/** The answers of a row as its form reads them. */
const givenIn = ({ answers, files, sent_created_at }: ExportedRow) => ({
  answers: answers.map(({ form_field_id: fieldId, occurrence, value, is_list }) => ({
    fieldId,
    occurrence,
    answer: is_list && value !== '' ? [...itemsOf(value)] : value,
  })),
  files: files.map(({ form_field_id: fieldId, occurrence }) => ({ fieldId, occurrence })),
  madeAt: Date.parse(sent_created_at),
})

/** Whether options of a field have the same code, so that its filter says which one was chosen. */
const hasTwins = ({ options }: Field): boolean =>
  new Set(options.map(({ value }) => value)).size < options.length

/**
 * Makes the function that finds the labels of a row. A label with the answers in it, or of one of several options with
 * the code, is as the screen showed it: in the words of the row's own version, by the form's rules. Other labels are
 * those of the column.
 */
export const createShownLabels = ({ versions, versionOf, lists, language }: LabelSource) => {
  const ruledIds = new Set(
    versions
      .flatMap(({ sections }) => sections.flatMap(({ fields }) => fields))
      .filter(field => optionKeysOf(field).length > 0 || hasTwins(field))
      .map(({ id }) => id),
  )
  const forms = new Map<number, FormTemplate>()
  /** The form of a row; the newest one where the row does not say its version. */
  const formOf = ({ definition_hash: hash }: ExportedRow): FormTemplate | undefined => {
    const number = hash === null ? null : versionOf(hash)
    const version = versions.find(one => one.number === number) ?? versions.at(-1)
    if (version === undefined) return undefined
    const form = forms.get(version.number) ?? compileServed(version.sections, lists)
    forms.set(version.number, form)
    return form
  }
  return (row: ExportedRow): LabelOf => {
    let read: ReturnType<typeof readAnswered> | undefined
    const shown = (id: string, occurrence: number, code: string): string | undefined => {
      const form = ruledIds.has(id) ? formOf(row) : undefined
      if (form === undefined) return undefined
      read ??= readAnswered(form, givenIn(row), language ?? '')
      const { logic, form: shape } = read
      const field = shape.fieldById.get(slotId(id, occurrence))
      const option = field && namedOptions(field, logic, code).find(({ value }) => value === code)
      return field && option && filledText(option.label, key => logic.fill(field, key))
    }
    return ({ id, options, listLabels }, occurrence, code) => {
      const listed = listLabels.get(code)
      return (
        shown(id, occurrence, code) ??
        options.find(option => option.code === code)?.label ??
        (listed === undefined ? code : filledText(listed, asWritten))
      )
    }
  }
}
