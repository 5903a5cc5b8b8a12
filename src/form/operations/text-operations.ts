/**
 * Operations that keep the meaning of imported forms, because XPath has its own conversions to texts and numbers, and a
 * 'not a number'. Each is total: it returns a value for any input.
 */

import { isMoment, isTime, momentText } from '../types/moments.ts'
import { daysOf, msOf, partOfDay } from './moment-operations.ts'

const dayMs = 86_400_000
const numberPattern = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/
const dayPattern = /^\s*\d{4}-\d{2}-\d{2}\s*$/

/** A value as a text: '' for none, the items of a list joined by spaces. */
const toText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(toText).join(' ') : String(value)
}

/**
 * A value as a number; a day or moment counts from 1 January 1970, and a time of day is a part of one. NaN, which equals
 * nothing, for anything else.
 */
const toNumber = (value: unknown): number => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value)
  if (dayPattern.test(text)) return Date.parse(text.trim()) / dayMs
  if (isMoment(text)) return daysOf(text)
  if (numberPattern.test(text)) return Number(text)
  return isTime(text) ? partOfDay(text) : Number.NaN
}

/** The day for a number of days since 1 January 1970; '' for anything else. */
const toDay = (value: unknown): string => {
  const text = toText(value)
  if (dayPattern.test(text)) return text.trim()
  // The day of a moment in the device's time zone.
  if (isMoment(text)) return momentText(msOf(text)).slice(0, 10)
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

/** WARNING: forms contain these names (docs/form-logic.md), so a name must stay and keep its meaning. */
export const textOperations: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  to_text: toText,
  to_number: toNumber,
  to_day: toDay,
  /** The words of a text as a list, like a choice of several. */
  words,
  /** The word at a place, from 0. */
  word: (value, place) => words(value)[Math.trunc(toNumber(place))] ?? '',
  /** The text from one place up to another, from 0; negative places count from the end. */
  slice: (value, from, to) =>
    toText(value).slice(toNumber(from), to === undefined ? undefined : toNumber(to)),
  /** Without spaces at both ends, and with single spaces between words. */
  squeeze: value => words(value).join(' '),
  /** Drops the decimals. */
  trunc: value => Math.trunc(toNumber(value)),
  ceil: value => Math.ceil(toNumber(value)),
  power: (value, exponent) => toNumber(value) ** toNumber(exponent),
  /** The text before or after a mark; '' when the mark does not occur. */
  before: (value, mark) => {
    const place = toText(value).indexOf(toText(mark))
    return place < 0 ? '' : toText(value).slice(0, place)
  },
  after: (value, mark) => {
    const place = toText(value).indexOf(toText(mark))
    return place < 0 ? '' : toText(value).slice(place + toText(mark).length)
  },
  /** Replaces each letter of `from` by the letter at its place in `to`; without one the letter is removed. */
  replace_letters: (value, from, to) => {
    const [letters, others] = [[...toText(from)], [...toText(to)]]
    return [...toText(value)]
      .map(letter => {
        const place = letters.indexOf(letter)
        return place < 0 ? letter : (others[place] ?? '')
      })
      .join('')
  },
  /** A function of numbers by its name; NaN for an unknown name. */
  math: (name, ...given) => {
    const [a = Number.NaN, b = Number.NaN] = given.map(toNumber)
    const work = Object.hasOwn(functions, toText(name)) ? functions[toText(name)] : undefined
    return work?.(a, b) ?? Number.NaN
  },
}
