import { stemOf } from '../lists/read-list.ts'
import type { SourceOption, SourceOptions } from '../source.ts'

/** `search('villages', …)`: the options are rows of a file. */
const searchPattern =
  /\bsearch\s*\(\s*['"‘’“”]([^'"‘’“”]+)['"‘’“”]\s*((?:,(?:[^()]|\([^()]*\))*)?)\)/i
/** A search() that is written in any way. */
const anySearch = /\bsearch\s*\([\s\S]*/i

/** An appearance without its search(). */
export const withoutSearch = (appearance: string): string =>
  appearance.replace(searchPattern, ' ').replace(anySearch, ' ')

/** The arguments after the file, split at commas outside of quotes. */
const argumentsIn = (text: string): readonly string[] =>
  (text.match(/(?:'[^']*'|"[^"]*"|\([^()]*\)|[^,'"()])+/g) ?? []).map(one => one.trim())

const bare = (text = ''): string => text.replaceAll(/^['"‘’“”]|['"‘’“”]$/g, '').trim()

const comparisons: Readonly<Record<string, (column: string, value: string) => string>> = {
  matches: (column, value) => `${column} = ${value}`,
  contains: (column, value) => `contains(${column}, ${value})`,
  startswith: (column, value) => `starts-with(${column}, ${value})`,
  endswith: (column, value) => `ends-with(${column}, ${value})`,
}

/**
 * The options of a select with `search()` in its appearance; null when there is no search(). The select's own list only
 * names columns of the file.
 */
export const searchOptions = (
  appearance: string,
  columns: readonly SourceOption[] | undefined,
): SourceOptions | null => {
  const [, file, rest = ''] = searchPattern.exec(appearance) ?? []
  if (file === undefined) {
    const why = 'its search() names no file in quotation marks'
    return anySearch.test(appearance) ? { kind: 'elsewhere', why } : null
  }
  // With its extension, because the workbook's own list often has the same name.
  const list = `${stemOf(file)}.csv`
  const [how, searched, value, filtered, kept] = argumentsIn(rest)
  const compare = comparisons[bare(how).toLowerCase()]
  if (how !== undefined && (compare === undefined || value === undefined)) {
    const why = `its search() does not compare as "${how}" with a column and a value`
    return { kind: 'elsewhere', why }
  }
  // An option whose name is a number is a real option, not a column.
  const named = columns?.find(option => !/^\d+$/.test(option.value))
  if (named === undefined) {
    return { kind: 'elsewhere', why: `its list names no column of ${list}` }
  }
  const conditions = [
    ...(compare === undefined || value === undefined
      ? []
      : [
          bare(searched)
            .split(/\s*,\s*/)
            .map(column => compare(column, value))
            .join(' or '),
        ]),
    ...(filtered === undefined || kept === undefined ? [] : [`${bare(filtered)} = ${kept}`]),
  ]
  const columnsOf = (text: string) => text.split(/[\s,]+/)
  const columnOf = (text: string) => columnsOf(text)[0] ?? text
  const others = columns?.filter(option => option !== named) ?? []
  const unshown = columnsOf(named.label.plain).slice(1)
  return {
    kind: 'rows',
    nodeset: `instance('${list}')/root/item${conditions.map(one => `[${one}]`).join('')}`,
    list,
    value: named.value,
    label: columnOf(named.label.plain),
    labels: Object.fromEntries(
      Object.entries(named.label.byLanguage).map(([language, text]) => [language, columnOf(text)]),
    ),
    leftOut: [
      ...others.map(option => `the option "${option.value}", which is not a row of ${list}`),
      ...unshown.map(column => `the column "${column}" in the labels of its options`),
    ],
  }
}

/** The options of a select from a file, or of one such as `select_one ${member}`, whose options are earlier answers. */
export const rowsOptions = (
  list: string,
  parameters: Readonly<Record<string, string>>,
): SourceOptions => {
  const reference = /^\$\{\s*([^}]+?)\s*\}$/.exec(list)?.[1]
  const isMap = /\.geojson$/i.test(list)
  const [value, label] =
    reference === undefined ? (isMap ? ['id', 'title'] : ['name', 'label']) : [reference, reference]
  return {
    kind: 'rows',
    nodeset: reference === undefined ? `instance('${stemOf(list)}')/root/item` : list,
    list: reference === undefined ? stemOf(list) : null,
    value: parameters['value'] ?? value,
    label: parameters['label'] ?? label,
    labels: {},
    leftOut: [],
  }
}
