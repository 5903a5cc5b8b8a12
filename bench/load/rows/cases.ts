import type { Db } from '../../../server/db/db.ts'
import { formId } from '../prepare.ts'

/** The list of all cases. */
export const caseList = 'load_homes'

/** The share of all cases that the first surveyor has, because some accounts collect the work of many. */
const shareOfFirst = 0.1

/** Fills the tables of prepared surveyors with cases of one list that an office has imported, each of one surveyor. */
export const fillCases = async (db: Db, total: number): Promise<void> => {
  // In one transaction without a time limit, as there are many rows.
  await db.tx(
    async query => {
      await query(`insert into case_lists (name) values ($1) on conflict (name) do nothing`, [
        caseList,
      ])
      await query(
        `insert into form_case_lists (form_id, list) values ($1, $2) on conflict do nothing`,
        [formId, caseList],
      )
      await query(
        `insert into cases (id, list, label, properties, version, due, is_registered, created_at, updated_at,
           operation_bytes, change)
         select 'case-' || n, $1, 'Household ' || n, jsonb_build_object('head', 'Household ' || n,
             'village', 'Village ' || n % 997, 'members', (n % 9)::text), 1,
           to_char(date '2026-01-01' + n % 700, 'YYYY-MM-DD'), true, '2026-11-20T09:30:00.000Z',
           '2026-11-20T09:30:00.000Z', 300, n
         from generate_series(1, $2::integer) n`,
        [caseList, total],
      )
      await query(
        `insert into case_operations (case_id, key, office, act, seen, at, label, properties)
         select c.id, 'office|' || c.id, 'The office', 'create', '{"version":0,"heads":[]}', c.created_at,
           c.label, c.properties from cases c where c.list = $1`,
        [caseList],
      )
      await query(
        `with others as (
           select id, row_number() over (order by length(email), email) - 1 as place, count(*) over () as users
           from users where email like '%@load.example')
         insert into case_owners (case_id, owner, change)
         select c.id, 'user ' || u.id, c.change from cases c join others u on u.place =
           case when c.change <= $2::bigint then 0 else 1 + c.change % (u.users - 1) end
         where c.list = $1`,
        [caseList, Math.round(total * shareOfFirst)],
      )
      await query(
        `insert into case_counter (name, value) values ('cases', $1)
         on conflict (name) do update set value = excluded.value`,
        [total],
      )
    },
    { isLong: true },
  )
  for (const table of ['cases', 'case_operations', 'case_owners', 'form_case_lists']) {
    await db.query(`vacuum analyze ${table}`)
  }
}
