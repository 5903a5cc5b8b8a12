import { afterEach, expect, test } from 'vitest'
import { momentText } from '../../src/form/types/moments.ts'
import { localDay } from '../../src/lib/local-time.ts'
import { dateText, dateTimeText } from '../../src/messages/app/time.ts'
import { setLocale } from '../../src/messages/locale.ts'

/** Times on a device whose time zone changes while the app is open. */

const before = process.env['TZ']
afterEach(() => {
  process.env['TZ'] = before
  setLocale(undefined)
})

test('a time after a journey is that of the new zone, also where both zones have had the same offset', () => {
  setLocale('en-GB')
  process.env['TZ'] = 'Europe/London'
  expect(dateTimeText('2026-07-01T09:30:00Z')).toBe('1 Jul 2026, 10:30')
  process.env['TZ'] = 'Africa/Lagos'
  expect(dateTimeText('2026-01-10T09:30:00Z')).toBe('10 Jan 2026, 10:30')
})

test('a day is the same one in every zone, also before zones had whole minutes, and on a night without a midnight', () => {
  setLocale('en-GB')
  const days = ['1876-02-29', '1899-12-31', '2024-02-29', '2026-04-24']
  for (const zone of ['Asia/Kathmandu', 'America/St_Johns', 'Africa/Monrovia', 'Africa/Cairo']) {
    process.env['TZ'] = zone
    expect(days.map(day => dateText(`${day}T00:00`))).toEqual([
      '29 Feb 1876',
      '31 Dec 1899',
      '29 Feb 2024',
      '24 Apr 2026',
    ])
  }
})

test('the start of an interview keeps the zone it began in, also where its time has a part of a millisecond', () => {
  const start = Date.parse('2026-11-27T20:00:00.428Z')
  process.env['TZ'] = 'Asia/Kathmandu'
  expect(momentText(start + 0.01)).toBe('2026-11-28T01:45:00.428+05:45')
  process.env['TZ'] = 'America/St_Johns'
  expect(momentText(start + 0.01)).toBe('2026-11-27T16:30:00.428-03:30')
  process.env['TZ'] = 'UTC'
  expect(momentText(start)).toBe('2026-11-27T20:00:00.428+00:00')
  expect([momentText(Number.NaN), localDay(Number.NaN)]).toEqual(['', ''])
})

test('the name of a file has the day on the device’s clock', () => {
  process.env['TZ'] = 'Asia/Kathmandu'
  expect(localDay(Date.parse('2026-11-27T20:00:00Z'))).toBe('2026-11-28')
  process.env['TZ'] = 'America/St_Johns'
  expect(localDay(Date.parse('2026-01-01T02:00:00Z'))).toBe('2025-12-31')
})
