import { readHealth } from '../status/health.ts'
import { metricsOf } from '../status/metrics.ts'
import { readStatus, type Status } from '../status/read-status.ts'
import { lastBackupAt } from '../store/trail.ts'
import { AdminProblem, type Command } from './command.ts'

const surveyorLine = (row: Status['surveyors'][number]): string => {
  const parts = [
    row.last_contact_at === null
      ? 'no contact yet'
      : `last contact ${row.last_contact_at.toISOString()}`,
    `${row.stored} stored, ${row.today} today`,
    row.waiting === null ? 'waiting unknown' : `${row.waiting} waiting`,
    ...(row.oldest_waiting_at === null
      ? []
      : [`oldest from ${row.oldest_waiting_at.toISOString()}`]),
    ...(row.app_version === null ? [] : [`version ${row.app_version}`]),
    ...(row.free_bytes === null ? [] : [`${Math.round(Number(row.free_bytes) / 1e6)} MB left`]),
    ...(row.is_active ? [] : ['inactive']),
    ...(row.is_silent ? ['SILENT for more than two days'] : []),
  ]
  return `${row.email}  ${parts.join(', ')}`
}

const formLine = ({ id, title, stored, today, days }: Status['forms'][number]): string =>
  `${id}  "${title}"  ${stored} stored, ${today} today, last 7 days: ${days.join(' ')}`

/** status show [--json | --metrics]: the state of every surveyor's work and every form. */
export const showStatus: Command = async ({ db, blobs, clock, dataDirectory }, given) => {
  if (given.options['json'] !== undefined && given.options['metrics'] !== undefined)
    throw new AdminProblem('Please give --json or --metrics, not both.')
  const status = await readStatus(db.query, clock())
  if (given.options['json'] !== undefined) return [JSON.stringify(status, null, 2)]
  if (given.options['metrics'] !== undefined) {
    const health = await readHealth({ db, blobs, dataDirectory: dataDirectory ?? null })
    return metricsOf(status, health).trimEnd().split('\n')
  }
  const { surveyors, forms, stored, waiting } = status
  const backedUpAt = await lastBackupAt(db.query)
  return [
    ...surveyors.map(surveyorLine),
    '',
    ...forms.map(formLine),
    `Last backup: ${backedUpAt?.toISOString() ?? 'never'}.`,
    `${stored + waiting} expected: ${stored} stored, ${waiting} waiting on devices.`,
  ]
}
