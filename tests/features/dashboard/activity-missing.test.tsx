// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { AppContext, type App } from '../../../src/context.tsx'
import { ActivitySection } from '../../../src/features/dashboard/activity-section.tsx'

afterEach(cleanup)

const now = vi.hoisted(() => ({ count: 0, isMissing: true }))

vi.mock('../../../src/features/dashboard/use-activity.ts', () => ({
  useActivity: () => [{ fromMs: 0, toMs: 1, name: 'Monday', tick: 'Mon', count: now.count }],
}))
vi.mock('../../../src/hooks/use-refresh-on-open.ts', () => ({
  useRefreshOnOpen: () => ({ isFirstLoad: false, isMissing: now.isMissing }),
}))
vi.mock('../../../src/features/dashboard/activity-chart.tsx', () => ({ ActivityChart: () => null }))

const renderSection = (count: number, isMissing: boolean) => {
  Object.assign(now, { count, isMissing })
  const network = { online$: new BehaviorSubject(true), isOnline: () => true }
  render(
    <AppContext
      value={{ env: { network, clock: { after: () => () => undefined } } } as unknown as App}
    >
      <ActivitySection />
    </AppContext>,
  )
}

it('says nothing of the days before the submissions have arrived', () => {
  renderSection(0, true)
  expect(screen.queryByText(/0 submissions/)).toBeNull()
  expect(screen.queryByText('Activity')).toBeNull()
  cleanup()
  renderSection(0, false)
  expect(screen.getByText('No Activity')).toBeTruthy()
  cleanup()
  renderSection(2, true)
  expect(screen.getByText(/2 submissions/)).toBeTruthy()
})
