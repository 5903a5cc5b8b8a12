// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { AppContext, type App } from '../../../src/context.tsx'
import { ActivitySection } from '../../../src/features/dashboard/activity-section.tsx'

/** The chart of the dashboard, whose code is loaded on its own. */

afterEach(cleanup)

const chart = '../../../src/features/dashboard/activity-chart.tsx'

vi.mock('../../../src/features/dashboard/use-activity.ts', () => ({
  useActivity: () => [{ fromMs: 0, name: 'Monday', count: 3 }],
}))
vi.mock('../../../src/hooks/use-refresh-on-open.ts', () => ({
  useRefreshOnOpen: () => ({ isFirstLoad: false, isMissing: false }),
}))

it('is left out when its code cannot be loaded, and comes when there is a network again', async () => {
  const load = vi.fn<() => never>(() => {
    throw new Error('The network is gone.')
  })
  vi.doMock(chart, load)
  const online$ = new BehaviorSubject(false)
  const network = { online$, isOnline: () => online$.value }
  const clock = {
    after: (_: number, run: () => void) => {
      run()
      return () => undefined
    },
  }
  render(
    <AppContext value={{ env: { network, clock } } as unknown as App}>
      <ActivitySection />
    </AppContext>,
  )
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  await act(() => new Promise(resolve => setTimeout(resolve, 50)))
  screen.getByText('Monday')

  vi.doMock(chart, () => ({ ActivityChart: () => <p>The chart</p> }))
  act(() => online$.next(true))
  await screen.findByText('The chart')
})
