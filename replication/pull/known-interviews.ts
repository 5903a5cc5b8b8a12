import * as v from 'valibot'
import type { Database } from '../../collections/database.ts'
import { recoveryEntries, unfinishedInterviews, waitingItems } from '../../collections/queries.ts'
import { payloadOf, type RecoveryDoc } from '../../collections/schemas/recovery.ts'
import type { FieldKinds } from '../rows/field-kinds.ts'
import { isSameInterview } from '../rows/same-interview.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import { SubmissionCreateRequest } from '../wire/requests.ts'

/**
 * An interview of this device that a row may belong to although no submission has the row's id, because the answer
 * to its request was lost or another phone sent it.
 */
export interface KnownInterview {
  /** Where it is: in the outbox, in Recovery, or among the drafts. */
  readonly kind: 'outbox' | 'recovery' | 'draft'
  /** The id of the submission, the entry or the draft. */
  readonly id: string
  /** The body that was sent, or would be now. */
  readonly sent: SubmissionCreateRequest
  /** Whether a request of it may have reached the server; if not, only its key identifies a row. */
  readonly inDoubt: boolean
}

/** Reads them all, which are only as many as there is unsent work. */
export const readKnownInterviews = async (db: Database): Promise<readonly KnownInterview[]> =>
  (await Promise.all([waitingInterviews(db), recoveredInterviews(db), unfinished(db)])).flat()

/** Whether a row is this interview. */
export const isKnownAs = (
  { sent, inDoubt }: KnownInterview,
  row: SubmissionRow,
  kinds: FieldKinds,
): boolean =>
  inDoubt
    ? isSameInterview(row, sent, kinds)
    : row.client_key !== '' && row.client_key === sent.client_key

const waitingInterviews = async (db: Database): Promise<readonly KnownInterview[]> => {
  const items = await waitingItems(undefined, 100_000).build(db.outbox).exec()
  return items.flatMap((doc): readonly KnownInterview[] => {
    const item = doc.toMutableJSON()
    const sent = v.safeParse(SubmissionCreateRequest, item.payload)
    if (item.type !== 'SUBMISSION' || !sent.success) return []
    return [{ kind: 'outbox', id: item.submission_id, sent: sent.output, inDoubt: item.in_doubt }]
  })
}

const recoveredInterviews = async (db: Database): Promise<readonly KnownInterview[]> => {
  const entries = await recoveryEntries(10_000).build(db.recovery).exec()
  return entries.flatMap((doc): readonly KnownInterview[] => {
    const entry = doc.toMutableJSON() as RecoveryDoc
    const { item, sent } = payloadOf(entry)
    const body = v.safeParse(SubmissionCreateRequest, sent)
    if (entry.kind !== 'create' || !body.success) return []
    return [{ kind: 'recovery', id: entry.id, sent: body.output, inDoubt: item.in_doubt }]
  })
}

const unfinished = async (db: Database): Promise<readonly KnownInterview[]> => {
  const drafts = await unfinishedInterviews(undefined, 10_000).build(db.drafts).exec()
  return drafts.flatMap((doc): readonly KnownInterview[] => {
    const draft = doc.toMutableJSON()
    if (draft.submission_id !== '') return []
    const before = v.safeParse(SubmissionCreateRequest, draft.sent_before?.body)
    if (before.success) {
      return [{ kind: 'draft', id: draft.id, sent: before.output, inDoubt: true }]
    }
    const { form_id, latitude, longitude, created_at, client_key } = draft
    const sent = { form_id, latitude, longitude, created_at, client_key, answers: [] }
    return [{ kind: 'draft', id: draft.id, sent, inDoubt: false }]
  })
}
