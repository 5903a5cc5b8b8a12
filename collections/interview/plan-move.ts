import type { RxDocumentData } from 'rxdb'
import type { Database } from '../database.ts'
import { documentOf, putLogged, withLocal, type NextLog } from './logged.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import type { SubmissionDoc } from '../schemas/submissions.ts'
import { moves, type InterviewEvent, type Standing } from './machine.ts'

/** The state of a stored document. */
const standingOf = (
  stored: Pick<RxDocumentData<SubmissionDoc>, '_deleted' | 'state'> | null,
): Standing => (stored === null || stored._deleted ? 'gone' : stored.state)

/** Whether a document is a submission of the lists, or one whose deletion is to be sent: neither in the bin nor gone. */
export const isSubmitted = <Doc extends Pick<RxDocumentData<SubmissionDoc>, '_deleted' | 'state'>>(
  stored: Doc | null | undefined,
): stored is Doc & { _deleted: false } =>
  stored != null && !stored._deleted && stored.state !== 'binned'

/** The submission as the transaction leaves it; null when there is none, and when it is in the bin. */
export const submittedIn = async (
  transaction: Transaction,
  db: Pick<Database, 'submissions'>,
  id: string,
): Promise<RxDocumentData<SubmissionDoc> | null> => {
  const stored = await transaction.stored(db.submissions, id)
  return isSubmitted(stored) ? stored : null
}

/** The submission as it is stored; null when there is none, and when it is in the bin. */
export const findSubmitted = async (
  db: Pick<Database, 'submissions'>,
  id: string,
): Promise<RxDocumentData<SubmissionDoc> | null> => {
  const [stored] = await db.submissions.storageInstance.findDocumentsById([id], false)
  return isSubmitted(stored) ? stored : null
}

/** The next log of a submission; null leaves it as it is. */
type MoveRule = (
  stored: RxDocumentData<SubmissionDoc> | null,
  transaction: Transaction,
) => Promise<NextLog<SubmissionDoc> | null> | NextLog<SubmissionDoc> | null

/**
 * Plans what an event makes of a submission: its next log, which leads to one of the states that the machine has for the
 * event. Returns whether it is written: not where the event means nothing, or the rule leaves it. Throws when the rule
 * leads to another state.
 */
export const planMove = async (
  transaction: Transaction,
  db: Pick<Database, 'submissions'>,
  id: string,
  event: InterviewEvent,
  next: MoveRule,
): Promise<boolean> => {
  const stored = await transaction.stored(db.submissions, id)
  const from = standingOf(stored)
  const allowed = moves[from][event]
  if (allowed.length === 0) return false
  const log = await next(stored, transaction)
  if (log === null) return false
  const document = withLocal(await documentOf(db.submissions, log), stored, log.local)
  const to = standingOf(document as RxDocumentData<SubmissionDoc>)
  if (!allowed.includes(to))
    throw new Error(`A submission cannot be ${to} after ${from}: ${event}.`)
  if (bySurveyor.has(event)) await transaction.put(db.submissions, document)
  else await putLogged(transaction, db.submissions, document)
  return true
}

/** What RxDB's replication pushes, because it came from the surveyor. */
const bySurveyor: ReadonlySet<InterviewEvent> = new Set([
  'submitted',
  'edited',
  'deleted',
  'restored',
])

/** Carries out what an event makes of a submission, in a transaction of its own. */
export const move = (
  db: Pick<Database, 'submissions'>,
  id: string,
  event: InterviewEvent,
  next: MoveRule,
): Promise<boolean> => transact(transaction => planMove(transaction, db, id, event, next))
