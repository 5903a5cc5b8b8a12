import type { Scope } from '../../../replication/wire/office/roles.ts'
import { first, only, type Query } from '../../db/db.ts'
import { exportedColumns, type ExportedRow } from '../export.ts'
import { fitting, reviewColumn } from '../submissions.ts'
import type { ReviewedRow } from './reviews.ts'
import { parameters, submissionsIn } from './scope.ts'

/** Which submissions to a form are asked for, within a scope. */
export interface SubmissionFilter {
  readonly formId: string
  readonly scope: Scope
  readonly surveyorId: string | null
  /** Received at this time or later, and before this time. */
  readonly from: Date | null
  readonly until: Date | null
  /** Part of an answer. */
  readonly text: string | null
}

/** In which order: by a column of the row, or by the answers to a field. */
export interface SubmissionOrder {
  readonly by:
    | 'received_at'
    | 'created_at'
    | 'surveyor'
    | { readonly fieldId: string; readonly isNumber: boolean }
  readonly isDescending: boolean
}

const filterSql = (filter: SubmissionFilter) => {
  const { params, param } = parameters()
  const conditions = [
    `s.form_id = ${param(filter.formId)}`,
    's.deleted_at is null',
    submissionsIn(filter.scope, 's', param),
  ]
  if (filter.surveyorId !== null) conditions.push(`s.user_id = ${param(filter.surveyorId)}::uuid`)
  if (filter.from !== null) conditions.push(`s.received_at >= ${param(filter.from)}`)
  if (filter.until !== null) conditions.push(`s.received_at < ${param(filter.until)}`)
  if (filter.text !== null) {
    const pattern = `%${filter.text.replaceAll(/[\\%_]/g, mark => `\\${mark}`)}%`
    conditions.push(`exists (select 1 from submission_answers x where x.user_id = s.user_id
      and x.submission_id = s.id and x.value ilike ${param(pattern)})`)
  }
  return { where: conditions.join(' and '), params, param }
}

/** The number of submissions that a filter leaves. */
export const countFiltered = async (query: Query, filter: SubmissionFilter): Promise<number> => {
  const { where, params } = filterSql(filter)
  const rows = await query<{ count: string }>(
    `select count(*) from submissions s where ${where}`,
    params,
  )
  return Number(only(rows).count)
}

/** A number, where the answer is one; others come last. */
const asNumber = `case when o.value ~ '^[+-]?[0-9]{1,30}([.][0-9]{1,30})?$' then o.value::numeric end`

/** A page of submissions; shorter when their answers are too large for one. */
export const filteredPage = async (
  query: Query,
  filter: SubmissionFilter,
  { by, isDescending }: SubmissionOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly ExportedRow[]> => {
  const { where, params, param } = filterSql(filter)
  const direction = isDescending ? 'desc nulls last' : 'asc nulls last'
  const join =
    typeof by === 'string'
      ? ''
      : `left join submission_answers o on o.user_id = s.user_id and o.submission_id = s.id
         and o.form_field_id = ${param(by.fieldId)} and o.occurrence = 0`
  const keyOf = (): string => {
    if (typeof by !== 'string') return by.isNumber ? asNumber : `nullif(o.value, '')`
    return by === 'surveyor' ? 'u.email' : `s.${by}`
  }
  const sizes = await query<{ user_id: string; id: string; answer_bytes: number }>(
    `select s.user_id, s.id, s.answer_bytes from submissions s join users u on u.id = s.user_id ${join}
     where ${where} order by ${keyOf()} ${direction}, s.user_id, s.id
     limit ${param(limit)} offset ${param(offset)}`,
    params,
  )
  const shown = sizes.slice(0, fitting(sizes))
  const rows = await query<ExportedRow>(
    `select ${exportedColumns} from submissions s join users u on u.id = s.user_id
     where s.user_id = any($1::uuid[]) and s.id = any($2::uuid[])`,
    [shown.map(({ user_id }) => user_id), shown.map(({ id }) => id)],
  )
  const keyOfRow = (row: Pick<ExportedRow, 'user_id' | 'id'>) => `${row.user_id} ${row.id}`
  const byKey = new Map(rows.map(row => [keyOfRow(row), row]))
  return shown.flatMap(row => byKey.get(keyOfRow(row)) ?? [])
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
