/* The only door to victory. */
import type { CSSProperties } from 'react'
import { VictoryAxis, VictoryBar, VictoryContainer } from 'victory'
import { useApp } from '../../context.tsx'
import { directionOf } from '../../messages/languages.ts'
import { numberText } from '../../messages/locale.ts'
import type { ActiveDay } from './use-activity.ts'

const label = { fontFamily: 'inherit', fontSize: 13, fill: 'var(--ink-muted)' }
const none = { stroke: 'none' }

/** The size of the drawing, which is scaled to the width of the page. */
const [width, height] = [360, 200]

/** Space for the scale at one side of the bars: for its longest number, whose digits are up to 9 wide. */
const scaleWidth = (top: number): number =>
  Math.max(30, 12 + 9 * numberText(Math.floor(top)).length)

/** The scale ends at this value or above it, so that one submission does not fill the chart. */
const leastTop = 4

interface TickProps {
  readonly x?: number
  readonly y?: number
  readonly text?: string
  readonly textAnchor?: 'start' | 'middle' | 'end'
  readonly verticalAnchor?: string
  readonly style?: CSSProperties
}

/** A tick's text; the axis sets its properties. The library's own would lay out the whole page to measure each text. */
const Tick = ({ x, y, text, textAnchor, verticalAnchor, style }: TickProps) => (
  <text
    x={x}
    y={y}
    textAnchor={textAnchor}
    dominantBaseline={verticalAnchor === 'middle' ? 'central' : 'text-before-edge'}
    style={style}
  >
    {text}
  </text>
)

/**
 * A bar for each day of a period, in reading direction. A hidden table says the same in words. VictoryChart is not
 * used, because it contains every other kind of chart too.
 */
export function ActivityChart({ days }: { days: readonly ActiveDay[] }) {
  const isFromRight = directionOf(useApp().languageChoice.current()) === 'rtl'
  const shown = isFromRight ? [...days].reverse() : days
  const top = Math.max(leastTop, ...days.map(day => day.count))
  const isMonth = days.length > 7
  const scale = scaleWidth(top)
  const frame = {
    width,
    height,
    padding: { top: 12, bottom: 28, left: isFromRight ? 4 : scale, right: isFromRight ? scale : 4 },
    // Half a day's width at both ends.
    domain: { x: [0.5, shown.length + 0.5] as [number, number], y: [0, top] as [number, number] },
    standalone: false,
    tickLabelComponent: <Tick />,
  }
  return (
    <VictoryContainer width={width} height={height}>
      <VictoryAxis
        {...frame}
        dependentAxis
        orientation={isFromRight ? 'right' : 'left'}
        tickCount={4}
        tickFormat={(value: number) => (Number.isInteger(value) ? numberText(value) : '')}
        style={{ axis: none, tickLabels: label, grid: { stroke: 'var(--line)', strokeWidth: 1 } }}
      />
      <VictoryAxis
        {...frame}
        tickValues={shown.map((_, at) => at + 1)}
        tickFormat={shown.map(day => day.tick)}
        style={{
          axis: { stroke: 'var(--line-strong)', strokeWidth: 1 },
          ticks: none,
          grid: none,
          tickLabels: { ...label, fontSize: isMonth ? 11 : 13, padding: 6 },
        }}
      />
      <VictoryBar
        {...frame}
        data={shown.map((day, at) => ({ x: at + 1, y: day.count }))}
        barRatio={isMonth ? 0.7 : 0.6}
        cornerRadius={{ top: isMonth ? 2 : 5 }}
        style={{ data: { fill: 'var(--fill-primary)' } }}
      />
    </VictoryContainer>
  )
}
