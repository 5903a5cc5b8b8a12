import type { SourceOption } from '../source.ts'
import { languageTag } from './languages.ts'
import { cellOf, changed, groupOfOption } from './row-cells.ts'
import type { Row } from './workbook.ts'

/*
 * `begin loop over <list>` as in the reference converter: its questions once for each option of the list, in a group
 * that has the option's name. `%(name)s` and `%(label)s` in a cell are the option's.
 */

type Lists = ReadonlyMap<string, readonly SourceOption[]>

const beginPattern = /^begin[ _]loop(?:[ _]over[ _](\S+))?$/i
const endPattern = /^end[ _]loop$/i

const typeOf = (row: Row): string => cellOf(row, 'type').trim()

/** The index of the row that ends a loop; -1 when none does. */
const endOf = (rows: readonly Row[], begin: number): number => {
  let depth = 0
  return rows.findIndex((row, index) => {
    if (index < begin) return false
    if (beginPattern.test(typeOf(row))) depth += 1
    else if (endPattern.test(typeOf(row))) depth -= 1
    return depth === 0
  })
}

/** The row of a loop for one option. */
const rowFor = (row: Row, { value, label }: SourceOption): Row =>
  changed(
    row,
    Object.fromEntries(
      [...row.cells].map(([column, { text }]) => {
        const language = languageTag(column.split('::').slice(1).join('::'))
        return [
          column,
          text
            .replaceAll('%(name)s', () => value)
            .replaceAll('%(label)s', () => label.byLanguage[language] ?? label.plain),
        ]
      }),
    ),
  )

/** The rows of a survey with the questions of its loops, and the problems of loops that cannot be read. */
export const withoutLoops = (
  given: readonly Row[],
  lists: Lists,
): { readonly rows: readonly Row[]; readonly problems: readonly string[] } => {
  const [first] = given.flatMap((row, index) => (beginPattern.test(typeOf(row)) ? [index] : []))
  const begin = first === undefined ? undefined : given[first]
  if (first === undefined || begin === undefined) return { rows: given, problems: [] }
  const end = endOf(given, first)
  const frame = end < 0 ? undefined : given[end]
  if (frame === undefined) {
    return { rows: [], problems: [`${begin.place}: "begin loop" is never ended.`] }
  }
  const list = beginPattern.exec(typeOf(begin))?.[1] ?? ''
  const options = lists.get(list)
  const unlisted = `${begin.place}: the loop has no list "${list}" of options.`
  const inside = withoutLoops(given.slice(first + 1, end), lists)
  const after = withoutLoops(given.slice(end + 1), lists)
  const endRow = changed(frame, { type: 'end group' })
  return {
    rows: [
      ...given.slice(0, first),
      changed(begin, { type: 'begin group' }),
      // The reference converter asks nothing for this option, which once meant that none of the others is chosen.
      ...(options ?? [])
        .filter(({ value }) => value !== 'none')
        .flatMap(option => [
          groupOfOption(changed(begin, { relevant: '' }), option.value, option),
          ...inside.rows.map(row => rowFor(row, option)),
          endRow,
        ]),
      endRow,
      ...after.rows,
    ],
    problems: [...(options === undefined ? [unlisted] : []), ...inside.problems, ...after.problems],
  }
}
