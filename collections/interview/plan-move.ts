import type { RxDocumentData } from 'rxdb'
import type { Database } from '../database.ts'
import { planFollowing, type Followed } from './cases/follow-interview.ts'
import { documentOf, nextLocal, putLogged, type NextLog } from './logged.ts'
import { inSlices } from '../one-database/slices.ts'
import { transact, type Transaction } from '../one-database/transaction.ts'
import {
  attentionTo,
  hiddenBy,
  type SubmissionDoc,
  type SubmissionState,
} from '../schemas/submissions.ts'
import { moves, type InterviewEvent, type Standing } from './machine.ts'
import { isToCorrect } from './review.ts'

/** A submission as it is stored. */
export type StoredSubmission = RxDocumentData<SubmissionDoc>

/** The state of a stored document. */
const standingOf = (
  stored: Pick<RxDocumentData<SubmissionDoc>, '_deleted' | 'state'> | null,
): Standing => (stored === null || stored._deleted ? 'gone' : stored.state)

const submitted: ReadonlySet<string> = new Set<SubmissionState>(['unsent', 'stored', 'deleting'])

/** Whether a document is a submission of the lists, or one whose deletion is to be sent. */
export const isSubmitted = <Doc extends Pick<RxDocumentData<SubmissionDoc>, '_deleted' | 'state'>>(
  stored: Doc | null | undefined,
): stored is Doc & { _deleted: false } =>
  stored != null && !stored._deleted && submitted.has(stored.state)

/** Whether only Recovery has a submission. */
export const isRefused = <Doc extends Pick<RxDocumentData<SubmissionDoc>, '_deleted' | 'state'>>(
  stored: Doc | null | undefined,
): stored is Doc & { _deleted: false } =>
  stored != null && !stored._deleted && stored.state === 'refused'

/** The submission as the transaction leaves it; null when there is none, and when it is open, refused or in the bin. */
export const submittedIn = async (
  transaction: Transaction,
  db: Pick<Database, 'submissions'>,
  id: string,
): Promise<RxDocumentData<SubmissionDoc> | null> => {
  const stored = await transaction.stored(db.submissions, id)
  return isSubmitted(stored) ? stored : null
}

/** The submission as it is stored; null when there is none, and when it is open, refused or in the bin. */
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
  db: Database,
  id: string,
  event: InterviewEvent,
  next: MoveRule,
): Promise<boolean> => {
  const stored = await transaction.stored(db.submissions, id)
  if (moves[standingOf(stored)][event].length === 0) return false
  const log = await next(stored, transaction)
  if (log === null) return false
  const document = await documentOf(db.submissions, noted(stored, log))
  await planFollowing(transaction, db, [await putMoved(transaction, db, event, document)])
  return true
}

/** Plans what an event makes of many submissions. They are hashed together, because each hash waits for another thread. */
export const planMoves = async (
  transaction: Transaction,
  db: Database,
  event: InterviewEvent,
  logs: readonly NextLog<SubmissionDoc>[],
): Promise<void> => {
  const next: NextLog<SubmissionDoc>[] = []
  for (const log of logs) {
    next.push(noted(await transaction.stored(db.submissions, log.base?.id ?? ''), log))
  }
  const documents = await inSlices(next, slice =>
    Promise.all(slice.map(log => documentOf(db.submissions, log))),
  )
  const written: Followed[] = []
  for (const document of documents) {
    written.push(await putMoved(transaction, db, event, document))
  }
  await planFollowing(transaction, db, written)
}

const putMoved = async (
  transaction: Transaction,
  db: Database,
  event: InterviewEvent,
  document: SubmissionDoc,
): Promise<Followed> => {
  const stored = await transaction.stored(db.submissions, document.id)
  const [from, to] = [standingOf(stored), standingOf(document as RxDocumentData<SubmissionDoc>)]
  if (!moves[from][event].includes(to))
    throw new Error(`A submission cannot be ${to} after ${from}: ${event}.`)
  if (bySurveyor.has(event)) await transaction.put(db.submissions, document)
  else await putLogged(transaction, db.submissions, document)
  return { before: stored, after: document }
}

/**
 * A log with its notes, and with what follows from them. A refused interview keeps its operations, which say that it is
 * unsent.
 */
const noted = (
  stored: RxDocumentData<SubmissionDoc> | null,
  log: NextLog<SubmissionDoc>,
): NextLog<SubmissionDoc> => {
  if (log.base?._deleted === true) return { ...log, local: {} }
  const { work, refusals, copies } = nextLocal(stored, log.local)
  const isRefused = refusals?.some(({ kind }) => kind === 'create') === true
  const attention =
    refusals === undefined
      ? attentionTo.work
      : work === undefined
        ? attentionTo.refusal
        : attentionTo.workAndRefusal
  const local: Partial<SubmissionDoc> = {
    ...(copies === undefined ? {} : { copies }),
    ...(work === undefined ? {} : { work }),
    ...(refusals === undefined ? {} : { refusals }),
    ...(work === undefined && refusals === undefined ? {} : { attention }),
    ...(isToCorrect(log.base, log.pending) ? { correction: 1 } : {}),
    ...(isRefused ? { state: 'refused', hidden: hiddenBy.refusal } : {}),
  }
  return { ...log, local }
}

/** What RxDB's replication pushes, because it came from the surveyor. */
const bySurveyor: ReadonlySet<InterviewEvent> = new Set<InterviewEvent>([
  'submitted',
  'edited',
  'deleted',
  'restored',
])

/** Carries out what an event makes of a submission, in a transaction of its own. */
export const move = (
  db: Database,
  id: string,
  event: InterviewEvent,
  next: MoveRule,
): Promise<boolean> => transact(transaction => planMove(transaction, db, id, event, next))
