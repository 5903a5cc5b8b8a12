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
  readonly stored: string
  readonly today: string
  readonly last_received_at: Date | null
}

/** The state of every surveyor's work. */
export const surveyorStatus = (query: Query, startOfToday: Date) =>
  query<SurveyorStatus>(
    `select u.email, u.is_active, d.heard_at, d.app_version, d.waiting, d.oldest_waiting_at,
       d.free_bytes, coalesce(s.stored, 0) as stored, coalesce(s.today, 0) as today, s.last_received_at
     from users u left join device_reports d on d.user_id = u.id
     left join (select user_id, count(*) as stored, count(*) filter (where received_at >= $1) as today,
         max(received_at) as last_received_at
       from submissions where deleted_at is null group by user_id) s on s.user_id = u.id
     order by u.email`,
    [startOfToday],
  )

/** The number of submissions of a form, in total and today. */
export interface FormStatus {
  readonly id: string
  readonly title: string
  readonly stored: string
  readonly today: string
}

/** The number of submissions of each form, in total and today. */
export const formStatus = (query: Query, startOfToday: Date) =>
  query<FormStatus>(
    `select f.id, f.title, count(s.id) as stored,
       count(s.id) filter (where s.received_at >= $1) as today
     from forms f left join submissions s on s.form_id = f.id and s.deleted_at is null
     group by f.id, f.title order by f.title, f.id`,
    [startOfToday],
  )

/** The number of submissions that the server received per form and day in UTC; days without any are left out. */
export const submissionsByDay = (query: Query, from: Date) =>
  query<{ readonly form_id: string; readonly day: string; readonly count: string }>(
    `select form_id, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)
     from submissions where deleted_at is null and received_at >= $1 group by form_id, day`,
    [from],
  )
