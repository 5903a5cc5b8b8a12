import type { Query } from '../db/db.ts'
import { lockAllUsers } from './users.ts'

/**
 * The number of live submissions of each surveyor to each form: in total, and by the day in UTC when the server
 * received them. Every write of a submission changes them in its own transaction, because counting a million rows
 * takes half a second.
 */

const dayOf = (time: string): string => `(${time} at time zone 'UTC')::date`

/** Counts a new submission, in its transaction. */
export const countMade = async (
  query: Query,
  userId: string,
  formId: string,
  receivedAt: Date,
): Promise<void> => {
  await query(
    `insert into submission_totals as t (user_id, form_id, stored, last_received_at)
     values ($1, $2, 1, $3) on conflict (user_id, form_id) do update set stored = t.stored + 1,
       last_received_at = greatest(t.last_received_at, excluded.last_received_at)`,
    [userId, formId, receivedAt],
  )
  await query(
    `insert into submission_days as d (user_id, form_id, day, stored)
     values ($1, $2, ${dayOf('$3::timestamptz')}, 1)
     on conflict (user_id, form_id, day) do update set stored = d.stored + 1`,
    [userId, formId, receivedAt],
  )
}

/**
 * The SQL that stops counting a row, for a `with` in which `gone` has its form_id and received_at, and $1 is its user.
 * A cluster would ask all nodes if the user came from `gone`.
 */
export const countGone = `totals as (
       update submission_totals t set stored = t.stored - 1 from gone
       where t.user_id = $1 and t.form_id = gone.form_id)
     update submission_days d set stored = d.stored - 1 from gone
     where d.user_id = $1 and d.form_id = gone.form_id and d.day = ${dayOf('gone.received_at')}`

/** Counts all submissions again, after rows were written by other means. */
export const recountSubmissions = async (query: Query): Promise<void> => {
  await lockAllUsers(query)
  await query('delete from submission_totals')
  await query('delete from submission_days')
  await query(
    `insert into submission_totals (user_id, form_id, stored, last_received_at)
     select user_id, form_id, count(*), max(received_at) from submissions
     where deleted_at is null group by user_id, form_id`,
  )
  await query(
    `insert into submission_days (user_id, form_id, day, stored)
     select user_id, form_id, ${dayOf('received_at')}, count(*) from submissions
     where deleted_at is null group by 1, 2, 3`,
  )
}
