import type { Section } from '../../replication/wire/forms.ts'
import type { HintDetail } from '../../replication/wire/interview-details.ts'
import { first, only, type Query, type SqlValue } from '../db/db.ts'
import { answersAndFiles, fitting, type StoredAnswer, type StoredFile } from './submissions.ts'

/** The office's reads: the submissions of all surveyors to one form. */

/** A submission for the export. */
export interface ExportedRow {
  readonly user_id: string
  readonly id: string
  readonly email: string
  readonly surveyor_name: string
  readonly sent_created_at: string
  readonly received_at: Date
  readonly updated_at: Date
  readonly started_at: Date | null
  readonly definition_hash: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
  readonly located_after: number | null
  readonly hints: readonly HintDetail[] | null
  readonly clock_offset: number | null
  readonly address: string | null
  readonly answers: readonly StoredAnswer[]
  readonly files: readonly StoredFile[]
}

/** The newest revision of each surveyor that an earlier export contained, by user id. */
export type SeenRevisions = Readonly<Record<string, string>>

/** Which submissions to a form are exported. */
export interface ExportScope {
  readonly formId: string
  /** Received at this time or later. */
  readonly from?: Date
  /** Received before this time. */
  readonly until?: Date
  /** The surveyor's e-mail address. */
  readonly email?: string
  /** Makes further conditions on `submissions s`. */
  readonly conditions?: (param: (value: SqlValue) => string) => readonly string[]
  /** Only what was received or changed after these revisions. */
  readonly seen?: SeenRevisions
}

/** The end of the last batch; null before the first. */
export type ExportPlace = Pick<ExportedRow, 'received_at' | 'user_id' | 'id'> | null

/** All versions of a form, oldest first; null when there is no such form. */
export const formVersions = async (query: Query, formId: string) => {
  const form = first(await query<{ id: string }>(`select id from forms where id = $1`, [formId]))
  if (form === null) return null
  return query<{ readonly number: number; readonly sections: readonly Section[] }>(
    `select number, sections from form_versions where form_id = $1 order by number`,
    [formId],
  )
}

/** The fields that have answers or files in submissions of any version. */
export const answeredFields = (query: Query, formId: string) =>
  query<{ readonly id: string; readonly last: number }>(
    `select id, max(occurrence) as last from (
       select a.form_field_id as id, a.occurrence from submission_answers a
         join submissions s on s.user_id = a.user_id and s.id = a.submission_id
         where s.form_id = $1 and s.deleted_at is null
       union all
       select b.form_field_id as id, b.occurrence from submission_files b
         join submissions s on s.user_id = b.user_id and s.id = b.submission_id
         where s.form_id = $1 and s.deleted_at is null) asked
     group by id order by id`,
    [formId],
  )

/** What is read of each submission of `submissions s` by `users u` in addition to its answers. */
export const headColumns = `s.user_id, s.id, u.email, trim(u.first_name || ' ' || u.last_name) as surveyor_name,
       s.sent_created_at, s.received_at, s.updated_at, s.started_at, s.definition_hash, s.latitude,
       s.longitude, s.accuracy, s.located_after, s.hints, s.clock_offset, s.address`

/** What is read of each submission of `submissions s` by `users u`. */
export const exportedColumns = `${headColumns},
       ${answersAndFiles('s.user_id')}`

/** The tables and the condition of a scope, with its parameters from $1. */
const scopeSql = (scope: ExportScope) => {
  const params: SqlValue[] = []
  const param = (value: SqlValue) => `$${params.push(value)}`
  const conditions = [`s.form_id = ${param(scope.formId)}`]
  if (scope.from !== undefined) conditions.push(`s.received_at >= ${param(scope.from)}`)
  if (scope.until !== undefined) conditions.push(`s.received_at < ${param(scope.until)}`)
  if (scope.email !== undefined) conditions.push(`u.email = ${param(scope.email)}`)
  conditions.push(...(scope.conditions?.(param) ?? []))
  const seen = Object.entries(scope.seen ?? {})
  if (seen.length > 0) {
    conditions.push(`s.rev > coalesce(seen.rev::bigint, 0)`)
  }
  const users = seen.map(([user]) => user)
  const revisions = seen.map(([, revision]) => revision)
  const tables = `submissions s join users u on u.id = s.user_id${
    seen.length === 0
      ? ''
      : ` left join unnest(${param(users)}::uuid[], ${param(revisions)}::text[]) as seen(user_id, rev)
       on seen.user_id = s.user_id`
  }`
  return { tables, where: conditions.join(' and '), params, param }
}

/** The number of submissions in a scope. */
export const countOfScope = async (query: Query, scope: ExportScope): Promise<number> => {
  const { tables, where, params } = scopeSql(scope)
  const rows = await query<{ count: string }>(
    `select count(*) from ${tables} where ${where} and s.deleted_at is null`,
    params,
  )
  return Number(only(rows).count)
}

/** The next submissions, in the order in which the server received them; none after the last. */
export const exportBatch = async (
  query: Query,
  scope: ExportScope,
  after: ExportPlace,
  limit: number,
) => {
  const { tables, where, params, param } = scopeSql(scope)
  const isLater =
    after === null
      ? ''
      : `and (s.received_at, s.user_id, s.id) >
           (${param(after.received_at)}, ${param(after.user_id)}::uuid, ${param(after.id)}::uuid)`
  const rest = `from ${tables}
     where ${where} and s.deleted_at is null ${isLater}
     order by s.received_at, s.user_id, s.id limit ${param(limit)}`
  const sizes = await query<{ answer_bytes: number }>(`select s.answer_bytes ${rest}`, params)
  return query<ExportedRow>(`select ${exportedColumns} ${rest}`, [
    ...params.slice(0, -1),
    fitting(sizes),
  ])
}

/** The submissions that were deleted since an earlier export, at most `limit` after an id. */
export const deletedBatch = (query: Query, scope: ExportScope, after: string, limit: number) => {
  const { tables, where, params, param } = scopeSql(scope)
  return query<{ readonly id: string; readonly deleted_at: Date }>(
    `select s.id, s.deleted_at from ${tables}
     where ${where} and s.deleted_at is not null and s.id > ${param(after)}::uuid
     order by s.id limit ${param(limit)}`,
    params,
  )
}

/** The newest revision of each surveyor. */
export const newestRevisions = async (query: Query): Promise<SeenRevisions> => {
  const rows = await query<{ id: string; rev: string }>(
    `select user_id as id, value as rev from change_counters where value > 0`,
  )
  return Object.fromEntries(rows.map(({ id, rev }) => [id, rev]))
}

/** The number of surveyors in earlier revisions who were erased since. */
export const countErased = async (query: Query, seen: SeenRevisions): Promise<number> => {
  const rows = await query<{ count: string }>(
    `select count(*) from unnest($1::uuid[]) as x(id)
     where not exists (select 1 from users u where u.id = x.id)`,
    [Object.keys(seen)],
  )
  return Number(only(rows).count)
}
