import { toList } from '../lists/read-list.ts'
import type { SourceOption } from '../source.ts'
import { isMediaColumn, mediaOf, textsOf } from './languages.ts'
import { createUnused } from './unused.ts'
import type { Sheet } from './workbook.ts'

/** The option lists of a sheet, and their problems. */
export interface Lists {
  readonly byName: ReadonlyMap<string, readonly SourceOption[]>
  readonly problems: readonly string[]
  /** Parts of them that a form cannot have. */
  readonly leftOut: readonly string[]
}

const isOwn = (column: string): boolean =>
  /^(list_name|list|name|value|label|label::.*)$/.test(column)
const isMedia = (column: string): boolean =>
  /^(media|image|audio|video|big-image)(::.*)?$/.test(column)

/** Reads `choices` or `external_choices`. */
export const readLists = (
  sheet: Sheet | undefined,
  mainLanguage: string,
  mayRepeat: boolean,
): Lists => {
  const byName = new Map<string, SourceOption[]>()
  const problems: string[] = []
  const leftOut: string[] = []
  const places = new Map<string, string>()
  const unused = createUnused(sheet?.name ?? 'choices')
  for (const row of sheet?.rows ?? []) {
    const list = (row.cells.get('list_name') ?? row.cells.get('list'))?.text
    const name = row.cells.get('name') ?? row.cells.get('value')
    if (list === undefined && name === undefined) {
      leftOut.push(`${row.place}: a row without a list_name and a name`)
      continue
    }
    if (list === undefined) {
      problems.push(`${row.place}: the option has no list_name.`)
      continue
    }
    if (name === undefined) {
      problems.push(`${row.place}: the option of "${list}" has no name.`)
      continue
    }
    const key = JSON.stringify([list, name.text])
    const before = places.get(key)
    if (before !== undefined && !mayRepeat) {
      problems.push(`${name.place}: "${name.text}" is already in the list "${list}", at ${before}.`)
      continue
    }
    places.set(key, before ?? name.place)
    unused.add(row, column => !isMedia(column) || isMediaColumn(column))
    const columns: Record<string, string> = {}
    for (const [column, cell] of row.cells) {
      if (!isMedia(column) && !isOwn(column)) columns[column.replaceAll('.', '_')] = cell.text
    }
    const texts = textsOf(row, 'label', mainLanguage)
    const label = texts.plain === '' ? { ...texts, plain: name.text } : texts
    const media = mediaOf(row, mainLanguage)
    const option = { value: name.text, label, media, place: name.place, columns }
    const options = byName.get(list)
    if (options === undefined) byName.set(list, [option])
    else options.push(option)
  }
  return { byName, problems, leftOut: [...unused.lines(), ...leftOut] }
}

/** A list of the workbook, for expressions that look something up in it. */
export const listOf = (options: readonly SourceOption[]) =>
  toList(
    options.map(({ value, label, columns }) => ({
      name: value,
      label: label.plain,
      ...Object.fromEntries(
        Object.entries(label.byLanguage).map(([language, text]) => [`label::${language}`, text]),
      ),
      ...columns,
    })),
  )
