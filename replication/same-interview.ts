import { isFileList } from '../collections/file-answers.ts'
import { fieldOfAnswerKey } from '../collections/ids.ts'
import type { Answer } from '../collections/schemas/submissions.ts'
import type { FieldKinds } from './field-kinds.ts'
import type { FieldKind } from './wire/field-types.ts'
import { entriesToAnswers, rowAnswers } from './submission-rows.ts'
import type { SubmissionRow } from './wire/answers.ts'
import type { SubmissionCreateRequest } from './wire/requests.ts'

/**
 * Whether a row is the interview that a request carried. A key or an echoed `tempId` decides alone. Otherwise
 * form, time, place and answers do, each as a server may have kept it: texts trimmed, numbers as numbers,
 * coordinates and times at the server's precision, entries in any order (decisions 4, 7).
 */
export const isSameInterview = (
  row: SubmissionRow,
  sent: SubmissionCreateRequest,
  kinds: FieldKinds,
): boolean => {
  if (row.client_key !== '' && (sent.client_key ?? '') !== '') {
    return row.client_key === sent.client_key
  }
  if (row.form_id !== sent.form_id) return false
  if (row.tempId !== '' && (sent.tempId ?? '') !== '') return row.tempId === sent.tempId
  return (
    isSameTime(row.created_at, sent.created_at) &&
    isSamePlace(row.latitude, sent.latitude) &&
    isSamePlace(row.longitude, sent.longitude) &&
    areSameAnswers(rowAnswers(row, kinds), entriesToAnswers(sent.answers, kinds), kinds)
  )
}

/** Many servers drop milliseconds, some round them. */
const isSameTime = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= 1000

/** Equal at the precision of the server's number, which may be rounded or cut off. */
const isSamePlace = (kept: number | null, sent: number | null): boolean => {
  if (kept === null || sent === null) return kept === sent
  const decimals = String(kept).split('.')[1]?.length ?? 0
  // The smallest difference keeps what arithmetic adds out of the comparison.
  return Math.abs(kept - sent) <= 10 ** -decimals + 1e-9
}

/** Whether two interviews say the same. Files follow the answers, so where nothing was sent their addresses do not count. */
export const areSameAnswers = (
  kept: Readonly<Record<string, Answer>>,
  sent: Readonly<Record<string, Answer>>,
  kinds: FieldKinds,
): boolean => {
  const keys = new Set([...Object.keys(kept), ...Object.keys(sent)])
  return [...keys].every(key => {
    const [one, other] = [kept[key] ?? '', sent[key] ?? '']
    if (other.length === 0 && isFileList(one)) return true
    return isSameAnswer(one, other, kinds(fieldOfAnswerKey(key).fieldId))
  })
}

/** Whether two answers to a field are the same. */
export const isSameAnswer = (one: Answer, other: Answer, kind: FieldKind | undefined): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    const trimmed = other.map(text => text.trim())
    if (kind === 'ordered list')
      return one.map(text => text.trim()).join('\n') === trimmed.join('\n')
    return one.length === other.length && one.every(text => trimmed.includes(text.trim()))
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
    case 'text':
      return false
  }
}

/** A number whose zeros mean nothing, as those of a phone number do. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

const textOf = (answer: Answer): string =>
  typeof answer === 'string' ? answer.trim() : answer.length === 0 ? '' : JSON.stringify(answer)
