import type { Query } from '../db/db.ts'

/**
 * The number of live submissions of each surveyor to each form: in total, and by the day in UTC when the server
 * received them. Every write of a submission changes them in its own statement, because counting a million rows
 * takes half a second.
 */

const dayOf = (row: string): string => `(${row}.received_at at time zone 'UTC')::date`

/** The SQL that counts new rows, for a `with` in which `made` has their user_id, form_id and received_at. */
export const countMade = `totals as (
       insert into submission_totals as t (user_id, form_id, stored, last_received_at)
       select user_id, form_id, 1, received_at from made
       on conflict (user_id, form_id) do update set stored = t.stored + 1,
         last_received_at = greatest(t.last_received_at, excluded.last_received_at)),
     days as (
       insert into submission_days as d (user_id, form_id, day, stored)
       select user_id, form_id, ${dayOf('made')}, 1 from made
       on conflict (user_id, form_id, day) do update set stored = d.stored + 1)`

/** The SQL that stops counting rows, like `countMade`; `gone` has the rows. */
export const countGone = `totals as (
       update submission_totals t set stored = t.stored - 1 from gone
       where t.user_id = gone.user_id and t.form_id = gone.form_id)
     update submission_days d set stored = d.stored - 1 from gone
     where d.user_id = gone.user_id and d.form_id = gone.form_id and d.day = ${dayOf('gone')}`

/** Counts all submissions again, after rows were written by other means. */
export const recountSubmissions = async (query: Query): Promise<void> => {
  // Every write of a submission locks its user.
  await query('select id from users order by id for update')
  await query('delete from submission_totals')
  await query('delete from submission_days')
  await query(
    `insert into submission_totals (user_id, form_id, stored, last_received_at)
     select user_id, form_id, count(*), max(received_at) from submissions
     where deleted_at is null group by user_id, form_id`,
  )
  await query(
    `insert into submission_days (user_id, form_id, day, stored)
     select user_id, form_id, ${dayOf('submissions')}, count(*) from submissions
     where deleted_at is null group by 1, 2, 3`,
  )
}
