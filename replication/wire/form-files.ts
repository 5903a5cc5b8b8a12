import { isJsonObject } from './envelope.ts'
import { textOf } from './form-words.ts'

/**
 * A file that belongs to a form. Its contents are fetched separately, because the versions of a form share them; its
 * id changes when the contents change.
 */
export interface FormFile {
  readonly id: string
  readonly name: string
}

/** A table for lookups: the options of a question, or what rules read by `$list.<id>`. */
export interface FormList {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A picture, a sound or a film that a question or an option shows. */
export interface FormMedia {
  readonly type: string
  readonly base64: string
}

/** The contents of a form's file. */
export type FormContents = FormList | FormMedia

/** A row of a list by the names of its columns, without empty cells. */
export type ListRow = Readonly<Record<string, string>>

/** More than any form has; a hostile definition must not make a phone fetch without an end. */
const maxFiles = 500
const maxIdLength = 150

/** The `files` of a form as a property to spread; no property when there are none. */
export const filesAs = (raw: unknown): { readonly files?: readonly FormFile[] } => {
  if (!Array.isArray(raw)) return {}
  const files = raw
    .filter(isJsonObject)
    .map(file => ({ id: textOf(file['id']), name: textOf(file['name'], file['id']) }))
    .filter(({ id }) => id !== '' && id.length <= maxIdLength)
    .slice(0, maxFiles)
  return files.length === 0 ? {} : { files }
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(cell => typeof cell === 'string')

/** Parses a list; null when it cannot be read. */
export const parseList = (raw: unknown): FormList | null => {
  if (!isJsonObject(raw)) return null
  const { columns, rows } = raw
  return areTexts(columns) && Array.isArray(rows) && rows.every(areTexts) ? { columns, rows } : null
}

const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/

/** Parses a picture, a sound or a film; null when it is none. */
export const parseMedia = (raw: unknown): FormMedia | null => {
  if (!isJsonObject(raw)) return null
  const { type, base64 } = raw
  const isMedia = typeof type === 'string' && /^(image|audio|video)\/[\w.+-]+$/.test(type)
  return isMedia && typeof base64 === 'string' && base64Pattern.test(base64)
    ? { type, base64 }
    : null
}

/** Parses the contents of a file; null when they cannot be read. */
export const parseContents = (raw: unknown): FormContents | null =>
  parseList(raw) ?? parseMedia(raw)

/** The rows of a list as rules read them. */
export const listRows = ({ columns, rows }: FormList): readonly ListRow[] =>
  rows.map(cells => {
    const row: Record<string, string> = {}
    for (const [place, column] of columns.entries()) {
      const cell = cells[place]
      if (cell !== undefined && cell !== '') row[column] = cell
    }
    return row
  })

const listPattern = /\$list\.([^"\\]+)/g

/** The ids of the lists that rules read; `text` is the JSON of the rules. */
export const listsIn = (text: string): readonly string[] =>
  [...text.matchAll(listPattern)].map(([, id = '']) => id)
