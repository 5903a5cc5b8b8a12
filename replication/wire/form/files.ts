import * as v from 'valibot'
import { id, jsonObject, parseWith, readable, text } from './values.ts'

/** More than any form has; a hostile definition must not make a phone fetch without an end. */
const maxFiles = 500
const maxIdLength = 150

const FormFile = v.pipe(
  jsonObject,
  v.object({ id: v.pipe(id, v.maxLength(maxIdLength)), name: text }),
  v.transform(file => ({ ...file, name: file.name || file.id })),
)

/** The `files` of a form; empty when there are none. */
export const FormFiles = v.fallback(
  v.pipe(
    readable(FormFile),
    v.transform(files => files.slice(0, maxFiles)),
    v.readonly(),
  ),
  [],
)

const FormList = v.pipe(
  jsonObject,
  v.object({
    columns: v.pipe(v.array(v.string()), v.readonly()),
    rows: v.pipe(v.array(v.pipe(v.array(v.string()), v.readonly())), v.readonly()),
  }),
)

const FormMedia = v.pipe(
  jsonObject,
  v.object({
    type: v.pipe(v.string(), v.regex(/^(image|audio|video)\/[\w.+-]+$/)),
    base64: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
)

/**
 * A file that belongs to a form. Its contents are fetched separately, because the versions of a form share them; its
 * id changes when the contents change.
 */
export type FormFile = v.InferOutput<typeof FormFile>
/** A table for lookups: the options of a question, or what rules read by `$list.<id>`. */
export type FormList = v.InferOutput<typeof FormList>
/** A picture, a sound or a film that a question or an option shows. */
export type FormMedia = v.InferOutput<typeof FormMedia>
/** The contents of a form's file. */
export type FormContents = FormList | FormMedia

/** Parses a list; null when it cannot be read. */
export const parseList = parseWith(FormList)

/** Parses a picture, a sound or a film; null when it is none. */
export const parseMedia = parseWith(FormMedia)

/** Parses the contents of a file; null when they cannot be read. */
export const parseContents = parseWith(v.union([FormList, FormMedia]))

/** A row of a list by the names of its columns, without empty cells. */
export type ListRow = Readonly<Record<string, string>>

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
