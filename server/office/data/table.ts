import type { SubmissionRows, SubmissionTable } from '../../../replication/wire/office/answers.ts'
import { answersOf } from '../../export/answers.ts'
import { cellsOf } from '../../export/cells.ts'
import type { Columns } from '../../export/columns.ts'
import { good, refuseFields } from '../../http/answer.ts'
import { scopeOf } from '../../store/office/accounts.ts'
import { formTitle } from '../../store/office/overview.ts'
import { countRows, surveyorsOf, tableRows, type TableRow } from '../../store/office/submissions.ts'
import type { AccountCall, AccountHandler } from '../office-call.ts'
import { readFilter, readOrder, type AskedTable } from './read-filter.ts'
import { headOf, nameOfFile, notFound, readingOf } from './reading.ts'

const cellOptions = { hasLabels: false, isSplit: false, hasNumbers: true, isWkt: false }

/** What both calls of a table read first: the form within the scope, its columns, and the asked rows. */
const openTable = async ({ account, backend: { db }, id, query }: AccountCall) => {
  const scope = scopeOf(account)
  const title = await formTitle(db.query, scope, id)
  if (title === null) return { kind: 'refused' as const, refusal: notFound }
  const reading = await readingOf(db.query, id, [], query.get('language') || null)
  const asked = readFilter(query, id, scope, reading.columns)
  return asked.ok
    ? { kind: 'open' as const, scope, title, reading, asked: asked.value }
    : { kind: 'refused' as const, refusal: asked.refusal }
}

const labelOfRepeat = ({ id, columns }: Columns['repeats'][number]): string =>
  columns[0]?.section || id

/** GET office/forms/{id}/table */
export const submissionTable: AccountHandler = async call => {
  const opened = await openTable(call)
  if (opened.kind === 'refused') return opened.refusal
  const { asked, reading, scope, title } = opened
  const { db, clock } = call.backend
  const at = asked.filter.at ?? new Date(clock())
  const filter = { ...asked.filter, at }
  const data: SubmissionTable = {
    form: { id: call.id, title },
    languages: [...reading.languages],
    repeats: reading.columns.repeats.map(repeat => ({
      id: repeat.id,
      label: labelOfRepeat(repeat),
    })),
    columns: asked.columns.map(({ id, label, section, type, isNumber, isList, options }) => ({
      id,
      label,
      section,
      type,
      is_number: isNumber,
      is_list: isList,
      options: options.map(({ code, label }) => ({ code, label })),
    })),
    surveyors: [...(await surveyorsOf(db.query, scope, call.id))],
    total: await countRows(db.query, { ...asked, filter }),
    at: at.toISOString(),
  }
  return good('The table', data)
}

const mostRows = 100
const usualRows = 50
const mostOffset = 100_000_000

const wholeIn = (text: string | null, otherwise: number, least: number, most: number): number => {
  const number = Number(text ?? otherwise)
  return Number.isInteger(number) && number >= least ? Math.min(number, most) : otherwise
}

/** Rows of the second half are read from the end, because a deep offset would read all rows before them. */
const rangeOf = (query: URLSearchParams) => {
  const limit = wholeIn(query.get('limit'), usualRows, 1, mostRows)
  const offset = wholeIn(query.get('offset'), 0, 0, mostOffset)
  const total = wholeIn(query.get('total'), 0, 0, mostOffset)
  if (offset < total / 2 || offset >= total) return { limit, offset, isFromEnd: false }
  const end = Math.min(offset + limit, total)
  return { limit: end - offset, offset: total - end, isFromEnd: true }
}

type Row = SubmissionRows['rows'][number]

const rowOf = (
  { submission, occurrence, isCut }: TableRow,
  { columns }: AskedTable,
  { versionOf, labelsIn }: Awaited<ReturnType<typeof readingOf>>,
): Row => {
  const answers = answersOf(submission, nameOfFile).get(occurrence)
  const labelOf = labelsIn(submission)
  const cells = columns.flatMap(column =>
    cellsOf(
      column,
      answers?.get(column.id),
      code => labelOf(column, occurrence, code),
      cellOptions,
    ),
  )
  const shown = cells.map(cell => (cell instanceof Date ? cell.toISOString() : cell))
  return { ...headOf(submission, versionOf), occurrence, cells: isCut ? null : shown }
}

/** GET office/forms/{id}/submissions */
export const submissions: AccountHandler = async call => {
  const opened = await openTable(call)
  if (opened.kind === 'refused') return opened.refusal
  const { asked, reading } = opened
  const order = readOrder(call.query, reading.columns, asked)
  if (order === null) return refuseFields({ sort: ['The form has no such column.'] })
  const rows = await tableRows(call.backend.db.query, asked, order, rangeOf(call.query))
  return good('Submissions', { rows: rows.map(row => rowOf(row, asked, reading)) })
}
