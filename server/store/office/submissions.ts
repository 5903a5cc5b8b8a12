import type { Scope } from '../../../replication/wire/office/roles.ts'
import { first, only, type Query } from '../../db/db.ts'
import { exportedColumns, headColumns, type ExportedRow } from '../export.ts'
import { fitting, reviewColumn } from '../submissions.ts'
import { asNumber, filterConditions, type SubmissionFilter } from './filter.ts'
import type { ReviewedRow } from './reviews.ts'
import { parameters, submissionsIn } from './scope.ts'

/** The rows of a table: submissions, or the occurrences in which the fields of a repeat are answered. */
export interface TableRows {
  readonly filter: SubmissionFilter
  /** The fields of the repeat; null for a row of each submission. */
  readonly repeated: readonly string[] | null
}

/** In which order: by a column of the row, or by the answers to a field. */
export interface SubmissionOrder {
  readonly by:
    | 'received_at'
    | 'created_at'
    | 'surveyor'
    | { readonly fieldId: string; readonly isNumber: boolean; readonly isOfRow: boolean }
  readonly isDescending: boolean
}

const rowsSql = ({ filter, repeated }: TableRows) => {
  const { params, param } = parameters()
  const where = filterConditions(filter, param, repeated === null ? null : 'o.occurrence').join(
    ' and ',
  )
  if (repeated === null) return { from: 'submissions s', where, params, param }
  const fields = `${param(repeated)}::text[]`
  const from = `submissions s join (
      select a.user_id, a.submission_id, a.occurrence from submission_answers a
        where a.form_field_id = any(${fields}) and a.key <> ''
      union select b.user_id, b.submission_id, b.occurrence from submission_files b
        where b.form_field_id = any(${fields})) o on o.user_id = s.user_id and o.submission_id = s.id`
  return { from, where, params, param }
}

/** The number of rows of a table. */
export const countRows = async (query: Query, table: TableRows): Promise<number> => {
  const { from, where, params } = rowsSql(table)
  const rows = await query<{ count: string }>(`select count(*) from ${from} where ${where}`, params)
  return Number(only(rows).count)
}

/** Which rows of the order; `isFromEnd` counts the offset from the last one. */
export interface RowRange {
  readonly offset: number
  readonly limit: number
  readonly isFromEnd: boolean
}

/** One row of a table. */
export interface TableRow {
  readonly occurrence: number
  readonly submission: ExportedRow
  /** Whether it is without its answers, because they are too large to be read with those of the other rows. */
  readonly isCut: boolean
}

const orderSql = (
  { by, isDescending }: SubmissionOrder,
  isFromEnd: boolean,
  occurrence: string | null,
): string => {
  const isDown = isDescending !== isFromEnd
  const direction = isDown ? 'desc' : 'asc'
  const ids = ['s.user_id', 's.id', ...(occurrence === null ? [] : [occurrence])]
  // All in one direction, because an index is then read backwards.
  const rest = (way: string) => ids.map(id => `${id} ${way}`).join(', ')
  if (typeof by !== 'string') {
    const key = by.isNumber ? asNumber('k.key') : `nullif(k.key, '')`
    // Rows without an answer are the last, in either order.
    return `${key} ${direction} nulls ${isFromEnd ? 'first' : 'last'}, ${rest(isFromEnd ? 'desc' : 'asc')}`
  }
  return `${by === 'surveyor' ? 'u.email' : `s.${by}`} ${direction}, ${rest(direction)}`
}

const withoutAnswers = `${headColumns}, '[]'::json as answers, '[]'::json as files`

/** The rows of a table in an order. */
export const tableRows = async (
  query: Query,
  table: TableRows,
  order: SubmissionOrder,
  { limit, offset, isFromEnd }: RowRange,
): Promise<readonly TableRow[]> => {
  const { from, where, params, param } = rowsSql(table)
  const { by } = order
  const occurrence = table.repeated === null ? null : 'o.occurrence'
  const joins =
    by === 'surveyor'
      ? 'join users u on u.id = s.user_id'
      : typeof by === 'string'
        ? ''
        : `left join submission_answers k on k.user_id = s.user_id and k.submission_id = s.id
             and k.form_field_id = ${param(by.fieldId)} and k.occurrence = ${by.isOfRow ? (occurrence ?? '0') : '0'}`
  const found = await query<{
    user_id: string
    id: string
    occurrence: number
    answer_bytes: number
  }>(
    `select s.user_id, s.id, ${occurrence ?? '0'} as occurrence, s.answer_bytes from ${from} ${joins}
     where ${where} order by ${orderSql(order, isFromEnd, occurrence)}
     limit ${param(limit)} offset ${param(offset)}`,
    params,
  )
  const ordered = isFromEnd ? found.toReversed() : found
  const whole = fitting(ordered)
  const read = (rows: typeof ordered, columns: string) =>
    query<ExportedRow>(
      `select ${columns} from submissions s join users u on u.id = s.user_id
       where s.user_id = any($1::uuid[]) and s.id = any($2::uuid[])`,
      [rows.map(({ user_id }) => user_id), rows.map(({ id }) => id)],
    )
  const keyOf = (row: Pick<ExportedRow, 'user_id' | 'id'>) => `${row.user_id} ${row.id}`
  const withAnswers = await read(ordered.slice(0, whole), exportedColumns)
  const cut = whole < ordered.length ? await read(ordered.slice(whole), withoutAnswers) : []
  const byKey = new Map([...cut, ...withAnswers].map(row => [keyOf(row), row]))
  return ordered.flatMap((row, at) => {
    const submission = byKey.get(keyOf(row))
    // It was deleted since.
    return submission === undefined
      ? []
      : [{ occurrence: row.occurrence, submission, isCut: at >= whole }]
  })
}

/** The surveyors in a scope who have sent submissions to a form, by name. */
export const surveyorsOf = (query: Query, scope: Scope, formId: string) => {
  const { params, param } = parameters()
  return query<{ readonly id: string; readonly name: string }>(
    `select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name
     from submission_totals t join users u on u.id = t.user_id
     where t.form_id = ${param(formId)} and t.stored > 0 and ${submissionsIn(scope, 't', param)}
     order by name, u.id`,
    params,
  )
}

/** One submission within a scope, with its form; null when it is deleted, or not within it. */
export const submissionInScope = async (
  query: Query,
  scope: Scope,
  surveyorId: string,
  id: string,
) => {
  const { params, param } = parameters()
  return first(
    await query<ExportedRow & ReviewedRow & { readonly form_title: string }>(
      `select ${exportedColumns}, s.form_id, f.title as form_title, s.rev, s.mark,
         ${reviewColumn('s.user_id')}
       from submissions s join users u on u.id = s.user_id join forms f on f.id = s.form_id
       where s.user_id = ${param(surveyorId)}::uuid and s.id = ${param(id)}::uuid
         and s.deleted_at is null and ${submissionsIn(scope, 's', param)}`,
      params,
    ),
  )
}

/** The name of a stored file of a submission within a scope, and the hash that names its bytes. */
export const fileInScope = async (query: Query, scope: Scope, id: string) => {
  const { params, param } = parameters()
  return first(
    await query<{ readonly sha256: string; readonly name: string }>(
      `select b.sha256, b.name from submission_files b
         join submissions s on s.user_id = b.user_id and s.id = b.submission_id
       where b.id = ${param(id)}::uuid and s.deleted_at is null and ${submissionsIn(scope, 's', param)}`,
      params,
    ),
  )
}
