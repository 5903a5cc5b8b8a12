import type { FileLinks } from '../files/file-links.ts'
import type { ExportedRow } from '../store/export.ts'

/** An answer as exported: a text, or the items of a list. */
export type Exported = string | readonly string[]

/** The answers of a submission, by occurrence and field; occurrence 0 is also for fields that do not repeat. */
export type AnswersByOccurrence = ReadonlyMap<number, ReadonlyMap<string, Exported>>

const itemsOf = (text: string): readonly string[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map(String) : [text]
  } catch {
    return text === '' ? [] : [text]
  }
}

/** Reads the answers of a row. Files are given as addresses. */
export const answersOf = (
  row: ExportedRow,
  links: FileLinks,
  origin: string,
): AnswersByOccurrence => {
  const found = new Map<number, Map<string, Exported>>()
  const put = (occurrence: number, id: string, value: Exported): void => {
    const answers = found.get(occurrence) ?? new Map<string, Exported>()
    found.set(occurrence, answers.set(id, value))
  }
  for (const { form_field_id, occurrence, value, is_list } of row.answers) {
    put(occurrence, form_field_id, is_list ? itemsOf(value) : value)
  }
  const addresses = new Map<string, string[]>()
  for (const { id, form_field_id, occurrence, name } of row.files) {
    const slot = JSON.stringify([occurrence, form_field_id])
    const together = addresses.get(slot) ?? []
    addresses.set(slot, together)
    together.push(links.linkTo(origin, id, name, 'office'))
    put(occurrence, form_field_id, together)
  }
  return found
}

/** An answer in one cell. List items are separated by semicolons. */
export const inOneCell = (value: Exported | undefined): string | null => {
  if (value === undefined) return null
  return typeof value === 'string' ? value : value.join('; ')
}
