import { asciiDigits } from '../../lib/ascii-digits.ts'

/** More digits are a typing error. */
const mostDigits = 12

/** The PIN in what was typed: digits of any script become those from 0 to 9, and everything else is left out. */
export const cleanPin = (typed: string): string =>
  asciiDigits(typed).replaceAll(/\D/g, '').slice(0, mostDigits)
