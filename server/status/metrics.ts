import type { MailCounts } from '../env/mail.ts'
import { bucketSeconds, type CallTimes } from './call-times.ts'
import type { Health } from './health.ts'
import type { Status } from './read-status.ts'

type Labels = Readonly<Record<string, string>>

/** A value, with the end of its name if that is not the metric's own. */
type Sample = readonly [labels: Labels, value: number | string, end?: '_bucket' | '_sum' | '_count']

interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly values: readonly Sample[]
}

/** What one process counts. */
export interface ProcessCounts {
  /** How many requests it answered, by status. */
  readonly answers: ReadonlyMap<number, number>
  readonly times: CallTimes
  /** How many requests wait, by queue. */
  readonly waiting: Readonly<Record<string, number>>
  readonly mail: MailCounts
}

const textOf = ({ name, help, type, values }: Metric): string => {
  const lines = values.map(([labels, value, end = '']) => {
    const shown = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`)
    return `transect_${name}${end}${shown.length === 0 ? '' : `{${shown.join(',')}}`} ${value}`
  })
  return [`# HELP transect_${name} ${help}`, `# TYPE transect_${name} ${type}`, ...lines, ''].join(
    '\n',
  )
}

const metricOf =
  (type: 'gauge' | 'counter') =>
  (name: string, help: string, values: Metric['values']): Metric => ({ name, help, type, values })
const gauge = metricOf('gauge')
const counter = metricOf('counter')

const ofStatus = ({ surveyors, forms, waiting }: Status): readonly Metric[] => [
  gauge('surveyors', 'Surveyors.', [[{}, surveyors.length]]),
  gauge('surveyors_silent', 'Active surveyors without contact for two days.', [
    [{}, surveyors.filter(row => row.is_silent).length],
  ]),
  gauge('submissions_waiting', 'Submissions that devices reported as unsent.', [[{}, waiting]]),
  gauge(
    'submissions_stored',
    'Submissions that the server has.',
    forms.map(form => [{ form: form.id }, form.stored]),
  ),
  gauge(
    'submissions_today',
    'Submissions received today, in UTC.',
    forms.map(form => [{ form: form.id }, form.today]),
  ),
]

const ofStored = ({ freed, unfinished, backedUpAt }: NonNullable<Health['stored']>) => [
  gauge('files_to_delete', 'Files that no row names, which wait to be deleted.', [[{}, freed]]),
  gauge('uploads_unfinished', 'Files in pieces of which more is to come.', [[{}, unfinished]]),
  gauge('last_backup_timestamp_seconds', 'When the last good backup was made; 0 for never.', [
    [{}, (backedUpAt?.getTime() ?? 0) / 1000],
  ]),
]

const ofHealth = ({ hasFileStore, freeBytes }: Health, hasDatabase: boolean) => [
  gauge('database_up', 'Whether the database answers.', [[{}, hasDatabase ? 1 : 0]]),
  gauge('file_store_up', 'Whether the store of files answers.', [[{}, hasFileStore ? 1 : 0]]),
  gauge(
    'data_disk_free_bytes',
    'Free on the disk of the data directory.',
    freeBytes === null ? [] : [[{}, freeBytes]],
  ),
]

const ofProcess = ({ answers, times, waiting, mail }: ProcessCounts): readonly Metric[] => [
  counter(
    'answers_total',
    'Requests that this process answered.',
    [...answers].map(([status, count]) => [{ status: String(status) }, count]),
  ),
  {
    name: 'request_duration_seconds',
    help: 'How long this process took for a call, without the sending of the answer.',
    type: 'histogram',
    values: times
      .all()
      .flatMap(([call, { counts, total, sumSeconds }]) => [
        ...bucketSeconds.map((most, index): Sample => [
          { call, le: String(most) },
          counts[index] ?? 0,
          '_bucket',
        ]),
        [{ call, le: '+Inf' }, total, '_bucket'],
        [{ call }, sumSeconds, '_sum'],
        [{ call }, total, '_count'],
      ]),
  },
  gauge(
    'requests_waiting',
    'Requests that wait for their turn in this process.',
    Object.entries(waiting).map(([queue, count]) => [{ queue }, count]),
  ),
  gauge('emails_sending', 'E-mails on their way to the mail server.', [[{}, mail.sending]]),
  counter('emails_failed_total', 'E-mails that the mail server did not take.', [[{}, mail.failed]]),
]

/**
 * The metrics in Prometheus' text format: of the work, of what the server depends on, and of this process. Without a
 * status, because the database does not answer, its metrics are left out.
 */
export const metricsOf = (
  status: Status | null,
  health: Health,
  counts: ProcessCounts | null = null,
): string =>
  [
    ...(status === null ? [] : ofStatus(status)),
    ...(health.stored === null ? [] : ofStored(health.stored)),
    ...ofHealth(health, status !== null && health.stored !== null),
    ...(counts === null ? [] : ofProcess(counts)),
  ]
    .map(textOf)
    .join('')
