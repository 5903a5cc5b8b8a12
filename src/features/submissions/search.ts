import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { searchable } from '../../lib/searchable.ts'
import { dateText } from '../../messages/app/time.ts'

type Searched = Pick<SubmissionDoc, 'formName' | 'address' | 'city' | 'created_at' | 'answers'>

/** The words of a search; none for an empty one. */
export const searchWords = (query: string): readonly string[] =>
  plain(query).split(/\s+/).filter(Boolean)

/** Whether every word occurs in a submission's form, place, day or answers, in any order. */
export const isFound = (submission: Searched, words: readonly string[]): boolean => {
  const { formName, address, city, created_at, answers } = submission
  const texts = [formName, address, city, dateText(created_at), ...Object.values(answers).flat()]
  const text = plain(texts.join('\n'))
  return words.every(word => text.includes(word))
}

/** Splits option values such as 'piped-water' into words. */
const plain = (text: string): string => searchable(text).replaceAll(/[_-]+/g, ' ')
