import type { Scope } from '../../../replication/wire/office/roles.ts'
import { first, type Query } from '../../db/db.ts'
import { formsIn, parameters, peopleIn, submissionsIn } from './scope.ts'

/** The number of submissions that the server received per surveyor, form and day in UTC, from a day on. */
export const daysInScope = (query: Query, scope: Scope, from: string) => {
  const { params, param } = parameters()
  return query<{
    readonly user_id: string
    readonly form_id: string
    readonly day: string
    readonly count: number
  }>(
    `select d.user_id, d.form_id, d.day::text as day, d.stored as count from submission_days d
     where d.day >= ${param(from)}::date and ${submissionsIn(scope, 'd', param)}`,
    params,
  )
}

/** A form as the office lists it. */
interface OfficeFormRow {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: string
  readonly removed_at: Date | null
  readonly updated_at: Date
  readonly versions: number
  readonly assigned: number
  readonly stored: number
  readonly last_received_at: Date | null
}

/** The forms of a scope, or one of them, by title, with the numbers of their surveyors and submissions. */
export const formsInScope = (query: Query, scope: Scope, formId: string | null = null) => {
  const { params, param } = parameters()
  const id = param(formId)
  return query<OfficeFormRow>(
    `select f.id, f.title, f.description, f.status, f.removed_at, f.updated_at,
       coalesce(n.versions, 0)::integer as versions, coalesce(a.assigned, 0)::integer as assigned,
       coalesce(t.stored, 0)::integer as stored, t.last_received_at
     from forms f
     left join (select form_id, max(number) as versions from form_versions group by form_id) n
       on n.form_id = f.id
     left join (select form_id, count(*) as assigned from form_assignments group by form_id) a
       on a.form_id = f.id
     left join (select form_id, sum(stored) as stored, max(last_received_at) as last_received_at
       from submission_totals t where ${submissionsIn(scope, 't', param)} group by form_id) t
       on t.form_id = f.id
     where (${id}::text is null or f.id = ${id}) and ${formsIn(scope, param)} order by f.title, f.id`,
    params,
  )
}

/** The title of a form of a scope; null when it is not there or not within it. */
export const formTitle = async (
  query: Query,
  scope: Scope,
  formId: string,
): Promise<string | null> => {
  const { params, param } = parameters()
  const id = param(formId)
  const row = first(
    await query<{ title: string }>(
      `select f.title from forms f where f.id = ${id} and ${formsIn(scope, param)}`,
      params,
    ),
  )
  return row?.title ?? null
}

/** A surveyor as the office lists them. */
interface PersonRow {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly phone_number: string
  readonly is_active: boolean
  readonly is_first_login: boolean
  readonly groups: readonly string[] | null
  readonly heard_at: Date | null
  readonly app_version: string | null
  readonly waiting: number | null
  readonly oldest_waiting_at: Date | null
  readonly free_bytes: string | null
  readonly stored: number
  readonly last_received_at: Date | null
}

/** The surveyors of a scope, by address. Their submissions are counted as far as they are within it. */
export const peopleInScope = (query: Query, scope: Scope) => {
  const { params, param } = parameters()
  return query<PersonRow>(
    `select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name, u.phone_number,
       u.is_active, u.is_first_login, g.names as groups, d.heard_at, d.app_version, d.waiting,
       d.oldest_waiting_at, d.free_bytes, coalesce(t.stored, 0)::integer as stored, t.last_received_at
     from users u
     left join (select user_id, json_agg(name order by name) as names from user_groups
       group by user_id) g on g.user_id = u.id
     left join device_reports d on d.user_id = u.id
     left join (select user_id, sum(stored) as stored, max(last_received_at) as last_received_at
       from submission_totals t where ${submissionsIn(scope, 't', param)} group by user_id) t
       on t.user_id = u.id
     where ${peopleIn(scope, param)} order by u.email`,
    params,
  )
}
