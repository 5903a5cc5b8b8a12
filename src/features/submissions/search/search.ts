import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { searchable } from '../../../lib/searchable.ts'
import { isOn, readDay, type TypedDay } from './typed-days.ts'

type Searched = Pick<SubmissionDoc, 'formName' | 'address' | 'city' | 'created_at' | 'answers'>

/** One condition of a search: what must occur, or else the day on which the submission was made. */
export interface Term {
  /** Words that must follow each other, such as those of 'WP-104'. */
  readonly phrase: string
  readonly day: TypedDay | null
}

/** The conditions of a search, in any order; none for an empty one. */
export const searchTerms = (query: string, nowMs: number): readonly Term[] => {
  const tokens = searchable(query)
    .split(/[\s,،]+/)
    .filter(Boolean)
  const terms: Term[] = []
  for (let at = 0; at < tokens.length;) {
    const read = readDay(tokens.slice(at), nowMs)
    const length = read?.length ?? 1
    const phrase = wordsOf(tokens.slice(at, at + length).join(' '))
    if (phrase !== '') terms.push({ phrase, day: read?.typed ?? null })
    at += length
  }
  return terms
}

/** Whether a submission meets every condition: by its survey, its place, its answers, or its day. */
export const isFound = (submission: Searched, terms: readonly Term[]): boolean => {
  const { formName, address, city, created_at, answers } = submission
  const texts = [formName, address, city, ...Object.values(answers).flat()]
  const text = texts.map(each => ` ${wordsOf(each)} `).join('|')
  const made = new Date(created_at)
  return terms.every(
    ({ phrase, day }) => (day !== null && isOn(day, made)) || hasPhrase(text, phrase),
  )
}

/** Languages that write without spaces between words. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A word is found from its beginning, because it may not be typed to its end; a short number only as a whole. */
const hasPhrase = (text: string, phrase: string): boolean => {
  if (unspaced.test(phrase)) return text.includes(phrase)
  return text.includes(/(?:^| )\d{1,2}$/.test(phrase) ? ` ${phrase} ` : ` ${phrase}`)
}

/** The letters and digits of a text in words, without the article that Arabic writes before one. */
const wordsOf = (text: string): string =>
  searchable(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(word => word.replace(/^ال(?=..)/, ''))
    .filter(Boolean)
    .join(' ')
