import * as v from 'valibot'
import type { Database } from '../../collections/database.ts'
import { unfinishedInterviews, waitingItems } from '../../collections/queries.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import { payloadOf } from '../../collections/interview/refusals.ts'
import { entriesIn } from '../../collections/recovery-entries.ts'
import type { Sent } from '../rows/find-interview.ts'
import { SubmissionCreateRequest } from '../wire/requests.ts'

/**
 * An interview of this device that a row may belong to although no submission has the row's id, because the answer
 * to its request was lost or another phone sent it.
 */
export interface KnownInterview extends Sent {
  /** Where it is: in the outbox, in Recovery, or being filled in. */
  readonly kind: 'outbox' | 'recovery' | 'draft'
  /** The id of the interview. */
  readonly id: string
}

type Reader = (transaction: Transaction, db: Database) => Promise<readonly KnownInterview[]>

/** Reads them all, which are only as many as there is unsent work. */
export const readKnownInterviews = async (
  transaction: Transaction,
  db: Database,
): Promise<readonly KnownInterview[]> => [
  ...(await waitingInterviews(transaction, db)),
  ...(await recoveredInterviews(transaction, db)),
  ...(await unfinished(transaction, db)),
]

const waitingInterviews: Reader = async (transaction, db) => {
  const items = await transaction.find(db.outbox, waitingItems(undefined, 100_000))
  return items.flatMap((item): readonly KnownInterview[] => {
    const sent = v.safeParse(SubmissionCreateRequest, item.payload)
    if (item.type !== 'SUBMISSION' || !sent.success) return []
    return [{ kind: 'outbox', id: item.submission_id, sent: sent.output, inDoubt: item.in_doubt }]
  })
}

const recoveredInterviews: Reader = async (transaction, db) => {
  const entries = await entriesIn(transaction, db)
  return entries.flatMap((entry): readonly KnownInterview[] => {
    const { item, sent } = payloadOf(entry)
    const body = v.safeParse(SubmissionCreateRequest, sent)
    if (entry.kind !== 'create' || !body.success) return []
    return [{ kind: 'recovery', id: entry.id, sent: body.output, inDoubt: item.in_doubt }]
  })
}

const unfinished: Reader = async (transaction, db) => {
  const interviews = await transaction.find(db.submissions, unfinishedInterviews())
  return interviews.flatMap((interview): readonly KnownInterview[] => {
    const { id, state, work } = interview
    if (state !== 'open') return []
    const before = v.safeParse(SubmissionCreateRequest, work?.sent_before?.body)
    if (before.success) return [{ kind: 'draft', id, sent: before.output, inDoubt: true }]
    const { form_id, created_at, client_key } = interview
    const { latitude = null, longitude = null } = work ?? {}
    const sent = { form_id, latitude, longitude, created_at, client_key, answers: [] }
    return [{ kind: 'draft', id, sent, inDoubt: false }]
  })
}
