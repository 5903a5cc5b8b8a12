import { withoutAddresses } from '../../collections/file-answers.ts'
import { answerAt, fieldOfAnswerKey } from '../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import type { FieldKinds } from './field-kinds.ts'
import { listsFiles } from './listed-files.ts'
import type { FieldKind } from '../wire/field-types.ts'
import { entriesToAnswers, rowAnswers } from './submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { SubmissionCreateRequest } from '../wire/requests.ts'

/**
 * Whether a row is the interview that a request carried. The client key decides alone. Without one, form, time and
 * place must be equal. Then an echoed `tempId` decides; it never decides alone, because two phones may create the
 * same one in the same millisecond. Without either, the answers decide. The comparison allows for what a server may
 * change: it trims texts, reads numbers as numbers, takes coordinates and times at the server's precision, and
 * ignores the order of entries (decisions 4, 7).
 */
export const isSameInterview = (
  row: SubmissionRow,
  sent: SubmissionCreateRequest,
  kinds: FieldKinds,
): boolean =>
  isSame(
    {
      ...row,
      latitude: row.latitude ?? null,
      longitude: row.longitude ?? null,
      answers: () => rowAnswers(row, kinds),
    },
    {
      ...sent,
      client_key: sent.client_key ?? '',
      tempId: sent.tempId ?? '',
      answers: () => entriesToAnswers(sent.answers, kinds),
    },
    kinds,
  )

/** Whether a submission that was fetched as a row is an interview that this device has as unsent. */
export const isRowOfUnsent = (
  fetched: SubmissionDoc,
  unsent: SubmissionDoc,
  kinds: FieldKinds,
): boolean =>
  isSame(
    { ...fetched, tempId: '', answers: () => fetched.answers },
    { ...unsent, tempId: unsent.id, answers: () => withoutAddresses(unsent.answers, unsent.files) },
    kinds,
  )

/** What of an interview, on either side, says which one it is. */
interface Compared {
  readonly client_key: string
  readonly form_id: string
  readonly created_at: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly tempId: string
  readonly answers: () => Readonly<Record<string, Answer>>
}

const isSame = (kept: Compared, sent: Compared, kinds: FieldKinds): boolean => {
  if (kept.client_key !== '' && sent.client_key !== '') return kept.client_key === sent.client_key
  const isSameOrigin =
    kept.form_id === sent.form_id &&
    isSameTime(kept.created_at, sent.created_at) &&
    isSamePlace(kept.latitude, sent.latitude) &&
    isSamePlace(kept.longitude, sent.longitude)
  if (!isSameOrigin) return false
  if (kept.tempId !== '' && sent.tempId !== '') {
    if (kept.tempId !== sent.tempId) return false
    // Without a place, only the answers distinguish the interviews of two phones.
    if (sent.latitude !== null) return true
  }
  return areSameAnswers(kept.answers(), sent.answers(), kinds)
}

/** Whether two times are at most a second apart, because servers drop or round milliseconds. */
export const isSameTime = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= 1000

/** Whether two coordinates are equal at the precision of the server's, which may be rounded or cut off. */
const isSamePlace = (kept: number | null, sent: number | null): boolean => {
  if (kept === null || sent === null) return kept === sent
  const decimals = String(kept).split('.')[1]?.length ?? 0
  // 1e-9 allows for the error of floating-point arithmetic.
  return Math.abs(kept - sent) <= 10 ** -decimals + 1e-9
}

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
