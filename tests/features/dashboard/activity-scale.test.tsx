// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AppContext, type App } from '../../../src/context.tsx'
import { ActivityChart } from '../../../src/features/dashboard/activity-chart.tsx'

afterEach(cleanup)

/** At least as wide as a digit of the chart's font. */
const digitWidth = 8

const renderChart = (count: number, language: string) =>
  render(
    <AppContext value={{ languageChoice: { current: () => language } } as unknown as App}>
      <ActivityChart days={[{ fromMs: 0, toMs: 1, name: 'Monday', tick: 'Mon', count }]} />
    </AppContext>,
  )

const placeOf = (text: string) => Number(screen.getByText(text).getAttribute('x'))

it.each([
  [291, '200'],
  [4300, '4,000'],
  [123_000, '100,000'],
])('the scale of %d interviews a day has room for its numbers', (count, longest) => {
  renderChart(count, 'en')
  expect(placeOf(longest)).toBeGreaterThan(longest.length * digitWidth)
  cleanup()
  renderChart(count, 'ar')
  expect(360 - placeOf(longest)).toBeGreaterThan(longest.length * digitWidth)
})
