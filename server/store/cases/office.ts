import type { CaseOperation } from '../../../collections/cases/operation.ts'
import { first, type Query, type SqlValue } from '../../db/db.ts'
import { operationJson } from './fold-cases.ts'

/** The office's reads of cases. */

/** A list of cases in the administrator's list. */
export interface CaseListRow {
  readonly name: string
  readonly is_shared: boolean
  readonly owners: readonly string[]
  readonly cases: string
  /** Cases that an interview has visited. */
  readonly visited: string
  readonly due: string
  readonly contested: string
  /** Cases that no surveyor has, while the list is no one's as a whole. */
  readonly unowned: string
}

/** The SQL of the names of owners `o`: e-mail addresses, and groups. */
const ownerNames = `array_agg(coalesce(u.email, substr(o.owner, 7)) order by 1)`
const joinUsers = `left join users u
  on u.id = case when o.owner like 'user %' then substr(o.owner, 6)::uuid end`

/** All lists with what is done of them; `today` decides what is due. */
export const caseLists = (query: Query, today: string) =>
  query<CaseListRow>(
    `select l.name, l.is_shared, coalesce(w.owners, '{}') as owners,
       coalesce(c.cases, 0) as cases, coalesce(c.visited, 0) as visited, coalesce(c.due, 0) as due,
       coalesce(c.contested, 0) as contested,
       case when l.is_shared or w.owners is not null then 0 else coalesce(c.unowned, 0) end as unowned
     from case_lists l
     left join (select o.list, ${ownerNames} as owners from case_list_owners o ${joinUsers}
       group by o.list) w on w.list = l.name
     left join (select c.list, count(*) as cases, count(v.case_id) as visited,
         count(*) filter (where c.due <= $1) as due,
         count(*) filter (where c.contested <> '') as contested,
         count(*) filter (where o.case_id is null) as unowned
       from cases c
       left join (select distinct case_id from case_operations
         where act = 'update' and submission_id is not null) v on v.case_id = c.id
       left join (select distinct case_id from case_owners where not is_ended) o on o.case_id = c.id
       where c.is_registered group by c.list) c on c.list = l.name
     order by l.name`,
    [today],
  )

/** Whether there is a list of this name. */
export const isCaseList = async (query: Query, list: string): Promise<boolean> =>
  first(await query(`select name from case_lists where name = $1`, [list])) !== null

/** Which cases the office reads. */
export interface CaseScope {
  readonly list?: string
  readonly owner?: string
  /** Due before this day. */
  readonly dueBefore?: string
}

/** A case for the office. */
export interface CaseRow {
  readonly id: string
  readonly list: string
  readonly label: string
  readonly properties: Readonly<Record<string, string>>
  readonly version: string
  readonly due: string | null
  readonly contested: string
  readonly owners: readonly string[]
}

const selectCase = `select c.id, c.list, c.label, c.properties, c.version, c.due, c.contested,
    coalesce((select ${ownerNames} from case_owners o ${joinUsers}
      where o.case_id = c.id and not o.is_ended), '{}') as owners
  from cases c`

/** Registered cases by list, those that are due first. */
export const casesInScope = async (
  query: Query,
  { list, owner, dueBefore }: CaseScope,
  limit: number,
): Promise<readonly CaseRow[]> => {
  const params: SqlValue[] = [limit]
  const param = (value: SqlValue) => `$${params.push(value)}`
  const isDue = dueBefore === undefined ? '' : `and c.due < ${param(dueBefore)}`
  const its = owner === undefined ? null : param(owner)
  const inList = list === undefined ? null : param(list)
  const lists =
    its === null
      ? `select name as list from case_lists`
      : `select o.list from case_list_owners o where o.owner = ${its}`
  // Each list by its own index, because together they would be sorted whole.
  const ofLists = `select x.id from (${lists}) l cross join lateral (
      select c.id from cases c where c.list = l.list and c.is_registered ${isDue}
      order by c.due, c.id limit $1) x ${inList === null ? '' : `where l.list = ${inList}`}`
  const ofOwner =
    its === null
      ? ''
      : `union select c.id from case_owners o join cases c on c.id = o.case_id
         where o.owner = ${its} and not o.is_ended and c.is_registered ${isDue}
           ${inList === null ? '' : `and c.list = ${inList}`}`
  return query<CaseRow>(
    `${selectCase} where c.id in (${ofLists} ${ofOwner}) order by c.list, c.due, c.id limit $1`,
    params,
  )
}

/** The next registered cases of a list, by their ids; '' begins. */
export const casesAfterId = (query: Query, list: string, after: string, limit: number) =>
  query<CaseRow>(
    `${selectCase} where c.list = $1 and c.is_registered and c.id > $2 order by c.id limit $3`,
    [list, after, limit],
  )

/** The names of the properties that the cases of a list have. */
export const propertiesOf = async (query: Query, list: string): Promise<readonly string[]> => {
  const rows = await query<{ name: string }>(
    `select distinct jsonb_object_keys(properties) as name from cases
     where list = $1 and is_registered order by 1`,
    [list],
  )
  return rows.map(({ name }) => name)
}

/** The list of each of these cases, by id; those that are not there are missing. */
export const listsOfCases = async (
  query: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await query<{ id: string; list: string }>(
    `select id, list from cases where id = any($1::text[]) and version > 0`,
    [ids],
  )
  return new Map(rows.map(({ id, list }) => [id, list]))
}

/** The operations of a case, each with the address of its surveyor; null for the office's. */
export const historyOf = (query: Query, id: string) =>
  query<{ readonly operation: CaseOperation; readonly email: string | null }>(
    `select ${operationJson('o.office')} as operation, u.email
     from case_operations o left join users u on u.id = o.user_id where o.case_id = $1`,
    [id],
  )
