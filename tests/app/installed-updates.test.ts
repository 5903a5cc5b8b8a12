import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { updateComplete, updateStarted } from '../../src/lib/worker/messages.ts'
import { createUpdates, type Busy } from '../../src/pwa/updates.ts'
import { createFakeClock } from '../env.ts'
import { createWorker, settled } from './installed-env.ts'

/** Updating to the next version without interrupting open work (4.31, 9.13). */

const setUp = (online = true) => {
  const clock = createFakeClock()
  const worker = createWorker()
  const visible$ = new Subject<boolean>()
  const workerMessages$ = new Subject<unknown>()
  const { log } = worker
  const state = { busy: null as Busy | null, online }
  const updates = createUpdates({
    env: {
      clock,
      network: { isOnline: () => state.online, online$: new Subject(), connection: () => ({}) },
      visible$,
      worker,
      workerMessages$,
      page: { reload: () => void log.push('reload') },
    },
    busyWith: () => Promise.resolve(state.busy),
  })
  const stop = updates.start()
  const kind = () => updates.current().kind
  /** Advances the clock second by second. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000)
      await settled()
    }
  }
  const press = async () => {
    updates.updateNow()
    await settled()
  }
  return { clock, worker, visible$, workerMessages$, log, state, updates, stop, kind, pass, press }
}

test('the app checks for a new version every 60 s while the page is visible and there is a network', async () => {
  const { log, pass, visible$, state, stop } = setUp()
  await pass(59)
  expect(log).toEqual([])
  await pass(61)
  expect(log).toEqual(['look', 'look'])
  visible$.next(false)
  await pass(120)
  state.online = false
  visible$.next(true)
  await pass(60)
  expect(log).toHaveLength(2)
  state.online = true
  visible$.next(true)
  expect(log).toHaveLength(3)
  stop()
  await pass(600)
  expect(log).toHaveLength(3)
})

test('Update Now activates the waiting worker, and reloads once when it has taken over', async () => {
  const { worker, workerMessages$, log, kind, press, pass } = setUp()
  expect(kind()).toBe('none')
  worker.wait()
  expect(kind()).toBe('offered')
  await press()
  expect(kind()).toBe('updating')
  workerMessages$.next(updateStarted)
  await pass(6)
  expect(log).toEqual(['tell SKIP_WAITING'])
  workerMessages$.next(updateComplete)
  worker.takenOver$.next()
  await pass(20)
  expect(log).toEqual(['tell SKIP_WAITING', 'reload'])
})

test('a worker that does not answer within 5 s is asked again, and after 10 s the page reloads anyway', async () => {
  const { worker, log, press, pass } = setUp()
  worker.wait()
  await press()
  await pass(4)
  expect(log).toEqual(['tell SKIP_WAITING'])
  await pass(1)
  expect(log).toEqual(['tell SKIP_WAITING', 'tell SKIP_WAITING'])
  await pass(4)
  expect(log).not.toContain('reload')
  await pass(1)
  expect(log.at(-1)).toBe('reload')
})

test.each(['form', 'sync', 'tab'] as const)(
  'while it would interrupt (%s) Update Now waits and says why, and continues afterwards',
  async by => {
    const { worker, log, state, updates, press, pass } = setUp()
    worker.wait()
    state.busy = by
    await press()
    expect(updates.current()).toEqual({ kind: 'held', by })
    await pass(30)
    expect(log).toEqual([])
    state.busy = null
    await pass(1)
    // The message about the last save is still shown.
    expect(log).toEqual([])
    await pass(1)
    expect(log).toEqual(['tell SKIP_WAITING'])
  },
)

test('an interruption that starts again meanwhile is waited for again', async () => {
  const { worker, log, state, press, pass } = setUp()
  worker.wait()
  state.busy = 'form'
  await press()
  state.busy = null
  await pass(1)
  state.busy = 'form'
  await pass(10)
  expect(log).toEqual([])
})

test('Later hides the card, also while it waits, until another version comes', async () => {
  const { worker, log, state, updates, kind, press, pass } = setUp()
  worker.wait()
  updates.later()
  expect(kind()).toBe('none')
  await press()
  expect(log).toEqual([])
  worker.wait()
  expect(kind()).toBe('offered')
  state.busy = 'form'
  await press()
  updates.later()
  state.busy = null
  await pass(60)
  expect(log.filter(line => line !== 'look')).toEqual([])
})

test('Later counts also while the app looks whether work is going on', async () => {
  const { worker, log, updates, kind } = setUp()
  worker.wait()
  updates.updateNow()
  updates.later()
  await settled()
  expect([kind(), log]).toEqual(['none', []])
})

test('a tab that another one has updated is not reloaded; it shows a message, and reloads on request', async () => {
  const { worker, log, state, kind, press, pass } = setUp()
  worker.takenOver$.next()
  expect(kind()).toBe('outdated')
  state.busy = 'form'
  await press()
  expect(kind()).toBe('held')
  await pass(10)
  expect(log).toEqual([])
  state.busy = null
  await pass(2)
  expect(log).toEqual(['reload'])
})

test('a tab that waits for its own form and is overtaken keeps waiting', async () => {
  const { worker, log, state, kind, press, pass } = setUp()
  worker.wait()
  state.busy = 'form'
  await press()
  worker.takenOver$.next()
  expect(kind()).toBe('held')
  state.busy = null
  await pass(2)
  expect(log).toEqual(['reload'])
})
