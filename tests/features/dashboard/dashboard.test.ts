import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissionCountBetween, visibleSubmissionCount } from '../../../collections/queries.ts'
import { commitInterview } from '../../collections/commit.ts'
import { daysOf, periods } from '../../../src/features/dashboard/activity.ts'
import { startOfDay } from '../../../src/lib/local-time.ts'
import { dashboardCounts } from '../../../src/features/dashboard/counts.ts'
import { createDisk, fillIn, openDevice, type Device } from '../../device.ts'

/** The dashboard's figures and chart (2.dashboard, 3.27). */

const before = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'Europe/Berlin'
})
afterAll(() => {
  process.env['TZ'] = before
})

const dates = (days: readonly { fromMs: number }[]) =>
  days.map(({ fromMs }) => {
    const date = new Date(fromMs)
    return `${date.getMonth() + 1}-${date.getDate()}`
  })
/** Friday, 20 November 2026, noon. */
const friday = new Date(2026, 10, 20, 12).getTime()

test('a week begins on Monday', () => {
  const week = ['11-16', '11-17', '11-18', '11-19', '11-20', '11-21', '11-22']
  expect(dates(daysOf('this-week', friday))).toEqual(week)
  expect(dates(daysOf('last-week', friday))[0]).toBe('11-9')
  const sunday = new Date(2026, 10, 22, 23, 59).getTime()
  expect(dates(daysOf('this-week', sunday))).toEqual(week)
  const monday = new Date(2026, 10, 16, 0, 0).getTime()
  expect(dates(daysOf('this-week', monday))).toEqual(week)
})

test('a day begins at midnight, also when it has 23 or 25 hours', () => {
  expect(startOfDay(friday)).toBe(new Date(2026, 10, 20).getTime())
  expect(startOfDay(startOfDay(friday))).toBe(startOfDay(friday))
  const autumn = new Date(2026, 9, 25, 13).getTime()
  expect(startOfDay(autumn, 1) - startOfDay(autumn)).toBe(25 * 3_600_000)
})

test('a month has all its days, with labels on the odd ones', () => {
  expect(daysOf('this-month', friday)).toHaveLength(30)
  expect(daysOf('last-month', friday)).toHaveLength(31)
  const february = daysOf('last-month', new Date(2028, 2, 15).getTime())
  expect(february.map(({ tick }) => tick)).toEqual(
    Array.from({ length: 29 }, (_, at) => (at % 2 === 0 ? String(at + 1) : '')),
  )
  expect(dates(daysOf('last-month', new Date(2026, 0, 5).getTime()))[0]).toBe('12-1')
})

test.each(periods)(
  'the days of %s follow each other without gaps, also when clocks change',
  period => {
    for (const now of [friday, new Date(2026, 9, 28).getTime(), new Date(2026, 2, 31).getTime()]) {
      const days = daysOf(period, now)
      for (const [at, day] of days.entries()) {
        expect(day.toMs).toBe(days[at + 1]?.fromMs ?? day.toMs)
        expect(new Date(day.fromMs).getHours()).toBe(0)
      }
    }
  },
)

test('the day the clocks go back has 25 hours', () => {
  const day = daysOf('last-month', friday).find(({ fromMs }) => new Date(fromMs).getDate() === 25)
  expect(((day?.toMs ?? 0) - (day?.fromMs ?? 0)) / 3_600_000).toBe(25)
})

test('the larger count of submissions is shown, and the device counts its own forms', () => {
  const stats = {
    total_assigned_forms: 5,
    total_submissions: 250,
    submissions_today: 0,
    response_rate: 0,
  }
  expect(dashboardCounts(stats, { forms: 8, submissions: 103 })).toEqual({
    assigned: 8,
    submissions: 250,
  })
  expect(dashboardCounts(stats, { forms: 0, submissions: 253 })).toEqual({
    assigned: 5,
    submissions: 253,
  })
})

const submitAt = async (device: Device, time: number): Promise<void> => {
  device.env.clock.set(time)
  const { draft, contents } = await fillIn(device, 'f', { a: '1' })
  await commitInterview(device.db, draft, contents, time)
}

test("a day counts its submissions: first instant included, the next day's excluded", async () => {
  const fetch = () => Promise.reject(new TypeError('no server here'))
  const device = await openDevice({ fetch, origin: 'http://none.example' }, createDisk(), null)
  const day = daysOf('this-week', friday)[4]
  const { fromMs = 0, toMs = 0 } = day ?? {}
  for (const time of [fromMs - 1, fromMs, fromMs + 5000, toMs - 1, toMs]) {
    await submitAt(device, time)
  }
  const { db } = device
  expect(await submissionCountBetween(fromMs, toMs).count(db.submissions).exec()).toBe(3)
  expect(await visibleSubmissionCount().count(db.submissions).exec()).toBe(5)
  await device.crash()
})
