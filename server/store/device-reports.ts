import type { DeviceReport } from '../../replication/wire/device-report.ts'
import type { Query } from '../db/db.ts'

/** Stores a user's latest report. */
export const putDeviceReport = (query: Query, userId: string, now: Date, report: DeviceReport) =>
  query(
    `insert into device_reports (user_id, heard_at, app_version, waiting, oldest_waiting_at, free_bytes)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do update set heard_at = excluded.heard_at,
       app_version = excluded.app_version, waiting = excluded.waiting,
       oldest_waiting_at = excluded.oldest_waiting_at, free_bytes = excluded.free_bytes`,
    [userId, now, report.appVersion, report.waiting, report.oldestWaitingAt, report.freeBytes],
  )

/** The state of a surveyor's work. */
export interface SurveyorStatus {
  readonly email: string
  readonly is_active: boolean
  readonly heard_at: Date | null
  readonly app_version: string | null
  readonly waiting: number | null
  readonly oldest_waiting_at: Date | null
  readonly free_bytes: string | null
  readonly stored: number
  readonly today: number
  readonly last_received_at: Date | null
}

/** The state of every surveyor's work. */
export const surveyorStatus = (query: Query, today: string) =>
  query<SurveyorStatus>(
    `select u.email, u.is_active, d.heard_at, d.app_version, d.waiting, d.oldest_waiting_at,
       d.free_bytes, coalesce(t.stored, 0)::integer as stored, coalesce(n.today, 0)::integer as today,
       t.last_received_at
     from users u left join device_reports d on d.user_id = u.id
     left join (select user_id, sum(stored) as stored, max(last_received_at) as last_received_at
       from submission_totals group by user_id) t on t.user_id = u.id
     left join (select user_id, sum(stored) as today from submission_days
       where day >= $1::date group by user_id) n on n.user_id = u.id
     order by u.email`,
    [today],
  )

/** The number of submissions of a form. */
export interface FormStatus {
  readonly id: string
  readonly title: string
  readonly stored: number
}

/** The number of submissions of each form. */
export const formStatus = (query: Query) =>
  query<FormStatus>(
    `select f.id, f.title, coalesce(sum(t.stored), 0)::integer as stored
     from forms f left join submission_totals t on t.form_id = f.id
     group by f.id, f.title order by f.title, f.id`,
  )

/** The number of submissions that the server received per form and day in UTC; days without any are left out. */
export const submissionsByDay = (query: Query, from: string) =>
  query<{ readonly form_id: string; readonly day: string; readonly count: number }>(
    `select form_id, day::text, sum(stored)::integer as count from submission_days
     where day >= $1::date group by form_id, day`,
    [from],
  )
