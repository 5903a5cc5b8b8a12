// @vitest-environment happy-dom
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, NEVER } from 'rxjs'
import { Provider } from 'rxdb-hooks'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { CasesEntry } from '../../../src/cases/cases-entry.tsx'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { CasesScreen } from '../../../src/features/cases/cases.tsx'
import { CaseScreen } from '../../../src/features/cases/detail/case.tsx'
import { HistoryRouter } from '../../../src/lib/navigation/history-router.tsx'
import { createHistory } from '../../../src/lib/navigation/history.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { startOfTests } from '../../env.ts'
import { createFillDevice, type FillDevice } from '../fill/fixtures.ts'
import { operation, storeCase, storeForms, storeRegistered } from './case-fixtures.ts'

/** The screens of cases, on a real database. */

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

let device: FillDevice
let isOnline: boolean
let position: 'found' | 'denied'

beforeEach(async () => {
  device = await createFillDevice()
  isOnline = true
  position = 'found'
})
afterEach(async () => {
  cleanup()
  await device.db.close()
})

const show = (pathname: string) => {
  const { db, env } = device
  const address = {
    read: () => ({ pathname, search: '', hash: '', state: null, key: pathname }),
    replace: () => {},
    depth: () => 0,
    push: () => {},
    go: () => {},
    moved$: NEVER,
  }
  const online$ = new BehaviorSubject(isOnline)
  const whole = {
    ...env,
    // Soon, because the device's clock stands still.
    clock: {
      now: env.clock.now,
      after: (_: number, run: () => void) => {
        const timer = setTimeout(run, 10)
        return () => clearTimeout(timer)
      },
    },
    network: { isOnline: () => isOnline, online$ },
    locate: () =>
      Promise.resolve(
        position === 'found'
          ? { ok: true, value: { latitude: 22.5, longitude: 72.9, accuracy: 10 } }
          : { ok: false, failure: 'denied' },
      ),
  }
  return render(
    <AppContext value={{ env: whole } as unknown as App}>
      <Provider db={db}>
        <WorkspaceContext value={{ db } as unknown as Workspace}>
          <HistoryRouter history={createHistory(address)}>
            <Routes>
              <Route path="/dashboard" element={<CasesEntry />} />
              <Route path="/cases" element={<CasesScreen />} />
              <Route path="/cases/:id" element={<CaseScreen />} />
            </Routes>
          </HistoryRouter>
        </WorkspaceContext>
      </Provider>
    </AppContext>,
  )
}

const names = () =>
  screen
    .getAllByRole('listitem')
    .map(row => row.querySelector('a')?.getAttribute('href')?.replace('/cases/', ''))

test('the home screens lead to the cases once there are some, and say what is overdue', async () => {
  show('/dashboard')
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(screen.queryByRole('link')).toBeNull()
  const day = (shift: number) =>
    new Date(startOfTests + shift * 86_400_000).toISOString().slice(0, 10)
  await storeRegistered(device.db, 'a', { name: 'Asha', due: day(-1) })
  await storeRegistered(device.db, 'b', { name: 'Bina', due: day(0) })
  const link = await screen.findByRole('link', { name: /Cases/ })
  expect(link.getAttribute('href')).toBe('/cases')
  expect(await screen.findByText('2 cases')).toBeTruthy()
  expect(await screen.findByText('1 visit is overdue')).toBeTruthy()
})

test('a list shows each case with what is telling, its day and what waits; a search narrows it', async () => {
  const { db } = device
  await storeForms(db)
  await storeRegistered(db, 'a', {
    name: 'Asha',
    village: 'anand_1',
    children: '3',
    due: '2026-11-30',
  })
  await storeRegistered(db, 'b', { name: 'Bina', village: 'bhuj_2', due: '2026-11-02' })
  const user = userEvent.setup()
  show('/cases')
  const second = await screen.findByRole('link', { name: /Asha/ })
  expect(names()).toEqual(['b', 'a'])
  expect(within(second).getByText('Anand')).toBeTruthy()
  expect(within(second).getByText('Visit by Nov 30, 2026')).toBeTruthy()
  expect(screen.getByText('Overdue since Nov 2, 2026')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Cases' })).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Search cases' }), 'ana')
  expect(await screen.findByText('1 case found')).toBeTruthy()
  expect(names()).toEqual(['a'])
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(await screen.findByText('Nothing Found')).toBeTruthy()
  await user.clear(screen.getByRole('searchbox'))
  await user.click(screen.getByRole('radio', { name: 'Name' }))
  expect(names()).toEqual(['a', 'b'])
})

test('a case that another tab or the server changes moves in the shown list', async () => {
  const { db } = device
  await storeRegistered(db, 'a', { name: 'Asha', due: '2026-11-30' })
  show('/cases')
  await screen.findByRole('link', { name: /Asha/ })
  await storeRegistered(db, 'b', { name: 'Bina', due: '2026-11-02' })
  await screen.findByRole('link', { name: /Bina/ })
  expect(names()).toEqual(['b', 'a'])
  await storeCase(db, 'a', [operation('v', {}, { act: 'update' })])
  await screen.findByText('Overdue since Nov 2, 2026')
  await expect.poll(names).toEqual(['b'])
})

test('the nearest cases come first, and without a position the list says so', async () => {
  const { db } = device
  await storeRegistered(db, 'far', { name: 'Asha', geometry: '22.9 72.9' })
  await storeRegistered(db, 'near', { name: 'Bina', geometry: '22.51 72.9' })
  const user = userEvent.setup()
  show('/cases')
  await user.click(await screen.findByRole('radio', { name: 'Nearest' }))
  expect(await screen.findByText('1.1 km')).toBeTruthy()
  expect(names()).toEqual(['near', 'far'])
})

test('where the position is refused, the list is in the order of names', async () => {
  position = 'denied'
  await storeRegistered(device.db, 'b', { name: 'Bina', geometry: '22.51 72.9' })
  await storeRegistered(device.db, 'a', { name: 'Asha' })
  const user = userEvent.setup()
  show('/cases')
  await user.click(await screen.findByRole('radio', { name: 'Nearest' }))
  expect(await screen.findByText(/ordered by their names/)).toBeTruthy()
  expect(names()).toEqual(['a', 'b'])
})

test('one list is shown at a time', async () => {
  const { db } = device
  await storeRegistered(db, 'a', { name: 'Asha' })
  await storeRegistered(db, 'b', { name: 'Bina' })
  await storeRegistered(db, 'w', { name: 'The well' }, 'water_points')
  const user = userEvent.setup()
  show('/cases')
  await screen.findByRole('link', { name: /Bina/ })
  expect(screen.getByRole('button', { name: 'Households' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await user.click(screen.getByRole('button', { name: 'Water points' }))
  await screen.findByRole('link', { name: /The well/ })
  expect(names()).toEqual(['w'])
})

test('without cases the list says how they come, also offline', async () => {
  await storeForms(device.db)
  show('/cases')
  expect(await screen.findByText(/when you register one/)).toBeTruthy()
  cleanup()
  isOnline = false
  show('/cases')
  expect(await screen.findByText(/with the next sync/)).toBeTruthy()
})

test('a long list shows its first page, and not all at once', async () => {
  for (let at = 0; at < 60; at += 1) {
    await storeRegistered(device.db, `c${at}`, { name: `Case ${String(at).padStart(2, '0')}` })
  }
  show('/cases')
  await screen.findByRole('link', { name: /Case 00/ })
  expect(names()).toHaveLength(50)
})

const registered = operation('r', { name: 'Rahul', village: 'anand_1', children: '2' })
const seen = { version: 1, heads: ['r|who'] }
const one = operation(
  'v1',
  { children: '3' },
  { act: 'update', seen, label: '', at: '2026-11-10T08:00:00.000Z', form_id: 'visit' },
)
const other = operation(
  'v2',
  { children: '4' },
  {
    act: 'update',
    seen,
    label: '',
    at: '2026-11-11T08:00:00.000Z',
    by: 'Luis Ortega',
    form_id: '',
  },
)

test('one case: what is known in the words of its form, what is contested, and its history', async () => {
  const { db } = device
  await storeForms(db)
  await storeCase(db, 'a', [registered, one, other])
  show('/cases/a')
  expect(await screen.findByRole('heading', { level: 1, name: 'Rahul' })).toBeTruthy()
  const heading = await screen.findByRole('heading', { name: 'What Is Known' })
  const known = heading.closest('div')?.parentElement
  const terms = [...(known?.querySelectorAll('dt') ?? [])].map(it => it.textContent)
  expect(terms).toEqual(['Name of the head', 'Village', 'Children'])
  const texts = [...(known?.querySelectorAll('dd') ?? [])].map(it => it.textContent)
  expect(texts).toEqual(['Rahul', 'Anand', '4'])
  const contested = screen.getByRole('status')
  expect(within(contested).getByText('Different Answers')).toBeTruthy()
  expect(within(contested).getByText('Amina Diallo, Nov 10, 2026, 8:00 AM')).toBeTruthy()
  expect(within(contested).getByText('Luis Ortega, Nov 11, 2026, 8:00 AM')).toBeTruthy()
  const history = () => screen.getAllByRole('heading', { level: 3 }).map(it => it.textContent)
  await expect
    .poll(history)
    .toEqual(['Entered by the office', 'Visited · Follow-up', 'Registered · Registration'])
  const begin = screen.getByRole('link', { name: 'Begin: Follow-up' })
  expect(begin.getAttribute('href')).toBe('/projects/survey/visit?case=a')
  expect(screen.queryByRole('link', { name: 'Begin: Registration' })).toBeNull()
})

test('the labels of a case are in the language that the surveyor reads its form in', async () => {
  const { db } = device
  await storeForms(db)
  await writeSetting(db, 'formLanguages', { register: 'fr' })
  await storeCase(db, 'a', [registered])
  show('/cases/a')
  expect((await screen.findAllByText('Nom du chef')).length).toBeGreaterThan(0)
})

test('a case without a registration stays readable, says so, and cannot be visited', async () => {
  const { db } = device
  await storeForms(db)
  await storeCase(db, 'a', [one])
  show('/cases/a')
  expect(await screen.findByText(/Its registration was deleted/)).toBeTruthy()
  expect(screen.getByText('Visited', { exact: false, selector: 'h3 *' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Begin: Follow-up' })).toBeNull()
})

test('a case that is not here says why', async () => {
  show('/cases/nowhere')
  expect(await screen.findByText('Case Not Found')).toBeTruthy()
})
