import type { Status } from './read-status.ts'

interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly values: readonly (readonly [
    labels: Readonly<Record<string, string>>,
    value: number | string,
  ])[]
}

const textOf = ({ name, help, type, values }: Metric): string => {
  const lines = values.map(([labels, value]) => {
    const shown = Object.entries(labels).map(([key, text]) => `${key}=${JSON.stringify(text)}`)
    return `transect_${name}${shown.length === 0 ? '' : `{${shown.join(',')}}`} ${value}`
  })
  return [`# HELP transect_${name} ${help}`, `# TYPE transect_${name} ${type}`, ...lines, ''].join(
    '\n',
  )
}

const gauge = (name: string, help: string, values: Metric['values']): Metric => ({
  name,
  help,
  type: 'gauge',
  values,
})

/** The status in Prometheus' text format. `answers`: how many requests this process answered, by status. */
export const metricsOf = (
  { surveyors, forms, waiting }: Status,
  answers: ReadonlyMap<number, number> = new Map(),
): string =>
  [
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
    {
      name: 'answers_total',
      help: 'Requests that this process answered.',
      type: 'counter' as const,
      values: [...answers].map(([status, count]) => [{ status: String(status) }, count] as const),
    },
  ]
    .map(textOf)
    .join('')
