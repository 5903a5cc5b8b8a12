import type { CaseOperation } from '../../../collections/cases/operation.ts'
import { only, type Query } from '../../db/db.ts'
import { fitting } from '../submissions.ts'
import { operationJson } from './fold-cases.ts'
import { groupOwner, userOwner } from './owners.ts'

/** What decides which cases are a surveyor's. */
export interface CaseScope {
  /** Identifies this database; a restore changes it. */
  readonly epoch: string
  /** The number of the newest change of any case. */
  readonly counter: string
  /** The surveyor and their groups, as owners. */
  readonly owners: readonly string[]
  /** The lists that their assigned forms register, visit or read. */
  readonly lists: readonly string[]
  /** Those of the lists that are theirs as a whole. */
  readonly whole: readonly string[]
}

/** Which cases are a surveyor's now. */
export const caseScope = async (query: Query, userId: string): Promise<CaseScope> => {
  // Through the counter of the surveyor, so that a cluster asks only their node.
  const { epoch, counter, groups, lists } = only(
    await query<{
      epoch: string
      counter: string | null
      groups: readonly string[]
      lists: readonly string[]
    }>(
      `select v.value as epoch,
         coalesce((select c.value from case_counter c where c.name = 'cases'), 0) as counter,
         array(select g.name from user_groups g where g.user_id = $1 order by g.name) as groups,
         array(select distinct l.list from form_assignments a
           join forms f on f.id = a.form_id join form_case_lists l on l.form_id = f.id
           where a.user_id = $1 and f.removed_at is null order by l.list) as lists
       from change_counters u, server_values v where u.user_id = $1 and v.name = 'epoch'`,
      [userId],
    ),
  )
  const owners = [userOwner(userId), ...groups.map(groupOwner)]
  const whole = await query<{ name: string }>(
    `select l.name from case_lists l where l.name = any($1::text[]) and (l.is_shared or exists (
       select 1 from case_list_owners o where o.list = l.name and o.owner = any($2::text[])))
     order by l.name`,
    [lists, owners],
  )
  return { epoch, counter: counter ?? '0', owners, lists, whole: whole.map(({ name }) => name) }
}

/** A case that changed. It is not a surveyor's when it was taken away, or when it is gone. */
export interface ChangedCase {
  readonly id: string
  readonly list: string
  readonly is_theirs: boolean
  readonly operations: readonly CaseOperation[]
}

/** The next changes of a surveyor's cases. */
interface CasePage {
  readonly changed: readonly ChangedCase[]
  /** The number of the last change. */
  readonly last: string
  readonly hasMore: boolean
}

/** The cases that changed after a change, or whose ownership did, in the order of the changes. */
export const casesAfter = async (
  query: Query,
  { owners, lists, whole }: CaseScope,
  since: string,
  limit: number,
): Promise<CasePage> => {
  // Each owner and each list by its own index, because together they would be sorted whole.
  const found = await query<{ id: string; change: string; answer_bytes: number }>(
    `select f.id, f.change, c.operation_bytes as answer_bytes from (
       select distinct id, change from (
         select x.id, x.change from unnest($1::text[]) as l(list) cross join lateral (
           select c.id, c.change from cases c where c.list = l.list and c.change > $3::bigint
           order by c.change limit $4) x
         union all
         select x.id, x.change from unnest($2::text[]) as w(owner) cross join lateral (
           select o.case_id as id, o.change from case_owners o
           where o.owner = w.owner and o.change > $3::bigint order by o.change limit $4) x
       ) each order by change limit $4) f
     join cases c on c.id = f.id order by f.change`,
    [whole, owners, since, limit + 1],
  )
  const page = found.slice(0, fitting(found.slice(0, limit)))
  const ids = page.map(({ id }) => id)
  if (ids.length === 0) return { changed: [], last: since, hasMore: false }
  const changed = await query<ChangedCase>(
    `select c.id, c.list, t.is_theirs, case when t.is_theirs then (
         select json_agg(${operationJson(
           `case when o.user_id is null then o.office
             else trim(u.first_name || ' ' || u.last_name) end`,
         )} order by o.key)
         from case_operations o left join users u on u.id = o.user_id where o.case_id = c.id
       ) else '[]' end as operations
     from cases c cross join lateral (select c.version > 0 and c.list = any($2::text[])
       and (c.list = any($3::text[]) or exists (select 1 from case_owners o
         where o.case_id = c.id and o.owner = any($4::text[]) and not o.is_ended)) as is_theirs) t
     where c.id = any($1::text[]) order by c.change`,
    [ids, lists, whole, owners],
  )
  return { changed, last: page.at(-1)?.change ?? since, hasMore: found.length > page.length }
}
