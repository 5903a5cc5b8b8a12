import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { appRunning, endSplash, splashShown } from '../../src/app/installed/splash.ts'
import { createFakeClock } from '../env.ts'
import { createKeyValue, settled } from './installed-env.ts'

/** The splash: when it is shown, how long it stays, and what is remembered of it (9.11, 3.15, 4.25). */

const script = readFileSync(new URL('../../public/start.js', import.meta.url), 'utf8')

/** Runs the script that the page runs before its first paint. Returns whether the splash was shown. */
const comesUp = (
  marks: readonly string[],
  { standalone = false, arrival = 'navigate' }: { standalone?: boolean; arrival?: string } = {},
): boolean => {
  const dataset: { splash?: string } = {}
  runInNewContext(script, {
    Date,
    document: { documentElement: { dataset } },
    matchMedia: () => ({ matches: standalone }),
    navigator: { language: 'en-GB' },
    localStorage: createStorage([]),
    performance: { getEntriesByType: () => [{ type: arrival }] },
    sessionStorage: createStorage(marks),
  })
  return dataset.splash !== undefined
}
const createStorage = (marks: readonly string[]) => ({
  getItem: (key: string) => (marks.includes(key) ? 'true' : null),
})

test('it is shown at the first load of a session, and not again', () => {
  expect(comesUp([])).toBe(true)
  expect(comesUp([splashShown])).toBe(false)
})

test('it is shown at every launch of the installed app, but not after a reload', () => {
  expect(comesUp([splashShown], { standalone: true })).toBe(true)
  expect(comesUp([splashShown, appRunning], { standalone: true })).toBe(false)
  // A logout keeps only this mark and reloads.
  expect(comesUp([splashShown], { standalone: true, arrival: 'reload' })).toBe(false)
})

const setUp = (upForMs: number | null, standalone = false) => {
  const clock = createFakeClock()
  const tab = createKeyValue()
  const log: string[] = []
  const gone = endSplash({
    clock,
    tab,
    install: { isStandalone: () => standalone } as never,
    splash: {
      shownAt: () => (upForMs === null ? null : clock.now() - upForMs),
      fade: () => void log.push('fade'),
      remove: () => void log.push('remove'),
    },
  })
  let isGone = false
  void gone.then(() => {
    isGone = true
  })
  return { clock, tab, log, isGone: () => isGone }
}

test('it stays 2.5 s after it was shown, fades for 0.5 s, and is then marked as shown', async () => {
  const { clock, tab, log, isGone } = setUp(900)
  clock.advance(1599)
  expect(log).toEqual([])
  clock.advance(1)
  expect(log).toEqual(['fade'])
  expect(tab.get(splashShown)).toBeNull()
  clock.advance(499)
  expect(log).toEqual(['fade'])
  clock.advance(1)
  expect(log).toEqual(['fade', 'remove'])
  expect(tab.get(splashShown)).toBe('true')
  await settled()
  expect(isGone()).toBe(true)
})

test('it does not slow down a slow start, and a clock that jumps does not keep it up', () => {
  const slow = setUp(60_000)
  slow.clock.advance(0)
  expect(slow.log).toEqual(['fade'])
  const jumped = setUp(-3_600_000)
  jumped.clock.advance(2500)
  expect(jumped.log).toEqual(['fade'])
})

test('without a splash there is no wait; a running app is marked in both cases', async () => {
  const { isGone, tab, log } = setUp(null, true)
  await settled()
  expect(isGone()).toBe(true)
  expect(log).toEqual([])
  expect(tab.keys()).toEqual([appRunning])
})
