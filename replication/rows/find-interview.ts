import { withoutAddresses } from '../../collections/file-answers.ts'
import { baseFields } from '../../collections/operation-log.ts'
import type { Answer, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { SubmissionCreateRequest } from '../wire/requests.ts'
import type { FieldKinds } from './field-kinds.ts'
import { areSameAnswers } from './same-answers.ts'
import { entriesToAnswers, rowAnswers } from './row-answers.ts'
import { toCreateRequest } from './submission-rows.ts'

/**
 * The one place that says which interview a row or a document is. Its id on the server has been looked up before. The
 * client key decides alone. Without one, form, time and place must be equal. Then an echoed `tempId` decides; it never
 * decides alone, because two phones may create the same one in the same millisecond. Without either, the answers decide.
 * The comparison allows for what a server may change: coordinates and times at its precision, and answers as
 * same-answers.ts says (decisions 4, 7).
 */

/** An interview whose request may have made a row; if it has not left, only its key identifies a row. */
export interface Sent {
  /** The body that was sent, or would be now. */
  readonly sent: SubmissionCreateRequest
  /** Whether a request of it may have reached the server. */
  readonly inDoubt: boolean
}

/** The first of the interviews that a row is; undefined when it is none of them. */
export const interviewOfRow = <Interview extends Sent>(
  row: SubmissionRow,
  interviews: readonly Interview[],
  kinds: FieldKinds,
): Interview | undefined =>
  interviews.find(({ sent, inDoubt }) =>
    inDoubt
      ? isSameInterview(row, sent, kinds)
      : row.client_key !== '' && row.client_key === sent.client_key,
  )

/** The first of the rows that a request made; undefined when it made none of them. */
export const rowOfRequest = (
  rows: readonly SubmissionRow[],
  sent: SubmissionCreateRequest,
  kinds: FieldKinds,
): SubmissionRow | undefined => rows.find(row => isSameInterview(row, sent, kinds))

/** The submission that a further row is a copy of: it says what the server has confirmed of it. */
export const originalOfCopy = (
  row: SubmissionRow,
  submissions: readonly SubmissionDoc[],
  kinds: FieldKinds,
): SubmissionDoc | undefined =>
  submissions.find(stored => {
    const base = baseFields<SubmissionDoc>(stored.crdts)
    if (base === null || stored.server_id === row.id) return false
    const known = { ...stored, ...base }
    const answers = withoutAddresses(known.answers, known.files)
    const sent = { ...toCreateRequest({ ...known, answers }), client_key: '' }
    return isSameInterview(row, sent, kinds)
  })

/** The one of the submissions, fetched as rows, that an interview has become which is unsent elsewhere. */
export const rowOfUnsent = (
  fetched: readonly SubmissionDoc[],
  unsent: SubmissionDoc,
  kinds: FieldKinds,
): SubmissionDoc | undefined =>
  fetched.find(other =>
    isSame(
      { ...other, tempId: '', answers: () => other.answers },
      {
        ...unsent,
        tempId: unsent.id,
        answers: () => withoutAddresses(unsent.answers, unsent.files),
      },
      kinds,
    ),
  )

/** Whether a listed row with the key of a request has the answers that the request carried. */
export const isAnswerTo = (
  row: SubmissionRow,
  sent: SubmissionCreateRequest,
  kinds: FieldKinds,
): boolean =>
  row.client_key === (sent.client_key ?? '') &&
  areSameAnswers(rowAnswers(row, kinds), entriesToAnswers(sent.answers, kinds), kinds)

/** Whether a row has the key under which a document is sent. */
export const hasKeyOf = (
  row: Pick<SubmissionRow, 'client_key'>,
  { client_key, id }: Pick<SubmissionDoc, 'client_key' | 'id'>,
): boolean => row.client_key === (client_key || id)

/** What is compared when a row has the same id on the server. */
type Made = Pick<SubmissionDoc, 'client_key' | 'created_at'>

/** Whether two documents with the same row are one interview: a restored server may give an id again. */
export const isSameDocument = (one: Made, other: Made): boolean =>
  one.client_key === ''
    ? isSameTime(one.created_at, other.created_at)
    : one.client_key === other.client_key

/** Whether a row is of the time of this document, and not of that one. */
export const isMadeWith = (
  row: Pick<SubmissionRow, 'created_at'>,
  one: Pick<Made, 'created_at'>,
  other?: Pick<Made, 'created_at'>,
): boolean =>
  isSameTime(row.created_at, one.created_at) &&
  (other === undefined || !isSameTime(row.created_at, other.created_at))

/** Whether a row is the interview that a request carried. */
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
const isSameTime = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= 1000

/** Whether two coordinates are equal at the precision of the server's, which may be rounded or cut off. */
const isSamePlace = (kept: number | null, sent: number | null): boolean => {
  if (kept === null || sent === null) return kept === sent
  const decimals = String(kept).split('.')[1]?.length ?? 0
  // 1e-9 allows for the error of floating-point arithmetic.
  return Math.abs(kept - sent) <= 10 ** -decimals + 1e-9
}
