import { answerAt, fieldOfAnswerKey } from '../../collections/ids.ts'
import type { Answer } from '../../collections/schemas/submissions.ts'
import type { FieldKind } from '../wire/field-types.ts'
import type { FieldKinds } from './field-kinds.ts'
import { listsFiles } from './listed-files.ts'

/**
 * Compares answers as far as a server may change them: it trims texts, reads numbers as numbers, and ignores the order of
 * lists (decisions 4, 7).
 */

/**
 * Whether two interviews have the same answers. Addresses of files do not count where none were sent, because files
 * are sent after the answers.
 */
export const areSameAnswers = (
  kept: Readonly<Record<string, Answer>>,
  sent: Readonly<Record<string, Answer>>,
  kinds: FieldKinds,
): boolean => {
  const keys = new Set([...Object.keys(kept), ...Object.keys(sent)])
  return [...keys].every(key => {
    const isUnsent = (answerAt(sent, key) ?? '').length === 0
    const kind = kinds(fieldOfAnswerKey(key).fieldId)
    if (isUnsent && listsFiles(answerAt(kept, key), kind)) return true
    return isSameAt(kept, sent, key, kinds)
  })
}

/** Whether two interviews have the same answer for an answer key. */
export const isSameAt = (
  one: Readonly<Record<string, Answer>>,
  other: Readonly<Record<string, Answer>>,
  key: string,
  kinds: FieldKinds,
): boolean =>
  isSameAnswer(
    answerAt(one, key) ?? '',
    answerAt(other, key) ?? '',
    kinds(fieldOfAnswerKey(key).fieldId),
  )

/** Whether two answers to a field are the same. */
export const isSameAnswer = (one: Answer, other: Answer, kind: FieldKind | undefined): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    const lists = [one, other].map(list => list.map(text => text.trim()))
    const [a, b] = kind === 'ordered list' ? lists : lists.map(list => list.sort())
    return JSON.stringify(a) === JSON.stringify(b)
  }
  const [a, b] = [textOf(one), textOf(other)]
  if (a === b) return true
  switch (kind) {
    case 'number':
      return a !== '' && b !== '' && Number(a) === Number(b)
    case 'date':
      return a.slice(0, 10) === b.slice(0, 10)
    case undefined:
      return plainNumber.test(a) && plainNumber.test(b) && Number(a) === Number(b)
    case 'list':
    case 'ordered list':
    case 'files':
    case 'text':
      return false
  }
}

/** A number without leading zeros, which mean something in a phone number. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

const textOf = (answer: Answer): string =>
  typeof answer === 'string' ? answer.trim() : answer.length === 0 ? '' : JSON.stringify(answer)
