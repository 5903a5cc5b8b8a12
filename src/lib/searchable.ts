import { asciiDigits } from './ascii-digits.ts'

/** Marks above and below letters that people omit in a search: Latin accents, Arabic vowel signs. */
const marks = /[\u0300-\u036F\u064B-\u065F\u0670]/g

/** A text as a search compares it: without capitals, accents and typographic apostrophes, digits as 0 to 9. */
export const searchable = (text: string): string =>
  asciiDigits(text.normalize('NFKD').replaceAll(marks, '').replaceAll('’', "'")).toLowerCase()

/** The words of a search, each as it is compared; a text matches when it contains all of them, in any order. */
export const searchWords = (query: string): readonly string[] =>
  searchable(query).split(/\s+/).filter(Boolean)
