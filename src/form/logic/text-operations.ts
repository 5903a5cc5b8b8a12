/**
 * Operations that a form from elsewhere needs to mean the same here: XPath turns any value into a text or a
 * number in its own way, and knows "no number". Each is total: whatever it is given it gives something back.
 */

import { isMoment, momentText } from '../types/moments.ts'
import { daysOf } from './moment-operations.ts'

const dayMs = 86_400_000
const numberPattern = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/
const dayPattern = /^\s*\d{4}-\d{2}-\d{2}\s*$/

/** A value as a text: '' for none, the items of a list with a space between them. */
const toText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(toText).join(' ') : String(value)
}

/** A value as a number: a day or moment counts from 1 January 1970; no number where there is none, which equals nothing. */
const toNumber = (value: unknown): number => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value)
  if (dayPattern.test(text)) return Date.parse(text.trim()) / dayMs
  if (isMoment(text)) return daysOf(text)
  return numberPattern.test(text) ? Number(text) : Number.NaN
}

/** A count of days since 1 January 1970 as a day; '' where it is none. */
const toDay = (value: unknown): string => {
  const text = toText(value)
  if (dayPattern.test(text)) return text.trim()
  // The day that a moment is on where the device is.
  if (isMoment(text)) return momentText(daysOf(text) * dayMs).slice(0, 10)
  const day = new Date(Math.floor(toNumber(value)) * dayMs)
  return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10)
}

const words = (value: unknown): readonly string[] =>
  toText(value)
    .split(/\s+/)
    .filter(word => word !== '')

const functions: Readonly<Record<string, (a: number, b: number) => number>> = {
  sqrt: Math.sqrt,
  exp: Math.exp,
  exp10: a => 10 ** a,
  log: Math.log,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  atan2: Math.atan2,
}

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
  /** What stands before and after a mark; '' where it is not there. */
  before: (value, mark) => {
    const place = toText(value).indexOf(toText(mark))
    return place < 0 ? '' : toText(value).slice(0, place)
  },
  after: (value, mark) => {
    const place = toText(value).indexOf(toText(mark))
    return place < 0 ? '' : toText(value).slice(place + toText(mark).length)
  },
  /** Each letter of `from` becomes the one at its place in `to`, or goes where there is none. */
  replace_letters: (value, from, to) => {
    const [letters, others] = [[...toText(from)], [...toText(to)]]
    return [...toText(value)]
      .map(letter => {
        const place = letters.indexOf(letter)
        return place < 0 ? letter : (others[place] ?? '')
      })
      .join('')
  },
  /** A function of numbers by its name; no number for one that is not known. */
  math: (name, ...given) => {
    const [a = Number.NaN, b = Number.NaN] = given.map(toNumber)
    const work = Object.hasOwn(functions, toText(name)) ? functions[toText(name)] : undefined
    return work?.(a, b) ?? Number.NaN
  },
}
