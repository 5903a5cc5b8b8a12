import type { Section } from '../../../replication/wire/forms.ts'
import type { AssignRequest } from '../../../replication/wire/office/form-requests.ts'
import type { Scope } from '../../../replication/wire/office/roles.ts'
import { first, type Query } from '../../db/db.ts'
import { formsIn, parameters, peopleIn } from './scope.ts'

/** What the office reads and changes of one form. */

/** The versions of a form, the newest first, with the numbers of their fields. */
export const formVersionHeads = (query: Query, formId: string) =>
  query<{ readonly number: number; readonly created_at: Date; readonly fields: number }>(
    `select v.number, v.created_at, (select coalesce(sum(jsonb_array_length(s -> 'fields')), 0)::integer
       from jsonb_array_elements(v.sections) s) as fields
     from form_versions v where v.form_id = $1 order by v.number desc`,
    [formId],
  )

/** What some versions of a form ask, by their numbers. */
export const sectionsOfVersions = async (
  query: Query,
  formId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly Section[]>> => {
  const rows = await query<{ readonly number: number; readonly sections: readonly Section[] }>(
    `select number, sections from form_versions where form_id = $1 and number = any($2::text[]::integer[])`,
    [formId, numbers.map(String)],
  )
  return new Map(rows.map(({ number, sections }) => [number, sections]))
}

/** What a form asks now; null when there is none with the id. */
export const formNow = async (query: Query, formId: string) =>
  first(
    await query<{
      readonly title: string
      readonly status: string
      readonly removed_at: Date | null
      readonly updated_at: Date
      readonly sections: readonly Section[]
      readonly version: number
    }>(
      `select f.title, f.status, f.removed_at, f.updated_at, f.sections, coalesce((select max(v.number)
         from form_versions v where v.form_id = f.id), 0)::integer as version
       from forms f where f.id = $1`,
      [formId],
    ),
  )

/** The files that a form has now, with the sizes of their contents. */
export const formFileHeads = (query: Query, formId: string) =>
  query<{
    readonly id: string
    readonly name: string
    readonly type: string | null
    readonly bytes: number
    readonly rows: number | null
  }>(
    `select c.id, n ->> 'name' as name, c.contents ->> 'type' as type,
       case when c.contents ? 'base64' then octet_length(decode(c.contents ->> 'base64', 'base64'))
         else octet_length(c.contents::text) end as bytes,
       jsonb_array_length(c.contents -> 'rows') as rows
     from forms f, jsonb_array_elements(f.files) n, form_files c
     where f.id = $1 and c.form_id = f.id and c.id = n ->> 'id' order by 2`,
    [formId],
  )

/** Whether a form is within a scope. */
export const isFormIn = async (query: Query, scope: Scope, formId: string): Promise<boolean> => {
  const { params, param } = parameters()
  const id = param(formId)
  const rows = await query(
    `select f.id from forms f where f.id = ${id} and ${formsIn(scope, param)}`,
    params,
  )
  return rows.length > 0
}

/** Locks a form's row until the transaction ends, so that a second publisher finds what the first one wrote. Null when there is none. */
export const lockForm = async (query: Query, formId: string): Promise<Date | null> =>
  first(
    await query<{ readonly updated_at: Date }>(
      `select updated_at from forms where id = $1 for update`,
      [formId],
    ),
  )?.updated_at ?? null

/** The active surveyors of a scope, and whether they have a form. */
export const formPeopleIn = (query: Query, scope: Scope, formId: string) => {
  const { params, param } = parameters()
  const id = param(formId)
  return query<{
    readonly id: string
    readonly email: string
    readonly name: string
    readonly groups: readonly string[] | null
    readonly is_assigned: boolean
  }>(
    `select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name, g.names as groups,
       a.user_id is not null as is_assigned
     from users u
     left join (select user_id, json_agg(name order by name) as names from user_groups
       group by user_id) g on g.user_id = u.id
     left join form_assignments a on a.user_id = u.id and a.form_id = ${id}
     where u.is_active and ${peopleIn(scope, param)} order by u.email`,
    params,
  )
}

type Param = ReturnType<typeof parameters>['param']

/** The condition that `users u` has one of those who are named. */
const named = (to: AssignRequest, param: Param): string => {
  switch (to.kind) {
    case 'all':
      return 'true'
    case 'group':
      return `u.id in (select user_id from user_groups where name = ${param(to.name)})`
    case 'person':
      return `u.id = ${param(to.id)}::uuid`
  }
}

/** Assigns a form to the named surveyors of a scope. Returns how many there are. */
export const assignIn = async (
  query: Query,
  scope: Scope,
  formId: string,
  to: AssignRequest,
  now: Date,
): Promise<number> => {
  const { params, param } = parameters()
  const [id, at] = [param(formId), param(now)]
  const chosen = `from users u where ${peopleIn(scope, param)} and ${named(to, param)}`
  await query(
    `insert into form_assignments (user_id, form_id, assigned_at)
     select u.id, ${id}, ${at}::timestamptz ${chosen} on conflict (user_id, form_id) do nothing`,
    params,
  )
  const counting = parameters()
  const rows = await query<{ readonly count: number }>(
    `select count(*)::integer as count from users u
     where ${peopleIn(scope, counting.param)} and ${named(to, counting.param)}`,
    counting.params,
  )
  return first(rows)?.count ?? 0
}

/** Takes a form from the named surveyors of a scope. Returns how many had it. */
export const unassignIn = async (
  query: Query,
  scope: Scope,
  formId: string,
  to: AssignRequest,
): Promise<number> => {
  const { params, param } = parameters()
  const id = param(formId)
  const taken = await query(
    `delete from form_assignments a using users u where u.id = a.user_id and a.form_id = ${id}
       and ${peopleIn(scope, param)} and ${named(to, param)} returning a.user_id`,
    params,
  )
  return taken.length
}
