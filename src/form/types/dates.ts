import type { AppearanceWord } from '../../../replication/wire/form/appearance.ts'
import { asciiDigits } from '../../lib/ascii-digits.ts'
import { dateYearsAhead, dateYearsBack } from '../../limits.ts'

/** The first and the last day allowed in a DATE field, `YYYY-MM-DD`. */
export interface DateRange {
  readonly min: string
  readonly max: string
}

/** The days allowed in a DATE field this year (5.16, 9.19). */
export const dateRange = (nowMs: number): DateRange => {
  const year = new Date(nowMs).getFullYear()
  const pad = (value: number) => String(value).padStart(4, '0')
  return { min: `${pad(year - dateYearsBack)}-01-01`, max: `${pad(year + dateYearsAhead)}-12-31` }
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/

const isDay = (text: string): boolean => {
  const [, year, month, day] = datePattern.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** The problem of a day in a DATE field. */
export const dateProblem = (
  text: string,
  { min, max }: DateRange,
): { readonly kind: 'date' } | ({ readonly kind: 'dateRange' } & DateRange) | null => {
  if (!isDay(text)) return { kind: 'date' }
  return text < min || text > max ? { kind: 'dateRange', min, max } : null
}

/** What of a date is asked. */
export type DatePart = 'day' | 'month' | 'year'

/** What of a date a field with this appearance asks. */
export const datePart = (appearance: readonly AppearanceWord[]): DatePart => {
  if (appearance.includes('year')) return 'year'
  return appearance.includes('month-year') ? 'month' : 'day'
}

const charactersOf = { day: 10, month: 7, year: 4 } as const satisfies Record<DatePart, number>

/** The month or the year of a day; anything else as it is. */
export const partOfDay = (day: string, part: DatePart): string =>
  datePattern.test(day) ? day.slice(0, charactersOf[part]) : day

/** A typed date as it is stored: a month or a year is its first day. */
export const typedDate = (
  typed: string,
  { appearance }: { readonly appearance: readonly AppearanceWord[] },
): string => {
  const text = asciiDigits(typed)
  const day = `${text}${'-01-01'.slice(charactersOf[datePart(appearance)] - charactersOf.day)}`
  return datePart(appearance) !== 'day' && datePattern.test(day) ? day : text
}
