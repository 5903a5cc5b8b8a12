import type { Lists } from '../lists/lists.ts'
import { columnName } from '../lists/read-list.ts'
import type { ReportLine } from '../report.ts'
import { rangeOf, type Initial, type SourceField, type SourceItem } from '../source.ts'
import { isOnLine } from './appearance.ts'
import { otherOption } from './options.ts'
import { shapeOf } from './shape.ts'

/* The defaults that are known at import, checked as the app checks the answers of their questions. */

/** A default as the answer of its question, or why the question would not take it. */
type Fitting = { readonly text: string } | { readonly why: string }

/** `1,500` has two meanings. */
const numberPattern = /^(?![+-]?[1-9]\d{0,2},\d{3}$)[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i
const positionPattern = /^-?\d{1,3}(\.\d+)? -?\d{1,3}(\.\d+)?( -?\d+(\.\d+)?){0,2}$/
const momentPattern =
  /^(?:(\d{4}-\d\d-\d\d)(?:[T ]+|$))?(?:(\d{1,2}):(\d\d)(:\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i

const numberIn = (text: string): number =>
  numberPattern.test(text) ? Number(text.replace(',', '.')) : Number.NaN

const fittingNumber = (text: string, field: SourceField): Fitting => {
  const number = numberIn(text)
  const fits = { text: text.replace(',', '.') }
  if (!Number.isFinite(number)) return { why: 'it is not a number' }
  if (field.type === 'integer' && !Number.isInteger(number)) {
    return { why: 'it is not a whole number' }
  }
  if (field.type !== 'range') return fits
  const range = rangeOf(field)
  const { min, max, step } = range
  return isOnLine(range, number, step)
    ? fits
    : { why: `it is not one of the numbers from ${min} to ${max} in steps of ${step}` }
}

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The parts of a day, a time, or both; null when the text is none of these. */
const momentIn = (text: string) => {
  const found = momentPattern.exec(text)
  const [, day = null, hours, minutes, seconds = '', zone = ''] = found ?? []
  const time = hours === undefined ? null : `${hours.padStart(2, '0')}:${minutes}`
  const isTime = Number(hours ?? 0) < 24 && Number(minutes ?? 0) < 60
  const isReal = isTime && Number(seconds.slice(1)) < 60 && (day === null || isDay(day))
  return found === null || !isReal ? null : { day, time, seconds, zone: zone.toUpperCase() }
}

const fittingMoment = (text: string, { type }: SourceField): Fitting => {
  const { day = null, time = null, seconds = '', zone = '' } = momentIn(text) ?? {}
  switch (type) {
    case 'date':
      return day === null ? { why: 'it is not a day such as 2026-11-22' } : { text: day }
    case 'time':
      return time === null ? { why: 'it is not a time such as 14:30' } : { text: time }
    default:
      return day === null
        ? { why: 'it is not a day and a time such as 2026-11-22T14:30' }
        : { text: `${day}T${time ?? '00:00'}${seconds}${zone}` }
  }
}

const fittingPosition = (text: string): Fitting => {
  const position = text.replaceAll(/\s+/g, ' ')
  const [latitude = Number.NaN, longitude = Number.NaN] = position.split(' ').map(Number)
  return positionPattern.test(position) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { text: position }
    : { why: 'it is not a position such as 23.5 69.25' }
}

/** A line of at least two positions, or an area, which ends where it began. */
const fittingPositions = (text: string, isArea: boolean): Fitting => {
  const parts = text
    .replace(/;\s*$/, '')
    .split(';')
    .map(part => fittingPosition(part.trim()))
  const texts = parts.flatMap(part => ('text' in part ? [part.text] : []))
  const place = (position = '') => position.split(' ').slice(0, 2).map(Number).join(' ')
  const isWhole = isArea
    ? texts.length > 3 && place(texts[0]) === place(texts.at(-1))
    : texts.length > 1
  if (isWhole && texts.length === parts.length) return { text: texts.join(';') }
  return {
    why: isArea ? 'it is not an area such as 1 2;1 3;2 3;1 2' : 'it is not a line such as 1 2;1 3',
  }
}

/** Whether a value is among the options; answers of the interview, which are not known yet, may be any. */
const isOption = ({ options, hasOther }: SourceField, lists: Lists, value: string): boolean => {
  if (options === null || options.kind === 'elsewhere') return true
  if (options.kind === 'list') {
    const all = [...options.options, ...(hasOther ? [otherOption] : [])]
    return all.some(option => option.value === value)
  }
  return options.list === null || lists.hasValue(options.list, columnName(options.value), value)
}

const fittingChoice = (text: string, field: SourceField, lists: Lists): Fitting => {
  const isOne = field.type === 'select_one' || field.options?.kind === 'elsewhere'
  const values = isOne ? [text] : [...new Set(text.split(/\s+/))]
  const not = values.find(value => !isOption(field, lists, value))
  if (not === undefined) return { text: values.join(' ') }
  return { why: isOne ? 'it is none of its options' : `"${not}" is none of its options` }
}

const fitting = (text: string, field: SourceField, lists: Lists): Fitting => {
  switch (field.type) {
    case 'integer':
    case 'decimal':
    case 'range':
      return fittingNumber(text, field)
    case 'date':
    case 'time':
    case 'dateTime':
      return fittingMoment(text, field)
    case 'geopoint':
      return fittingPosition(text)
    case 'geotrace':
    case 'geoshape':
      return fittingPositions(text, field.type === 'geoshape')
    case 'select_one':
    case 'select_multiple':
    case 'rank':
      return fittingChoice(text, field, lists)
    case 'acknowledge':
      return text === 'OK' ? { text } : { why: 'its only answer is OK' }
    case 'image':
    case 'audio':
    case 'video':
    case 'file':
      return { why: 'a file is attached in the interview' }
    default:
      return { text }
  }
}

/** The types whose answer may be any text. */
const isAnyText = ({ type }: SourceField): boolean =>
  ['text', 'barcode', 'note', 'calculate', 'today', 'metadata'].includes(type)

/** The value of a default that does not depend on anything; null for an expression that does. */
const knownText = ({ text, isExpression }: Initial): string | null => {
  if (!isExpression) return text
  const [, , quoted] = /^(["'])((?:(?!\1).)*)\1$/s.exec(text) ?? []
  if (quoted !== undefined) return quoted
  if (/^(true|false)\(\s*\)$/.test(text)) return text.replace(/\(.*$/, '')
  return Number.isNaN(numberIn(text)) ? null : text
}

const withFittingDefault = (
  field: SourceField,
  lists: Lists,
  report: (line: ReportLine) => void,
): SourceField => {
  const { initial, name } = field
  const known = initial === null ? null : knownText(initial)
  const isKept = shapeOf(field, '').kind === 'field'
  if (initial === null || known === null || isAnyText(field) || !isKept) return field
  const found = fitting(known.trim(), field, lists)
  if ('text' in found) {
    return { ...field, initial: { ...initial, text: found.text, isExpression: false } }
  }
  const what = `${initial.place}: the default "${initial.text}": ${found.why}`
  report({ name, outcome: 'left out', what })
  return { ...field, initial: null }
}

/** Leaves out and reports defaults that their own questions would refuse, because they would block Submit unseen. */
export const withFittingDefaults = (
  items: readonly SourceItem[],
  lists: Lists,
  report: (line: ReportLine) => void,
): readonly SourceItem[] =>
  items.map(item =>
    item.kind === 'field'
      ? withFittingDefault(item, lists, report)
      : { ...item, items: withFittingDefaults(item.items, lists, report) },
  )
