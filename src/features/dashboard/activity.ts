import { startOfDay, startOfWeek } from '../../lib/local-time.ts'
import { numberText, timeText } from '../../messages/locale.ts'

/** What the activity chart can show (2.dashboard.2). */
export type Period = 'this-week' | 'last-week' | 'this-month' | 'last-month'

/** The periods, in the order of the menu. */
export const periods: readonly Period[] = ['this-week', 'last-week', 'this-month', 'last-month']

/** One bar of the chart: a day in the device's time zone. */
export interface Day {
  /** The start of the day and of the next one, epoch ms, because days are not always 24 hours. */
  readonly fromMs: number
  readonly toMs: number
  /** The label under the bar; '' for the even days of a month. */
  readonly tick: string
  /** The whole date, for screen readers. */
  readonly name: string
}

/** The days of a period, seen from `nowMs`. Weeks start on Monday. */
export const daysOf = (period: Period, nowMs: number): readonly Day[] => {
  const now = new Date(nowMs)
  const year = now.getFullYear()
  const month = now.getMonth()
  switch (period) {
    case 'this-week':
      return weekOf(nowMs, 0)
    case 'last-week':
      return weekOf(nowMs, -7)
    case 'this-month':
      return monthOf(year, month)
    case 'last-month':
      return monthOf(year, month - 1)
  }
}

const weekOf = (nowMs: number, shift: number): readonly Day[] =>
  Array.from({ length: 7 }, (_, at) => {
    const date = new Date(startOfDay(startOfWeek(nowMs), at + shift))
    return toDay(date, timeText(date, { weekday: 'short' }))
  })

const monthOf = (year: number, month: number): readonly Day[] => {
  // Day 0 of the next month is the last day of this one.
  const length = new Date(year, month + 1, 0).getDate()
  return Array.from({ length }, (_, at) => {
    const day = at + 1
    return toDay(new Date(year, month, day), day % 2 === 1 ? numberText(day) : '')
  })
}

const toDay = (date: Date, tick: string): Day => ({
  fromMs: date.getTime(),
  toMs: new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime(),
  tick,
  name: timeText(date, { dateStyle: 'full' }),
})
