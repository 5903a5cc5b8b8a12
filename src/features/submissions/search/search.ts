import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { phraseOf, phrasesOf, searchable, soughtFor } from '../../../lib/searchable.ts'
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
    const phrase = phraseOf(tokens.slice(at, at + length).join(' '))
    if (phrase !== '') terms.push({ phrase, day: read?.typed ?? null })
    at += length
  }
  return terms
}

/** Whether a submission meets every condition: by its survey, its place, its answers, or its day. */
export const isFound = (submission: Searched, terms: readonly Term[]): boolean => {
  const { formName, address, city, created_at, answers } = submission
  const texts = [formName, address, city, ...Object.values(answers).flat()]
  const phrases = phrasesOf(texts)
  const made = new Date(created_at)
  return terms.every(
    ({ phrase, day }) => (day !== null && isOn(day, made)) || phrases.includes(soughtFor(phrase)),
  )
}
