import type { ExportedRow } from '../store/export.ts'
import type { StoredFile } from '../store/submissions.ts'
import type { Column } from './columns.ts'

/** An answer as exported: a text, or the items of a list. */
export type Exported = string | readonly string[]

/** The answers of a submission, by occurrence and field; occurrence 0 is also for fields that do not repeat. */
type AnswersByOccurrence = ReadonlyMap<number, ReadonlyMap<string, Exported>>

/** How a file is named in the tables; `place` is its position among the submission's files, from 0. */
export type NameFile = (row: ExportedRow, file: StoredFile, place: number) => string

/** The items of a list as it is stored, or the text alone. */
export const itemsOf = (text: string): readonly string[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map(String) : [text]
  } catch {
    return [text]
  }
}

/** Reads the answers of a row. */
export const answersOf = (row: ExportedRow, nameFile: NameFile): AnswersByOccurrence => {
  const found = new Map<number, Map<string, Exported>>()
  const put = (occurrence: number, id: string, value: Exported): void => {
    const answers = found.get(occurrence) ?? new Map<string, Exported>()
    found.set(occurrence, answers.set(id, value))
  }
  for (const { form_field_id, occurrence, value, is_list } of row.answers) {
    // An empty text is no answer, as for any other question, and an empty list is that none was chosen.
    put(occurrence, form_field_id, is_list && value !== '' ? itemsOf(value) : value)
  }
  const namesBySlot = new Map<string, string[]>()
  for (const [place, file] of row.files.entries()) {
    const slot = JSON.stringify([file.occurrence, file.form_field_id])
    const together = namesBySlot.get(slot) ?? []
    namesBySlot.set(slot, together)
    together.push(nameFile(row, file, place))
    put(file.occurrence, file.form_field_id, together)
  }
  return found
}

/**
 * An answer as a column has it. One that was given to a question with several answers arrives as a text if a new version
 * takes only one.
 */
export const asIn = ({ isList }: Pick<Column, 'isList'>, value: Exported): Exported =>
  isList && typeof value === 'string' && value.startsWith('["') ? itemsOf(value) : value

/**
 * The occurrences with an answer in any of these columns, in order. An empty answer is none, because a device sends it
 * where an occurrence was removed, or for an answer that was cleared.
 */
export const occurrencesIn = (
  answers: AnswersByOccurrence,
  columns: readonly Column[],
): readonly (readonly [number, ReadonlyMap<string, Exported>])[] =>
  [...answers]
    .filter(([, given]) => columns.some(({ id }) => (given.get(id) ?? '').length > 0))
    .toSorted(([a], [b]) => a - b)

/** An answer with the labels of its options instead of their codes. */
export const withLabels = (value: Exported, labelOf: (code: string) => string): Exported =>
  typeof value === 'string' ? labelOf(value) : value.map(labelOf)
