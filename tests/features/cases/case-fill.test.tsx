// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { NEVER, of } from 'rxjs'
import { Provider } from 'rxdb-hooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { ChosenCase } from '../../../src/features/fill/cases/chosen-case.tsx'
import { FillContext, type FillParts } from '../../../src/features/fill/fill-context.tsx'
import { caseHints } from '../../../src/features/fill/hints/case-hints.ts'
import { createHintLook } from '../../../src/features/fill/hints/hint-look.ts'
import { Hints } from '../../../src/features/fill/hints/hints.tsx'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { HistoryRouter } from '../../../src/lib/navigation/history-router.tsx'
import { createHistory } from '../../../src/lib/navigation/history.ts'
import { createKeyedStore } from '../../../src/lib/keyed-store.ts'
import type { PlaceFinder } from '../../../src/location/place-finder.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { compile, fieldOf } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview, type FillDevice } from '../fill/fixtures.ts'
import { operation, registration, storeCase, storeRegistered, visit } from './case-fixtures.ts'

/** What the fill screen says of cases: a likely second registration, and a chosen case that is not there any more. */

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

let device: FillDevice
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
})
afterEach(async () => {
  cleanup()
  await interview.close()
  await device.db.close()
})

const address = {
  read: () => ({ pathname: '/', search: '', hash: '', state: null, key: 'first' }),
  replace: () => {},
  depth: () => 0,
  push: () => {},
  go: () => {},
  moved$: NEVER,
}

// Soon, because the device's clock stands still.
const soon = {
  now: () => device.clock.now(),
  after: (_: number, run: () => void) => {
    const timer = setTimeout(run, 10)
    return () => clearTimeout(timer)
  },
}

const show = (children: React.ReactNode) => {
  const { db, env } = device
  const finder = { place: () => ({ kind: 'unknown' }), place$: of({ kind: 'unknown' }) }
  const held = createKeyedStore(false)
  const look = createHintLook({
    db,
    clock: soon,
    interview,
    finder: finder as unknown as PlaceFinder,
    held,
  })
  const parts = { interview, finder, held, look } as unknown as FillParts
  render(
    <AppContext value={{ env } as unknown as App}>
      <Provider db={db}>
        <WorkspaceContext value={{ db } as unknown as Workspace}>
          <HistoryRouter history={createHistory(address)}>
            <FillContext value={parts}>{children}</FillContext>
          </HistoryRouter>
        </WorkspaceContext>
      </Provider>
    </AppContext>,
  )
  return look
}

const type = (id: string, value: string) => interview.edit(fieldOf(interview.form, id), value)

test('a registration of someone who is known says so before Submit, and leads to that case', async () => {
  await storeRegistered(device.db, 'a', { name: 'Rahul Desai', village: 'anand_1', children: '2' })
  interview = newInterview(device, compile(registration))
  type('q_name', 'Rahul Dessai')
  type('q_village', 'anand_1')
  const look = show(<Hints onGoTo={() => {}} />)
  const link = await screen.findByRole('link', {
    name: 'This may be registered already: Rahul Desai.',
  })
  expect(link.getAttribute('href')).toBe('/cases/a')
  await interview.writer.flush()
  expect(await look.shown()).toEqual([{ kind: 'case', field_id: 'who', occurrence: 0, reason: '' }])
  type('q_village', 'bhuj_2')
  await interview.writer.flush()
  await expect.poll(() => screen.queryByRole('link')).toBeNull()
})

test('a visit is no registration, also of a case with the name of another one', async () => {
  await storeRegistered(device.db, 'a', { name: 'Rahul Desai' })
  await storeRegistered(device.db, 'b', { name: 'Rahul Desai' })
  const named = { logic: JSON.stringify({ calculate: { cat: ['Rahul Desai'] } }) }
  const withName = visit.map(one => (one.field_id === 'who:label' ? { ...one, ...named } : one))
  interview = newInterview(device, compile(withName))
  type('q_who', 'a')
  expect(await caseHints({ db: device.db, interview })).toEqual([])
})

const chooser = () => <ChosenCase field={fieldOf(interview.form, 'q_who')} list="households" />

test('a chosen case whose registration is deleted meanwhile says so where it is chosen', async () => {
  const registered = operation('r', { name: 'Rahul' })
  const later = operation(
    'v',
    {},
    { act: 'update', label: 'Rahul', at: '2026-11-02T08:00:00.000Z' },
  )
  await storeCase(device.db, 'a', [registered, later])
  interview = newInterview(device, compile(visit))
  type('q_who', 'a')
  show(chooser())
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(screen.queryByRole('status')).toBeNull()
  await storeCase(device.db, 'a', [later])
  expect(await screen.findByText(/^Its registration was deleted: Rahul\./)).toBeTruthy()
})

test('a chosen case that this device does not have says so, unless the form brings its rows', async () => {
  interview = newInterview(device, compile(visit, new Map([['households', []]])))
  type('q_who', 'gone')
  show(chooser())
  expect(await screen.findByText(/no longer in your list/)).toBeTruthy()
  cleanup()
  await interview.close()
  interview = newInterview(
    device,
    compile(visit, new Map([['households', [{ name: 'gone', label: 'Rahul' }]]])),
  )
  type('q_who', 'gone')
  show(chooser())
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(screen.queryByRole('status')).toBeNull()
})
