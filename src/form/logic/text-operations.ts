/**
 * Operations that a form from elsewhere needs to mean the same here: XPath turns any value into a text or a
 * number in its own way, and knows "no number". Each is total: whatever it is given it gives something back.
 */

const dayMs = 86_400_000
const numberPattern = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/
const dayPattern = /^\s*\d{4}-\d{2}-\d{2}\s*$/

/** A value as a text: '' for none, the items of a list with a space between them. */
const toText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(toText).join(' ') : String(value)
}

/** A value as a number: a day counts from 1 January 1970; no number where there is none, which equals nothing. */
const toNumber = (value: unknown): number => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value)
  if (dayPattern.test(text)) return Date.parse(text.trim()) / dayMs
  return numberPattern.test(text) ? Number(text) : Number.NaN
}

/** A count of days since 1 January 1970 as a day; '' where it is none. */
const toDay = (value: unknown): string => {
  const text = toText(value)
  if (dayPattern.test(text)) return text.trim()
  const day = new Date(Math.floor(toNumber(value)) * dayMs)
  return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10)
}

const words = (value: unknown): readonly string[] =>
  toText(value)
    .split(/\s+/)
    .filter(word => word !== '')

/** Their names are part of what forms hold (docs/form-logic.md): a name stays, and keeps its meaning. */
export const textOperations: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  to_text: toText,
  to_number: toNumber,
  to_day: toDay,
  /** The words of a text as a list, as a choice of several is one. */
  words,
  /** One of the words, counted from 0. */
  word: (value, place) => words(value)[Math.trunc(toNumber(place))] ?? '',
  /** From one place to before another, counted from 0; from the end where they are negative. */
  slice: (value, from, to) =>
    toText(value).slice(toNumber(from), to === undefined ? undefined : toNumber(to)),
  /** Without space around it, and with one where there were several. */
  squeeze: value => words(value).join(' '),
  /** Without what follows the point. */
  trunc: value => Math.trunc(toNumber(value)),
  ceil: value => Math.ceil(toNumber(value)),
  power: (value, exponent) => toNumber(value) ** toNumber(exponent),
}
