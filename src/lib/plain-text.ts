import { asciiDigits } from './ascii-digits.ts'

/** The marks above and below letters that people leave out when they search: Latin accents, Arabic vowel signs. */
const marks = /[\u0300-\u036F\u064B-\u065F\u0670]/g

/** A text as it is compared in a search: without capitals, accents and typographic apostrophes, its digits as 0 to 9. */
export const plainText = (text: string): string =>
  asciiDigits(text.normalize('NFKD').replaceAll(marks, '').replaceAll('’', "'")).toLowerCase()
