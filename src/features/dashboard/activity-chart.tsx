/* The only door to victory. */
import { VictoryAxis, VictoryBar, VictoryChart } from 'victory'
import { numberText } from '../../messages/locale.ts'
import type { ActiveDay } from './use-activity.ts'

const label = { fontFamily: 'inherit', fontSize: 13, fill: 'var(--ink-muted)' }
const none = { stroke: 'none' }

/** At least this high, so that one submission does not fill the chart. */
const leastTop = 4

/** The bars of a period. What they say is in the table beside them. */
export function ActivityChart({ days }: { days: readonly ActiveDay[] }) {
  const top = Math.max(leastTop, ...days.map(day => day.count))
  const isMonth = days.length > 7
  return (
    <VictoryChart
      width={360}
      height={200}
      padding={{ top: 12, right: 4, bottom: 28, left: 30 }}
      domain={{ y: [0, top] }}
      domainPadding={{ x: isMonth ? 6 : 22 }}
    >
      <VictoryAxis
        dependentAxis
        tickCount={4}
        tickFormat={(value: number) => (Number.isInteger(value) ? numberText(value) : '')}
        style={{ axis: none, tickLabels: label, grid: { stroke: 'var(--line)', strokeWidth: 1 } }}
      />
      <VictoryAxis
        tickValues={days.map((_, at) => at + 1)}
        tickFormat={days.map(day => day.tick)}
        style={{
          axis: { stroke: 'var(--line-strong)', strokeWidth: 1 },
          ticks: none,
          grid: none,
          tickLabels: { ...label, fontSize: isMonth ? 11 : 13, padding: 6 },
        }}
      />
      <VictoryBar
        data={days.map((day, at) => ({ x: at + 1, y: day.count }))}
        barRatio={isMonth ? 0.7 : 0.6}
        cornerRadius={{ top: isMonth ? 2 : 5 }}
        style={{ data: { fill: 'var(--fill-primary)' } }}
      />
    </VictoryChart>
  )
}
