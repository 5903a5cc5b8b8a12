import { searchable } from '../../../lib/searchable.ts'
import { startOfDay } from '../../../lib/local-time.ts'
import { isDayFirst, timeText } from '../../../messages/locale.ts'
import { days as words } from '../../../messages/app/time.ts'

/** What was typed of a day, such as a month alone; months count from 1. */
export interface TypedDay {
  readonly day?: number
  readonly month?: number
  readonly year?: number
}

/** A day at the beginning of some tokens, and how many of them it takes. */
interface Read {
  readonly typed: TypedDay
  readonly length: number
}

/** Whether a time (of the device's clock) is on a day. */
export const isOn = ({ day, month, year }: TypedDay, time: Date): boolean =>
  (day ?? time.getDate()) === time.getDate() &&
  (month ?? time.getMonth() + 1) === time.getMonth() + 1 &&
  (year ?? time.getFullYear()) === time.getFullYear()

/**
 * The day that a search begins with, as people type one: '20 Nov', 'November 20, 2026', '20/11', '2026-11-20',
 * 'Tuesday', 'last Tuesday', 'yesterday', 'November', '2026'. Null when there is none. Tokens are searchable texts.
 */
export const readDay = (tokens: readonly string[], nowMs: number): Read | null =>
  inFigures(tokens) ?? withMonth(tokens) ?? named(tokens, nowMs)

const inFigures = ([first = '']: readonly string[]): Read | null => {
  const [, from = '', then = '', last] = /^(\d+)[./-](\d+)(?:[./-](\d*))?$/.exec(first) ?? []
  const [a, b] = [Number(from), Number(then)]
  const read = (typed: TypedDay): Read | null => (isPossible(typed) ? { typed, length: 1 } : null)
  if (from.length === 4) {
    return read({ year: a, month: b, ...(last ? { day: Number(last) } : {}) })
  }
  if (then.length === 4 && last === undefined) return read({ month: a, year: b })
  if (from === '' || from.length > 2 || then.length > 2) return null
  const year = last ? { year: Number(last.length === 2 ? `20${last}` : last) } : {}
  const usual = isDayFirst() ? { day: a, month: b } : { day: b, month: a }
  return read({ ...usual, ...year }) ?? read({ day: usual.month, month: usual.day, ...year })
}

const isPossible = ({ day = 1, month = 1, year = 2000 }: TypedDay): boolean =>
  day >= 1 && day <= 31 && month >= 1 && month <= 12 && year >= 1900 && year < 2200

const withMonth = (tokens: readonly string[]): Read | null => {
  const day = dayOf(tokens[0])
  const month = monthAt(tokens, day === null ? 0 : 1)
  const year = yearOf(tokens[0])
  if (month === null) return year === null ? null : { typed: { year }, length: 1 }
  const after = month.length + (day === null ? 0 : 1)
  const dayAfter = day === null ? dayOf(tokens[after]) : null
  const end = after + (dayAfter === null ? 0 : 1)
  const yearAfter = yearOf(tokens[end])
  const known = day ?? dayAfter
  // A month alone may as well be the beginning of a name.
  if (known === null && yearAfter === null && !month.isWhole) return null
  return {
    typed: {
      month: month.place + 1,
      ...(known === null ? {} : { day: known }),
      ...(yearAfter === null ? {} : { year: yearAfter }),
    },
    length: end + (yearAfter === null ? 0 : 1),
  }
}

const dayOf = (token = ''): number | null => {
  const [, figures] = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?$/.exec(token) ?? []
  return figures !== undefined && isPossible({ day: Number(figures) }) ? Number(figures) : null
}

const yearOf = (token = ''): number | null => (/^(?:19|20)\d\d$/.test(token) ? Number(token) : null)

const named = (tokens: readonly string[], nowMs: number): Read | null => {
  const isSaid = (token: string | undefined, word: string) => token === searchable(word)
  if (isSaid(tokens[0], words.today)) return { typed: whole(startOfDay(nowMs)), length: 1 }
  if (isSaid(tokens[0], words.yesterday)) return { typed: whole(startOfDay(nowMs, -1)), length: 1 }
  const isLastFirst = isSaid(tokens[0], words.last)
  const weekday = nameAt(weekdays(), tokens, isLastFirst ? 1 : 0)
  if (weekday === null) return null
  const end = weekday.length + (isLastFirst ? 1 : 0)
  const isLast = isLastFirst || isSaid(tokens[end], words.last)
  if (!isLast && !weekday.isWhole) return null
  const ago = (new Date(nowMs).getDay() - weekday.place + 7) % 7
  return {
    typed: whole(startOfDay(nowMs, isLast && ago === 0 ? -7 : -ago)),
    length: end + (isLast && !isLastFirst ? 1 : 0),
  }
}

const whole = (dayMs: number): TypedDay => {
  const date = new Date(dayMs)
  return { day: date.getDate(), month: date.getMonth() + 1, year: date.getFullYear() }
}

/** The names that a month or weekday has in the language; those of one begin in the same way. */
type Names = readonly (readonly string[])[]

const months = (): Names =>
  Array.from({ length: 12 }, (_, month) => namesOf(new Date(2024, month, 1), 'month'))

/** From Sunday on. */
const weekdays = (): Names =>
  Array.from({ length: 7 }, (_, day) => namesOf(new Date(2024, 8, 1 + day), 'weekday'))

const namesOf = (date: Date, part: 'month' | 'weekday'): readonly string[] =>
  (['long', 'short'] as const).map(width =>
    searchable(timeText(date, { [part]: width })).replaceAll('.', ''),
  )

const leastLetters = 3

/** The name at a place in the tokens: whole, or its first letters if no other name begins so. */
const nameAt = (
  names: Names,
  tokens: readonly string[],
  at: number,
): { readonly place: number; readonly length: number; readonly isWhole: boolean } | null => {
  for (const length of [2, 1]) {
    const typed = tokens
      .slice(at, at + length)
      .join(' ')
      .replace(/\.$/, '')
    if (tokens.length < at + length || typed.length < leastLetters) continue
    const places = names.flatMap((of, place) =>
      of.some(name => name.startsWith(typed)) ? [place] : [],
    )
    const exact = places.find(place => names[place]?.includes(typed))
    const place = exact ?? (places.length === 1 ? places[0] : undefined)
    if (place !== undefined) return { place, length, isWhole: names[place]?.[0] === typed }
  }
  return null
}

const monthAt = (tokens: readonly string[], at: number) => nameAt(months(), tokens, at)
