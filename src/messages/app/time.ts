import { startOfDay } from '../../lib/local-time.ts'
import { translatable } from '../catalogue.ts'
import { numberText, timeText } from '../locale.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago a time was, or its date from 30 days on (9.29). A future time counts as now. */
export const relativeTime = (thenMs: number, nowMs: number): string =>
  agoText(thenMs, nowMs, ago.now)

/** The same within a sentence, such as 'Updated just now'. */
export const relativeTimeWithin = (thenMs: number, nowMs: number): string =>
  agoText(thenMs, nowMs, ago.nowWithin)

const agoText = (thenMs: number, nowMs: number, now: string): string => {
  const ageMs = nowMs - thenMs
  if (ageMs < minuteMs) return now
  if (ageMs < hourMs) return ago.minutes(Math.floor(ageMs / minuteMs))
  if (ageMs < dayMs) return ago.hours(Math.floor(ageMs / hourMs))
  if (ageMs < 30 * dayMs) return ago.days(Math.floor(ageMs / dayMs))
  return dateText(thenMs)
}

/** 9.29 */
export const ago = translatable('time.ago', {
  now: 'Just now',
  nowWithin: 'just now',
  minutes: (count: number) => `${count}m ago`,
  hours: (count: number) => `${count}h ago`,
  days: (count: number) => `${count}d ago`,
})

/** A day in the language's format and the device's time zone; '' for an unreadable time. */
export const dateText = (time: number | string): string =>
  timeText(new Date(time), { dateStyle: 'medium' })

/** Days by their names. */
export const days = translatable('time.days', {
  today: 'Today',
  yesterday: 'Yesterday',
  /** Before a weekday or after it, as in 'last Tuesday'. */
  last: 'last',
})

/** A day as a heading, seen from today; both are the starts of days. The year is left out where it is today's. */
export const dayText = (dayMs: number, todayMs: number): string => {
  if (dayMs === todayMs) return days.today
  if (dayMs === startOfDay(todayMs, -1)) return days.yesterday
  const isThisYear = new Date(dayMs).getFullYear() === new Date(todayMs).getFullYear()
  return timeText(new Date(dayMs), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/** The time of day in the language's format; '' for an unreadable time. */
export const timeOfDayText = (time: string): string =>
  timeText(new Date(time), { timeStyle: 'short' })

/** A day and a time in the language's format. */
export const dateTimeText = (time: number | string): string =>
  timeText(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })

/** A time of day, `HH:MM`, in the language's format; any other text unchanged. */
export const clockText = (time: string): string =>
  timeText(new Date(`2000-01-01T${time}`), { timeStyle: 'short' }) || time

/** A length of time as minutes and seconds: '0:42'. */
export const durationText = (ms: number): string => {
  const seconds = Math.floor(ms / secondMs)
  const rest = numberText(seconds % 60, { minimumIntegerDigits: 2 })
  return `${numberText(Math.floor(seconds / 60))}:${rest}`
}
