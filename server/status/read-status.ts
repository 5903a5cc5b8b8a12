import type { Query } from '../db/db.ts'
import {
  formStatus,
  submissionsByDay,
  surveyorStatus,
  type FormStatus,
  type SurveyorStatus,
} from '../store/device-reports.ts'

/** One day. */
export const dayMs = 24 * 60 * 60_000
const silentMs = 2 * dayMs
const shownDays = 7

/** The state of the work of all surveyors on all forms. */
export interface Status {
  readonly at: Date
  /** The submissions that the server has. */
  readonly stored: number
  /** The submissions that devices reported to have, and the server does not. */
  readonly waiting: number
  readonly surveyors: readonly (SurveyorStatus & {
    readonly last_contact_at: Date | null
    /** Active, and without contact for two days. */
    readonly is_silent: boolean
  })[]
  /** `days`: how many the server received on each of the last seven days, in UTC, oldest first. */
  readonly forms: readonly (FormStatus & {
    readonly today: number
    readonly days: readonly number[]
  })[]
}

/** When a surveyor's phone last reached the server; null when it never did. */
export const lastContactAt = ({
  heard_at,
  last_received_at,
}: Pick<SurveyorStatus, 'heard_at' | 'last_received_at'>): Date | null =>
  [heard_at, last_received_at]
    .filter(at => at !== null)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1) ?? null

/** Whether a surveyor is active, and without contact for two days. */
export const isSilent = (isActive: boolean, lastContact: Date | null, now: number): boolean =>
  isActive && (lastContact === null || now - lastContact.getTime() > silentMs)

/** Reads the status in three statements, none of which reads submissions. */
export const readStatus = async (query: Query, now: number): Promise<Status> => {
  const days = Array.from({ length: shownDays }, (_, index) =>
    new Date(now - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
  const surveyors = await surveyorStatus(query, days.at(-1) ?? '')
  const forms = await formStatus(query)
  const received = await submissionsByDay(query, days[0] ?? '')
  const countByDay = new Map(
    received.map(({ form_id, day, count }) => [`${form_id} ${day}`, count]),
  )
  const countsOf = (formId: string) => days.map(day => countByDay.get(`${formId} ${day}`) ?? 0)
  return {
    at: new Date(now),
    stored: forms.reduce((total, form) => total + form.stored, 0),
    waiting: surveyors.reduce((total, row) => total + (row.waiting ?? 0), 0),
    surveyors: surveyors.map(row => {
      const last_contact_at = lastContactAt(row)
      return { ...row, last_contact_at, is_silent: isSilent(row.is_active, last_contact_at, now) }
    }),
    forms: forms.map(form => {
      const counts = countsOf(form.id)
      return { ...form, today: counts.at(-1) ?? 0, days: counts }
    }),
  }
}
