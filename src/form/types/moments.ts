import { asciiDigits } from '../../lib/ascii-digits.ts'
import { shownAsUtc } from '../../lib/local-time.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { dateProblem, type DateRange } from './dates.ts'
import { joinedText, type Reading } from './field-type.ts'

/** A day and a time, with or without the zone: `2026-11-22T10:30:00.000+05:30`. */
export const momentPattern =
  /^\s*(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?\s*(Z|[+-]\d{2}:?\d{2})?\s*$/

const clockPattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/

/** Whether a text is a time of day, `10:30` or with seconds. */
export const isTime = (text: string): boolean => clockPattern.test(text)

/** A part of a day or a time, with two digits. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0')

/**
 * A moment as a text, in the device's own time zone; '' for none. Of the odd seconds of zones in the past only whole minutes
 * can be written; they are rounded down, so that the text reads back as the same local minute.
 */
export const momentText = (ms: number): string => {
  const date = new Date(ms)
  const shown = shownAsUtc(date)
  if (Number.isNaN(shown.getTime())) return ''
  const ahead = Math.floor((shown.getTime() - date.getTime()) / 60_000)
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const zone = `${ahead < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
  return shown.toISOString().replace('Z', zone)
}

/** Whether a text is a moment, and not only a day. */
export const isMoment = (text: string): boolean => momentPattern.test(text)

/** Adds the device's time zone to the value of a picker, which has none. */
export const zonedMoment = (typed: string): string => {
  const text = asciiDigits(typed)
  const zone = momentPattern.exec(text)?.[6]
  return isMoment(text) && zone === undefined ? momentText(Date.parse(text.trim())) || text : text
}

/** A stored moment for a picker, in the device's own time zone: `2026-11-22T10:30`; anything else stays as it is. */
export const localMinute = (text: string): string =>
  isMoment(text) ? momentText(Date.parse(text)).slice(0, 16) || text : text

/** The problem of a day and a time. */
export const momentProblem = (text: string, dates: DateRange) =>
  isMoment(text) && clockPattern.test(text.trim().slice(11, 16))
    ? dateProblem(text.trim().slice(0, 10), dates)
    : ({ kind: 'moment' } as const)

/** The problem of a time of day. */
export const timeProblem = (text: string) => (isTime(text) ? null : ({ kind: 'time' } as const))

/** A moment in the format that the device writes, which no one types by accident. */
const ownMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}([+-]\d\d:\d\d|Z)$/

/** A text as people read it; a calculated moment, such as the start of an interview, becomes a day and a time. */
export const textReading = (answer: Answer): Reading => {
  const text = joinedText(answer)
  return { kind: ownMoment.test(text) ? 'moment' : 'text', text }
}
