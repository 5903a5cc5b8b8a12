import { expect, test } from 'vitest'
import { readinessOf, type Facts } from '../../src/features/ready/readiness.ts'
import { createServerClock } from '../../src/workspace/server-clock.ts'

/** The checks of 'Ready for the field'. */

const minute = 60_000
const now = Date.UTC(2026, 10, 20, 9, 30)

const ready: Facts = {
  now,
  isOnline: true,
  shell: { stored: 40, needed: 40 },
  forms: { assigned: 3, whole: 3 },
  cases: { count: 1200, isWhole: true },
  maps: { all: 0, here: 0 },
  isPersistent: true,
  isInstalled: true,
  isApple: false,
  freeBytes: 2e9,
  location: 'granted',
  camera: 'prompt',
  clockAheadMs: 90_000,
  lastSync: now - 5 * minute,
  pending: 0,
}

const line = (key: string, change: Partial<Facts>) =>
  readinessOf({ ...ready, ...change }).find(found => found.key === key)

test('a ready device has nothing to do', () => {
  const lines = readinessOf(ready)
  expect(lines.map(({ key }) => key)).toEqual([
    'shell',
    'forms',
    'cases',
    'persistent',
    'room',
    'location',
    'camera',
    'clock',
    'sync',
  ])
  expect(lines.filter(({ state, remedy }) => state !== 'good' || remedy !== null)).toEqual([])
})

test('without a network nothing says that no survey is assigned, because nothing may have been fetched', () => {
  const none = { forms: { assigned: 0, whole: 0 } }
  expect(line('forms', none)?.detail).toContain('assigned to you')
  expect(line('forms', { ...none, isOnline: false })?.detail).toBe(
    'No survey is on this device yet. Connect to the internet, then check again.',
  )
})

test('the cases on the device are counted, and without any there is no line', () => {
  expect(line('cases', {})?.detail).toBe('1,200 cases on this device.')
  expect(line('cases', { cases: null })).toBeUndefined()
})

test('each failing line says what to do, and offers an action where there is one', () => {
  const failing: readonly (readonly [string, Partial<Facts>, string | null])[] = [
    ['shell', { shell: { stored: 39, needed: 40 } }, 'reload'],
    ['shell', { shell: { stored: 0, needed: 40 }, isOnline: false }, null],
    ['forms', { forms: { assigned: 3, whole: 2 } }, 'download'],
    ['forms', { forms: { assigned: 3, whole: 2 }, isOnline: false }, null],
    ['forms', { forms: { assigned: 0, whole: 0 } }, 'download'],
    ['cases', { cases: { count: 400, isWhole: false } }, 'fetch-cases'],
    ['cases', { cases: { count: 0, isWhole: false }, isOnline: false }, null],
    ['persistent', { isPersistent: false }, 'protect'],
    ['persistent', { isApple: true, isInstalled: false }, null],
    ['room', { freeBytes: 10 * 512_000 }, null],
    ['room', { freeBytes: 0, pending: 3 }, 'sync'],
    ['location', { location: 'prompt' }, 'locate'],
    ['location', { location: 'denied' }, null],
    ['camera', { camera: 'denied' }, null],
    ['clock', { clockAheadMs: 2 * minute + 1 }, null],
    ['clock', { clockAheadMs: -2 * minute - 1 }, null],
    ['sync', { lastSync: 0, pending: 1 }, 'sync'],
    ['sync', { lastSync: now - 25 * 60 * minute, pending: 1 }, 'sync'],
  ]
  for (const [key, change, remedy] of failing) {
    expect(line(key, change), `${key} ${JSON.stringify(change)}`).toMatchObject({
      state: 'bad',
      remedy,
      detail: expect.stringMatching(/\w/) as string,
    })
  }
})

test('what the browser does not report is neither good nor bad', () => {
  expect(line('clock', { clockAheadMs: null })?.state).toBe('unknown')
  expect(line('room', { freeBytes: null })?.state).toBe('unknown')
  expect(line('location', { location: 'unknown' })?.state).toBe('unknown')
})

test("the room is shown in photos, and the clock's error with its direction", () => {
  expect(line('room', {})?.detail).toMatch(/3,90[0-9] photos/)
  expect(line('room', { freeBytes: 512_000 })?.detail).toMatch(/^Room for about 1 photo\. /)
  expect(line('room', { freeBytes: 511_999 })?.detail).toMatch(/^No room for photos\. /)
  expect(line('clock', { clockAheadMs: 5 * minute })?.detail).toContain('5 minutes ahead of')
  expect(line('clock', { clockAheadMs: -5 * minute })?.detail).toContain('5 minutes behind')
})

test('the clock is compared with the Date of the last answer that has one', async () => {
  let date: string | null = null
  const clock = createServerClock({ now: () => now })
  const fetch = clock.watch(() =>
    Promise.resolve(new Response('', date === null ? {} : { headers: { Date: date } })),
  )
  await fetch('https://a.example')
  expect(clock.aheadMs()).toBeNull()
  date = new Date(now - 3 * minute).toUTCString()
  await fetch('https://a.example')
  date = null
  await fetch('https://a.example')
  expect(clock.aheadMs()).toBe(3 * minute)
})

test('on an iPhone the data of an app that is not installed lasts for a week without use', () => {
  const inBrowser = { isApple: true, isInstalled: false }
  expect(line('persistent', inBrowser)?.detail).toContain('7 days without use')
  expect(line('persistent', { ...inBrowser, isInstalled: true })?.state).toBe('good')
})

test('maps are a line only where a survey has some, and are to do until all are here', () => {
  expect(line('maps', {})).toBeUndefined()
  expect(line('maps', { maps: { all: 2, here: 2 } })).toMatchObject({ state: 'good', remedy: null })
  expect(line('maps', { maps: { all: 2, here: 1 } })).toMatchObject({
    state: 'bad',
    detail: '1 of 2 on this device. Download the others now, best over Wi-Fi.',
    remedy: 'maps',
  })
  expect(line('maps', { maps: { all: 2, here: 1 }, isOnline: false })).toMatchObject({
    state: 'bad',
    remedy: null,
  })
})
