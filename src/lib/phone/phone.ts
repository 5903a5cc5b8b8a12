import { asciiDigits } from '../ascii-digits.ts'
import { leadingCode } from './dial-codes.ts'

/** A phone number as the input shows it: the dial code with its plus, and the digits after it. */
interface Phone {
  readonly code: string
  readonly digits: string
}

const onlyDigits = (text: string): string => asciiDigits(text).replace(/\D/g, '')

/** Whether a stored number holds only a country's prefix, which counts as empty (5.14). */
export const isPrefixOnly = (value: string): boolean => {
  const digits = onlyDigits(value)
  return value.trim().startsWith('+') && (digits === '' || leadingCode(digits) === digits)
}

/** Splits a stored number in two; without a known code it keeps all its digits. */
export const splitPhone = (value: string, defaultCode: string): Phone => {
  const digits = onlyDigits(value)
  const code = value.trim().startsWith('+') ? leadingCode(digits) : ''
  return code === ''
    ? { code: defaultCode, digits }
    : { code: `+${code}`, digits: digits.slice(code.length) }
}

/** A number as it is stored: plus, code, digits; '' without digits. WARNING: persisted. */
export const joinPhone = ({ code, digits }: Phone): string =>
  digits === '' ? '' : `${code}${digits}`

/**
 * The phone number that a typed or pasted text stands for: digits only, at most `maxDigits` with the code (5.14). A
 * number with its own code, after a plus or two zeros, replaces the chosen code. The leading zero for calls within a
 * country is dropped, except where the numbering plan needs it.
 */
export const typedPhone = (text: string, chosenCode: string, maxDigits: number): Phone => {
  const { code, digits } = splitPhone(text.replace(/^\s*00/, '+'), chosenCode)
  const room = maxDigits - onlyDigits(code).length
  const significant = keepsZero.has(code) ? digits : digits.replace(/^0+/, '')
  return { code, digits: significant.slice(0, room) }
}

/** Italy, San Marino, the Vatican, and the West and Central African plans whose numbers begin with 0. */
const keepsZero: ReadonlySet<string> = new Set([
  '+39',
  '+378',
  '+379',
  '+225',
  '+229',
  '+241',
  '+242',
])

/** The text of the box while a number with its own code is typed digit by digit; null when none is. */
export const typedCode = (text: string, maxDigits: number): string | null => {
  const international = asciiDigits(text).trim().replace(/^00/, '+')
  return international.startsWith('+') ? `+${onlyDigits(international).slice(0, maxDigits)}` : null
}
