import { asciiDigits } from './ascii-digits.ts'
import { leadingCode } from './dial-codes.ts'

/** A phone number as the input shows it: the dial code with its plus sign, and the digits after it. */
export interface Phone {
  readonly code: string
  readonly digits: string
}

const onlyDigits = (text: string): string => asciiDigits(text).replace(/\D/g, '')

/** Whether a stored number holds nothing but a country's prefix, which counts as empty (5.14). */
export const isPrefixOnly = (value: string): boolean => {
  const digits = onlyDigits(value)
  return value.trim().startsWith('+') && (digits === '' || leadingCode(digits) === digits)
}

/** A stored number in its two parts; one without a known code keeps all its digits. */
export const splitPhone = (value: string, defaultCode: string): Phone => {
  const digits = onlyDigits(value)
  const code = value.trim().startsWith('+') ? leadingCode(digits) : ''
  return code === ''
    ? { code: defaultCode, digits }
    : { code: `+${code}`, digits: digits.slice(code.length) }
}

/** A number as it is stored: plus, code, digits; '' while no digit was typed. WARNING: persisted. */
export const joinPhone = ({ code, digits }: Phone): string =>
  digits === '' ? '' : `${code}${digits}`

/**
 * What a typed or pasted text leaves in the digits box: digits only, and no more than
 * `maxDigits` with the code (5.14).
 * A pasted number that brings its own code replaces the chosen one.
 */
export const typedPhone = (text: string, chosenCode: string, maxDigits: number): Phone => {
  const { code, digits } = splitPhone(text, chosenCode)
  const room = maxDigits - onlyDigits(code).length
  return { code, digits: digits.slice(0, room) }
}
