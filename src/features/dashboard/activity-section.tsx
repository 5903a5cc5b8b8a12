import { useEffect, useId, useState, type ComponentType } from 'react'
import { useApp } from '../../context.tsx'
import { activity as words, dashboard } from '../../messages/start/dashboard.ts'
import { numberText } from '../../messages/locale.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { useRefreshOnOpen } from '../../hooks/use-refresh-on-open.ts'
import { Card } from '../../ui/cards/card.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { ChartIcon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { Tabs } from '../../ui/choices/tabs.tsx'
import type { Period } from './activity.ts'
import styles from './activity-section.module.css'
import { useActivity, type ActiveDay } from './use-activity.ts'

const loadChart = async () => (await import('./activity-chart.tsx')).ActivityChart

const options = (): readonly { value: Period; label: string }[] => [
  { value: 'this-week', label: words.thisWeek },
  { value: 'last-week', label: words.lastWeek },
  { value: 'this-month', label: words.thisMonth },
  { value: 'last-month', label: words.lastMonth },
]

/** How many submissions were made on each day (2.dashboard.2): a chart, and a table for screen readers. */
export function ActivitySection() {
  const { isFirstLoad, isMissing } = useRefreshOnOpen('submissions')
  const [period, setPeriod] = useState<Period>('this-week')
  const days = useActivity(period)
  const total = days?.reduce((sum, day) => sum + day.count, 0)
  const periods = options()
  const label = periods.find(({ value }) => value === period)?.label ?? ''
  const headingId = useId()
  // The recent submissions below say that nothing has arrived; a chart would say that there were none.
  if (total === 0 && isMissing) return null
  return (
    <Stack>
      <SectionHeading id={headingId}>{words.title}</SectionHeading>
      <Card aria-labelledby={headingId}>
        <Stack>
          <Tabs
            label={words.period}
            options={periods}
            value={period}
            onChange={value => setPeriod(periods.find(it => it.value === value)?.value ?? period)}
          />
          {total === undefined || (total === 0 && isFirstLoad) ? (
            <Skeleton shape="lines" count={4} />
          ) : total === 0 ? (
            <EmptyState
              icon={<ChartIcon />}
              title={dashboard.noActivity}
              message={dashboard.noActivityMessage}
            />
          ) : (
            <figure className={styles.figure}>
              <Chart days={days} />
              <figcaption className="visually-hidden">{words.summary(total, label)}</figcaption>
              <ActivityTable days={days ?? []} />
            </figure>
          )}
        </Stack>
      </Card>
    </Stack>
  )
}

/**
 * Loads the chart's code after the rest of the screen. Without it, because the network went, the screen lacks only the
 * chart, until there is a network again.
 */
function Chart({ days }: { days: readonly ActiveDay[] | null }) {
  const { env } = useApp()
  const isOnline = useOnline(env.network)
  const [ActivityChart, setChart] = useState<ComponentType<{ days: readonly ActiveDay[] }> | null>(
    null,
  )
  useEffect(
    () =>
      env.clock.after(0, () => {
        loadChart().then(
          loaded => setChart(() => loaded),
          () => undefined,
        )
      }),
    [env, isOnline],
  )
  return (
    <div className={styles.chart} aria-hidden>
      {ActivityChart !== null && days !== null && <ActivityChart days={days} />}
    </div>
  )
}

function ActivityTable({ days }: { days: readonly ActiveDay[] }) {
  return (
    // A table ignores a width smaller than its content, so the element around it is hidden.
    <div className="visually-hidden">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.submissions}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(day => (
            <tr key={day.fromMs}>
              <th scope="row">{day.name}</th>
              <td>{numberText(day.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
