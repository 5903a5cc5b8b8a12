import type { SourceOption } from '../source.ts'
import { cellOf, changed, groupOfOption } from './row-cells.ts'
import type { Row } from './workbook.ts'

/*
 * KoboToolbox's own kinds of groups as the questions that its server makes of them:
 *
 *   rank        a question for each level, whose options are the same list; no two answers are the same
 *   score       a question for each row, whose options are the same list
 *   kobomatrix  each question once for each option of the list
 *
 * Names are those of Kobo's own conversion (kpi, kobo_to_xlsform.py), so that exports have the same columns.
 */

const framePattern = /^(begin|end)[ _](rank|score|kobomatrix)$/i

/** A group of Kobo's that has begun. */
interface Open {
  readonly what: string
  readonly begin: Row
  readonly list: string
  /** The names of the levels so far. */
  readonly levels: string[]
  readonly rows: Row[]
}

const listColumn = /^kobo--(rank-items|score-choices|matrix_list)$/

const opened = (row: Row, what: string): Open => {
  const list = [...row.cells].find(([column]) => listColumn.test(column))?.[1].text ?? ''
  return { what: what.toLowerCase(), begin: row, list, levels: [], rows: [] }
}

const ofKobo = (row: Row): readonly string[] =>
  [...row.cells.keys()].filter(column => column.startsWith('kobo--'))

const without = (columns: readonly string[]) => Object.fromEntries(columns.map(one => [one, '']))

/** A question of a rank or of a score. */
const asked = (open: Open, row: Row): Row => {
  const type = `select_one ${open.list}`
  const name = cellOf(row, 'name')
  if (open.what === 'score') {
    const required = cellOf(row, 'required') || cellOf(open.begin, 'required')
    return changed(row, { type, required })
  }
  const constraint = open.levels.map(level => `. != \${${level}}`).join(' and ')
  const message = cellOf(open.begin, 'kobo--rank-constraint-message')
  open.levels.push(name)
  return changed(row, {
    type,
    required: 'yes',
    appearance: cellOf(row, 'appearance') || 'minimal',
    constraint,
    constraint_message: constraint === '' ? '' : message,
  })
}

/** The questions of a matrix for one option of its list. */
const matrixRows = ({ begin, rows }: Open, option: SourceOption): readonly Row[] => {
  const name = `${cellOf(begin, 'name')}_${option.value}`
  const own = { ...without(ofKobo(begin)), required: '', relevant: '' }
  return [
    groupOfOption(changed(begin, own), name, option),
    ...rows.map(row => changed(row, { name: `${name}_${cellOf(row, 'name')}` })),
    changed(begin, { ...without([...begin.cells.keys()]), type: 'end group' }),
  ]
}

const closed = (
  open: Open,
  end: Row,
  lists: ReadonlyMap<string, readonly SourceOption[]>,
): readonly Row[] => {
  const { what, begin, rows, list } = open
  const options = what === 'kobomatrix' ? (lists.get(list) ?? []) : []
  const frame = { ...without(ofKobo(begin)), type: 'begin group', required: '' }
  return [
    changed(begin, frame),
    ...(what === 'kobomatrix' ? options.flatMap(option => matrixRows(open, option)) : rows),
    changed(end, { type: 'end group' }),
  ]
}

/** The rows of a survey with Kobo's groups as questions, and the problems of groups that cannot be read. */
export const withoutKoboGroups = (
  given: readonly Row[],
  lists: ReadonlyMap<string, readonly SourceOption[]>,
): { readonly rows: readonly Row[]; readonly problems: readonly string[] } => {
  const rows: Row[] = []
  const problems: string[] = []
  let open: Open | null = null
  for (const row of given) {
    const type = cellOf(row, 'type').trim()
    const [, side = '', what = ''] = framePattern.exec(type) ?? []
    if (side.toLowerCase() === 'begin' && open === null) {
      open = opened(row, what)
      if (!lists.has(open.list)) {
        problems.push(`${row.place}: the ${open.what} has no list "${open.list}" of options.`)
      }
    } else if (open === null) rows.push(row)
    else if (side !== '') {
      rows.push(...closed(open, row, lists))
      open = null
    } else {
      const isAsked = /^(rank__level|score__row)$/i.test(type)
      open.rows.push(isAsked ? asked(open, row) : row)
    }
  }
  if (open !== null) problems.push(`${open.begin.place}: "begin ${open.what}" is never ended.`)
  return { rows, problems }
}
