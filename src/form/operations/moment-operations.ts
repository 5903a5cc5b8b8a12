/**
 * Operations with days, times and moments, as imported forms use them. A moment is a text,
 * `2026-11-22T10:30:00.000+05:30`, and as a number the days since 1970 with the device's time of day as the fraction,
 * so that it compares with a day. Each operation is total: it returns a value for any input.
 */

import { momentPattern, momentText, twoDigits } from '../types/moments.ts'

const dayMs = 86_400_000
const dayPattern = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/
const timePattern = /^\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?/

/** The time on the device's clock after a number of days since 1970, epoch ms. */
const msAfter = (days: number): number => {
  const whole = Math.floor(days)
  return new Date(1970, 0, 1 + whole, 0, 0, 0, Math.round((days - whole) * dayMs)).getTime()
}

/** The time of a moment, epoch ms; a day begins at the device's midnight. NaN for anything else. */
export const msOf = (value: unknown): number => {
  if (typeof value === 'number') return msAfter(value)
  const text = String(value ?? '')
  const day = dayPattern.exec(text)
  if (day !== null) return new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])).getTime()
  const moment = momentPattern.exec(text)
  if (moment !== null) {
    const [, date, hours, minutes, seconds = '00', part = '0', zone = ''] = moment
    const offset = zone === '' || zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`
    return Date.parse(`${date}T${hours}:${minutes}:${seconds}.${part.padEnd(3, '0')}${offset}`)
  }
  return text.trim() !== '' && Number.isFinite(Number(text)) ? msAfter(Number(text)) : Number.NaN
}

/** A moment as days since 1970 on the device's clock; NaN for anything else. */
export const daysOf = (text: string): number => {
  const date = new Date(msOf(text))
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  const hour = date.getHours() * 60 + date.getMinutes()
  return (day + (hour * 60 + date.getSeconds()) * 1000 + date.getMilliseconds()) / dayMs
}

/** The part of a day that has passed at a time, `10:30`, or at the time of a moment; NaN for anything else. */
export const partOfDay = (value: unknown): number => {
  const text = String(value ?? '')
  const [, hours, minutes, seconds = '0'] =
    timePattern.exec(text.replace(/^\s*\d{4}-\d{2}-\d{2}[T ]/, '')) ?? []
  if (hours === undefined || minutes === undefined) return Number.NaN
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400
}

const monthNames = (style: 'short' | 'long') => new Intl.DateTimeFormat('en', { month: style })
const dayNames = () => new Intl.DateTimeFormat('en', { weekday: 'short' })

const pieces: Readonly<Record<string, (date: Date) => string>> = {
  Y: date => String(date.getFullYear()).padStart(4, '0'),
  y: date => twoDigits(date.getFullYear() % 100),
  m: date => twoDigits(date.getMonth() + 1),
  n: date => String(date.getMonth() + 1),
  b: date => monthNames('short').format(date),
  B: date => monthNames('long').format(date),
  d: date => twoDigits(date.getDate()),
  e: date => String(date.getDate()),
  H: date => twoDigits(date.getHours()),
  h: date => String(date.getHours()),
  M: date => twoDigits(date.getMinutes()),
  S: date => twoDigits(date.getSeconds()),
  '3': date => String(date.getMilliseconds()).padStart(3, '0'),
  a: date => dayNames().format(date),
  '%': () => '%',
}

/** WARNING: forms contain these names (docs/form-logic.md), so a name must stay and keep its meaning. */
export const momentOperations: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> =
  {
    to_moment: value => momentText(msOf(value)),
    decimal_time: partOfDay,
    /** A day or moment in a format such as `%d %b %Y`; '' for anything else. */
    format_date: (value, format) => {
      const date = new Date(msOf(value))
      if (Number.isNaN(date.getTime())) return ''
      return String(format ?? '').replace(/%(.)/g, (whole, letter: string) =>
        Object.hasOwn(pieces, letter) ? (pieces[letter]?.(date) ?? whole) : whole,
      )
    },
    /** Whole months from one day to another. */
    months_between: (from, to) => {
      const [a, b] = [new Date(msOf(from)), new Date(msOf(to))]
      if (Number.isNaN(a.getTime()) || Number.isNaN(b.getTime())) return Number.NaN
      const months = (b.getFullYear() - a.getFullYear()) * 12 + b.getMonth() - a.getMonth()
      if (months > 0 && b.getDate() < a.getDate()) return months - 1
      return months < 0 && b.getDate() > a.getDate() ? months + 1 : months
    },
  }
