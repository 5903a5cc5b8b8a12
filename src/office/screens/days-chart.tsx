/* A door to victory, besides the dashboard's. */
import { VictoryAxis, VictoryBar, VictoryContainer } from 'victory'
import { numberText } from '../../messages/locale.ts'
import { useOffice } from '../office-context.tsx'
import { dayText } from '../parts/shown.ts'

const label = { fontFamily: 'inherit', fontSize: 12, fill: 'var(--ink-muted)' }
const [width, height] = [600, 160]

/** A bar for each day, in reading direction. A hidden table says the same. */
export function DaysChart({
  days,
  counts,
}: {
  days: readonly string[]
  counts: readonly number[]
}) {
  const { words, language } = useOffice()
  const isFromRight = language === 'ar'
  const shown = days.map((day, at) => ({ day, count: counts[at] ?? 0 }))
  if (isFromRight) shown.reverse()
  const top = Math.max(4, ...counts)
  const frame = {
    width,
    height,
    padding: { top: 20, bottom: 28, left: 8, right: 8 },
    domain: { x: [0.5, shown.length + 0.5] as [number, number], y: [0, top] as [number, number] },
    standalone: false,
  }
  return (
    <>
      <div aria-hidden>
        <VictoryContainer width={width} height={height}>
          <VictoryBar
            {...frame}
            data={shown.map(({ count }, at) => ({ x: at + 1, y: count, label: numberText(count) }))}
            barRatio={0.6}
            style={{ data: { fill: 'var(--fill-primary)' }, labels: label }}
          />
          <VictoryAxis
            {...frame}
            tickValues={shown.map((_, at) => at + 1)}
            tickFormat={shown.map(({ day }) => dayText(day))}
            style={{
              axis: { stroke: 'var(--line-strong)', strokeWidth: 1 },
              ticks: { stroke: 'none' },
              grid: { stroke: 'none' },
              tickLabels: label,
            }}
          />
        </VictoryContainer>
      </div>
      <table className="visually-hidden">
        <caption>{words.today.chart}</caption>
        <tbody>
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              <td>{numberText(counts[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
