import type { FieldType } from '../../../replication/wire/field-types.ts'
import { asciiDigits, asciiNumber } from '../../lib/ascii-digits.ts'
import { isEmail } from '../../lib/is-email.ts'
import { isPrefixOnly } from '../../lib/phone/phone.ts'
import {
  fileMaxBytes,
  imageMaxBytes,
  passwordFieldMinLength,
  phoneMaxDigits,
  phoneMinDigits,
} from '../../limits.ts'
import { boxes, choice, radio, select } from './choices.ts'
import { datePart, dateProblem, typedDate } from './dates.ts'
import { isMasked, line, linePx, joinedText, type FieldTypeRules } from './field-type.ts'
import { isNumber, numberOrText } from './numbers.ts'
import { momentProblem, textReading, timeProblem, zonedMoment } from './moments.ts'
import { isPosition, positionReading } from './positions.ts'
import { isShape, isTrace, traceReading } from './traces.ts'

const number: FieldTypeRules<{ readonly kind: 'number' }> = {
  ...line,
  normalize: asciiNumber,
  problem: text => (isNumber(text) ? null : { kind: 'number' }),
  toLogic: numberOrText,
}

const files: FieldTypeRules<never> = {
  ...line,
  isCopied: false,
  read: answer => ({ kind: 'files', text: joinedText(answer) }),
  heightPx: () => linePx + 24,
}

const photos: FieldTypeRules<never> = {
  ...files,
  files: { maxBytes: imageMaxBytes, arePhotos: true },
}

const trace: FieldTypeRules<never> = {
  ...line,
  isCopied: false,
  normalize: asciiDigits,
  heightPx: () => linePx + 44,
}

/** The answer of a ticked ACKNOWLEDGE. WARNING: persisted, and imported forms compare with it. */
export const acknowledged = 'OK'

/** Every type in one table; what a type does not define is as in a line of text. */
const rules = {
  TEXT: {
    ...line,
    // The form's pattern of a telephone or an identity card knows only 0 to 9.
    normalize: (typed, { isNumeric }) => (isNumeric ? asciiDigits(typed) : typed),
    read: (answer, _options, appearance) =>
      isMasked({ appearance }) ? { kind: 'secret' } : textReading(answer),
    isDistinctive: true,
  },
  TEXTAREA: { ...line, heightPx: () => 100 },
  EMAIL: {
    ...line,
    problem: text => (isEmail(text) ? null : ({ kind: 'email' } as const)),
  },
  NUMBER: number,
  PASSWORD: {
    ...line,
    isCopied: false,
    problem: text =>
      text.length < passwordFieldMinLength
        ? ({ kind: 'password', minLength: passwordFieldMinLength } as const)
        : null,
    read: () => ({ kind: 'secret' }),
  },
  TEL: {
    ...line,
    isBlank: text => line.isBlank(text) || isPrefixOnly(text),
    problem: text => (isPhone(text) ? null : ({ kind: 'phone' } as const)),
    read: answer => {
      const text = joinedText(answer)
      return { kind: hasPhoneDigits(text) ? 'text' : 'incomplete', text }
    },
  },
  DATE: {
    ...line,
    normalize: typedDate,
    problem: dateProblem,
    read: (answer, _options, appearance) => ({
      kind: datePart(appearance),
      text: joinedText(answer),
    }),
  },
  RADIO: radio,
  CHECKBOX: boxes,
  SELECT: select,
  FILE: { ...files, files: { maxBytes: fileMaxBytes, arePhotos: false } },
  IMAGE: photos,
  SIGNATURE: photos,
  SKETCH: photos,
  AUDIO: { ...files, files: { maxBytes: fileMaxBytes, arePhotos: false } },
  BARCODE: { ...line, isCopied: false },
  NOTE: { ...line, heightPx: () => 0 },
  ACKNOWLEDGE: {
    ...line,
    // Each respondent gives their own consent.
    isCopied: false,
    // A text from before the question asked for consent is none.
    isBlank: text => text !== acknowledged,
    read: answer => {
      const text = joinedText(answer)
      return text === acknowledged ? { kind: 'acknowledged' } : { kind: 'text', text }
    },
    heightPx: () => linePx,
  },
  GEOPOINT: {
    ...line,
    isCopied: false,
    normalize: asciiDigits,
    problem: text => (isPosition(text) ? null : ({ kind: 'geopoint' } as const)),
    read: positionReading,
    heightPx: () => linePx + 44,
  },
  GEOTRACE: {
    ...trace,
    problem: text => (isTrace(text) ? null : ({ kind: 'geotrace' } as const)),
    read: answer => traceReading(answer, false),
  },
  GEOSHAPE: {
    ...trace,
    problem: text => (isShape(text) ? null : ({ kind: 'geoshape' } as const)),
    read: answer => traceReading(answer, true),
  },
  TIME: {
    ...line,
    normalize: asciiDigits,
    problem: timeProblem,
    read: answer => ({ kind: 'time', text: joinedText(answer) }),
  },
  DATETIME: {
    ...line,
    normalize: zonedMoment,
    problem: momentProblem,
    read: answer => ({ kind: 'moment', text: joinedText(answer) }),
  },
  RANGE: { ...number, heightPx: () => linePx + 24 },
  RATING: { ...number, range: { min: 1, max: 5, step: 1 } },
  RANK: { ...choice, fromList: line.fromList },
} satisfies Readonly<Record<FieldType, FieldTypeRules>>

/** The problems that types find in answers. */
export type TypeProblem = NonNullable<ReturnType<(typeof rules)[FieldType]['problem']>>

/** The rules of a field type. */
export const typeOf = (type: FieldType): FieldTypeRules<TypeProblem> => rules[type]

const phonePattern = /^\+?[\d\s().-]+$/

/** Whether a text has as many digits as a phone number (5.14). */
const hasPhoneDigits = (text: string): boolean => {
  const digits = text.replace(/\D/g, '').length
  return digits >= phoneMinDigits && digits <= phoneMaxDigits
}

/** Whether a text is a phone number: digits, and the characters that people put between them. */
const isPhone = (text: string): boolean => phonePattern.test(text.trim()) && hasPhoneDigits(text)
