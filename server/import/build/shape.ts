import type { FieldType } from '../../../replication/wire/field-types.ts'
import type { Rule } from '../../../replication/wire/logic.ts'
import { rangeOf, type SourceField, givenName } from '../source.ts'
import { isObeyed, placesOptions } from './appearance.ts'
import type { Holds } from '../xpath/names.ts'

/** The field type for a question, or the reason why there is none. */
type Shape =
  | {
      readonly kind: 'field'
      readonly type: FieldType
      readonly holds: Holds
      /** What is simplified compared with the source. */
      readonly simplified: readonly string[]
      /** The rules that follow from the source's type. */
      readonly valid: readonly Rule[]
    }
  | { readonly kind: 'left out'; readonly reason: string }

/** Longer lists become a select instead of radio buttons. */
const maxRadioOptions = 12

const one = (type: FieldType, holds: Holds, ...simplified: readonly string[]): Shape => ({
  kind: 'field',
  type,
  holds,
  simplified,
  valid: [],
})

const leftOut = (reason: string): Shape => ({ kind: 'left out', reason })

const numberWith = (type: 'NUMBER' | 'RANGE' | 'RATING', ...valid: readonly Rule[]): Shape => ({
  kind: 'field',
  type,
  holds: 'number',
  simplified: [],
  valid,
})

const wholeRule = (id: string): Rule => ({ '==': [{ floor: [{ var: id }] }, { var: id }] })

/** The appearances that show options as a list. */
const listWords = /^(minimal|autocomplete|search)/

/** A rating with more stars becomes a RANGE, because they do not fit on a phone. */
const maxStars = 10

const rangeShape = (field: SourceField, id: string): Shape => {
  const { min, max, step } = rangeOf(field)
  const bounds: Rule = { '<=': [min, { var: id }, max] }
  const isWhole = [min, step].every(Number.isInteger)
  const isRating = field.appearance.includes('rating')
  const hasStars = isRating && (max - min) / step < maxStars && min > 0 && isWhole
  const shape = numberWith(
    max <= min ? 'NUMBER' : hasStars ? 'RATING' : 'RANGE',
    bounds,
    ...(isWhole ? [wholeRule(id)] : []),
  )
  return isRating && !hasStars && shape.kind === 'field'
    ? { ...shape, simplified: [`more than ${maxStars} stars, or stars from 0 on, are a line`] }
    : shape
}

const choiceOf = (field: SourceField): Shape => {
  const { options, appearance, choiceFilter } = field
  if (options?.kind === 'elsewhere') {
    return one('TEXT', 'text', `the answer is typed: ${options.why}`)
  }
  if (field.type === 'rank') return one('RANK', 'list')
  // Always a SELECT, because there may be thousands of rows, which need a search.
  if (options?.kind === 'rows')
    return one('SELECT', field.type === 'select_multiple' ? 'list' : 'choice')
  if (field.type === 'select_multiple') return one('CHECKBOX', 'list')
  const count = options?.options.length ?? 0
  const isLong = count > maxRadioOptions || choiceFilter !== null
  const isList =
    appearance.some(word => listWords.test(word)) || (isLong && !placesOptions(appearance))
  return one(isList ? 'SELECT' : 'RADIO', 'choice')
}

const pictureType = ({ appearance }: SourceField): FieldType => {
  if (appearance.includes('signature')) return 'SIGNATURE'
  return appearance.includes('draw') || appearance.includes('annotate') ? 'SKETCH' : 'IMAGE'
}

/** Finds the field type for a question. */
export const shapeOf = (field: SourceField, id: string): Shape => {
  switch (field.type) {
    case 'text':
      if (isNoteOnly(field)) return one('NOTE', 'text')
      return one(field.appearance.includes('multiline') ? 'TEXTAREA' : 'TEXT', 'text')
    case 'integer':
      return numberWith('NUMBER', wholeRule(id))
    case 'decimal':
      return numberWith('NUMBER')
    case 'range':
      return rangeShape(field, id)
    case 'select_one':
    case 'select_multiple':
    case 'rank':
      return choiceOf(field)
    case 'date':
      return one('DATE', 'date')
    case 'dateTime':
      return one('DATETIME', 'text')
    case 'time':
      return one('TIME', 'text')
    case 'geopoint':
      return one('GEOPOINT', 'text')
    case 'geotrace':
      return one('GEOTRACE', 'text')
    case 'geoshape':
      return one('GEOSHAPE', 'text')
    case 'barcode':
      return one('BARCODE', 'text')
    case 'image':
      return one(pictureType(field), 'files')
    case 'audio':
      return one('AUDIO', 'files')
    case 'video':
      return one('FILE', 'files', 'the video is attached as a file, not recorded')
    case 'file':
      return one('FILE', 'files')
    case 'note':
      return one(isNoteOnly(field) ? 'NOTE' : 'TEXT', 'text')
    case 'acknowledge':
      return one('ACKNOWLEDGE', 'text')
    case 'calculate':
      return one('TEXT', 'answer')
    case 'today':
      return one('DATE', 'date')
    case 'metadata':
      return givenName(field.typeText) === null
        ? leftOut(
            `"${field.typeText}" is not recorded: a submission has its own time, place and surveyor`,
          )
        : one('TEXT', 'text')
  }
}

/** Whether a question only shows text: it is read-only and has no value of its own. */
export const isNoteOnly = (field: SourceField): boolean => {
  const { type, readOnly, calculation, initial, setBy } = field
  const isRead =
    type === 'note' || (type === 'text' && /^(yes|true(\(\))?|1)$/i.test(readOnly?.text ?? ''))
  return isRead && calculation === null && initial === null && setBy.length === 0
}

/** Whether a word of `appearance` affects how a question is asked; the others are reported. */
export const isUsedAppearance = (field: SourceField, shown: FieldType, word: string): boolean => {
  if (isObeyed(shown, word)) return true
  const { type, options, appearance } = field
  switch (type) {
    case 'text':
      return word === 'multiline' || (word === 'numbers' && !appearance.includes('multiline'))
    case 'integer':
    case 'decimal':
      return word === 'numbers'
    case 'range':
      return word === 'rating' || word === 'no-ticks'
    case 'image':
      return /^(signature|draw|annotate)$/.test(word)
    case 'geotrace':
    case 'geoshape':
      // They always have a map to draw on.
      return /^(maps|placement-map)$/.test(word)
    case 'select_one':
    case 'select_multiple':
      // Several of a form's own options are always CHECKBOX.
      if (word === 'vertical') return shown === 'RADIO' || shown === 'CHECKBOX'
      if (type === 'select_multiple' && options?.kind === 'list') return false
      return listWords.test(word)
    default:
      return false
  }
}
