import { workbook } from '../import/make-workbook.ts'

/* Forms as an office uploads them. */

/** A row of a sheet. */
export type Row = readonly (string | null)[]

/** The columns of the sheet of questions. */
export const head: Row = ['type', 'name', 'label', 'required', 'relevant', 'media::image']
/** A form with a question of each kind that the tests need. */
export const wells: readonly Row[] = [
  ['text', 'village', 'Village', 'yes', null, null],
  ['integer', 'depth', 'Depth', null, null, 'map.png'],
  ['select_one kinds', 'kind', 'Kind', null, '${depth} > 30', null],
]
/** Its options. */
export const choices: readonly Row[] = [
  ['list_name', 'name', 'label'],
  ['kinds', 'open', 'Open'],
  ['kinds', 'tube', 'Tube'],
]
/** A workbook of these questions. */
export const sheetsOf = (rows: readonly Row[], options = choices) =>
  workbook({
    survey: [[...head], ...rows.map(row => [...row])],
    choices: options.map(row => [...row]),
    settings: [
      ['form_id', 'form_title'],
      ['wells', 'Wells'],
    ],
  })

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The parts of an upload. */
export const upload = (
  file: Buffer,
  {
    name = 'wells.xlsx',
    media = {},
    ...texts
  }: Record<string, unknown> & { name?: string; media?: Readonly<Record<string, Buffer>> } = {},
): FormData => {
  const form = new FormData()
  for (const [key, value] of Object.entries(texts)) form.set(key, String(value))
  form.set('file', new File([new Uint8Array(file)], name))
  for (const [key, bytes] of Object.entries(media))
    form.append('media[]', new File([new Uint8Array(bytes)], key))
  return form
}

/** The header by which a request says what it has seen. */
export const ifMatch = (tag: string) => ({ headers: { 'If-Match': `"${tag}"` } })
