import { formStatus, surveyorStatus, type SurveyorStatus } from '../store/device-reports.ts'
import type { Command } from './command.ts'

const silentMs = 2 * 24 * 60 * 60_000

const lastContactAt = ({ heard_at, last_received_at }: SurveyorStatus): Date | null =>
  [heard_at, last_received_at]
    .filter(at => at !== null)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1) ?? null

const lineOf = (row: SurveyorStatus, now: number): string => {
  const lastContact = lastContactAt(row)
  const isSilent = row.is_active && (lastContact === null || now - lastContact.getTime() > silentMs)
  const parts = [
    lastContact === null ? 'never heard' : `last heard ${lastContact.toISOString()}`,
    `${row.stored} stored, ${row.today} today`,
    row.waiting === null ? 'waiting unknown' : `${row.waiting} waiting`,
    ...(row.oldest_waiting_at === null ? [] : [`oldest of ${row.oldest_waiting_at.toISOString()}`]),
    ...(row.app_version === null ? [] : [`version ${row.app_version}`]),
    ...(row.free_bytes === null ? [] : [`${Math.round(Number(row.free_bytes) / 1e6)} MB left`]),
    ...(row.is_active ? [] : ['inactive']),
    ...(isSilent ? ['SILENT for more than two days'] : []),
  ]
  return `${row.email}  ${parts.join(', ')}`
}

/** One line in Prometheus' text format. */
const metric = (
  name: string,
  value: string | number,
  labels: Readonly<Record<string, string>> = {},
) => {
  const shown = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`)
  return `transect_${name}${shown.length === 0 ? '' : `{${shown.join(',')}}`} ${value}`
}

/** status show [--json | --metrics]: the state of every surveyor's work and every form. */
export const showStatus: Command = async ({ db, clock }, given) => {
  const now = clock()
  const startOfToday = new Date(new Date(now).setUTCHours(0, 0, 0, 0))
  const surveyors = await surveyorStatus(db.query, startOfToday)
  const forms = await formStatus(db.query, startOfToday)
  const stored = forms.reduce((total, form) => total + Number(form.stored), 0)
  const waiting = surveyors.reduce((total, row) => total + (row.waiting ?? 0), 0)
  if (given.options['json'] !== undefined) {
    return [JSON.stringify({ at: new Date(now), stored, waiting, surveyors, forms }, null, 2)]
  }
  if (given.options['metrics'] !== undefined) {
    const silent = surveyors.filter(row => lineOf(row, now).includes('SILENT')).length
    return [
      metric('surveyors', surveyors.length),
      metric('surveyors_silent', silent),
      metric('submissions_waiting', waiting),
      ...forms.flatMap(form => [
        metric('submissions_stored', form.stored, { form: form.id }),
        metric('submissions_today', form.today, { form: form.id }),
      ]),
    ]
  }
  return [
    ...surveyors.map(row => lineOf(row, now)),
    '',
    ...forms.map(form => `${form.id}  "${form.title}"  ${form.stored} stored, ${form.today} today`),
    `${stored + waiting} expected: ${stored} stored, ${waiting} waiting on devices.`,
  ]
}
