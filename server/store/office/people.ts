import { only, type Query } from '../../db/db.ts'

/** Surveyors as the office changes them. */

/** A surveyor's record. */
export interface PersonRecord {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string
  readonly address: string
  readonly is_active: boolean
  readonly is_first_login: boolean
  readonly groups: readonly string[]
}

/** The surveyors with some ids or addresses, by address. */
export const personRecords = (
  query: Query,
  by: { readonly ids: readonly string[] } | { readonly emails: readonly string[] },
): Promise<readonly PersonRecord[]> =>
  query<PersonRecord>(
    `select u.id, u.email, u.first_name, u.last_name, u.phone_number, u.address, u.is_active,
       u.is_first_login, coalesce(g.names, '[]'::json) as groups
     from users u left join (select user_id, json_agg(name order by name) as names from user_groups
       group by user_id) g on g.user_id = u.id
     where ${'ids' in by ? 'u.id = any($1::uuid[])' : 'u.email = any($1::text[])'} order by u.email`,
    ['ids' in by ? [...by.ids] : [...by.emails]],
  )

/** What the office may change of a surveyor's record. */
interface RecordChange {
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string
  readonly address: string
}

/** Stores a changed record. */
export const setRecord = (query: Query, id: string, change: RecordChange) =>
  query(
    `update users set first_name = $2, last_name = $3, phone_number = $4, address = $5 where id = $1`,
    [id, change.first_name, change.last_name, change.phone_number, change.address],
  )

/** Makes other changes of these surveyors' records wait for this transaction. */
export const lockRecords = (query: Query, ids: readonly string[]) =>
  query(`select id from users where id = any($1::uuid[]) order by id for update`, [[...ids]])

/** What is stored of a surveyor's work, and would be erased with them. */
export const workOf = async (query: Query, userId: string) => {
  const count = async (text: string) =>
    Number(only(await query<{ count: string }>(text, [userId])).count)
  return {
    submissions: await count(
      `select coalesce(sum(stored), 0) as count from submission_totals where user_id = $1`,
    ),
    files: await count(`select count(*) from submission_files where user_id = $1`),
    cases: await count(
      `select count(distinct case_id) as count from case_operations where user_id = $1`,
    ),
  }
}

/** The names of all groups. */
export const groupNames = async (query: Query): Promise<readonly string[]> =>
  (await query<{ name: string }>(`select distinct name from user_groups order by name`)).map(
    ({ name }) => name,
  )
