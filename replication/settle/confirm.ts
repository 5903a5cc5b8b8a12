import { contentOf } from '../../collections/interview/content.ts'
import { submittedIn, planMove, isSubmitted } from '../../collections/interview/plan-move.ts'
import * as v from 'valibot'
import { planRefusal } from '../../collections/interview/refusals.ts'
import type { Database } from '../../collections/database.ts'
import { lackingIn } from '../../collections/interview/review.ts'
import {
  baseFields,
  differenceOf,
  hides,
  pendingOperations,
} from '../../collections/operation-log.ts'
import { answersOf, filesOf, submissionByServerId } from '../../collections/queries.ts'
import { answerUnder, planWork } from '../../collections/writes/write-interview.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type {
  Answer,
  SubmissionDoc,
  SubmissionFields,
} from '../../collections/schemas/submissions.ts'
import type { HistoryEntry } from '../../collections/schemas/history-entry.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import { planCopies } from '../../collections/interview/copies.ts'
import { planEndingWithEdits, planJoined } from '../bin/end-submission.ts'
import { readFieldKinds, type FieldKinds } from '../rows/field-kinds.ts'
import { asSent } from '../../collections/interview/logged.ts'
import { isSameDocument } from '../rows/find-interview.ts'
import { isSameAt } from '../rows/same-answers.ts'
import { entriesToAnswers } from '../rows/row-answers.ts'
import { rowToBase, sentToBase } from '../rows/submission-rows.ts'
import { SubmissionCreateRequest } from '../wire/requests.ts'
import { isCarried } from '../outbox/carried.ts'
import { changesTo } from './changes-to.ts'
import { countPendingFiles } from './count-pending-files.ts'
import type { Sent } from '../outbox/decide.ts'

type Confirmed = Extract<Sent, { readonly kind: 'created' | 'updated' }>

/**
 * Plans to put what the server took, as the new base, under the edits that came after the request. Returns the files
 * that the surveyor had removed.
 *
 *   the request carried operations of the log ──► they are part of the base, the others stay pending
 *   it carried a frozen, earlier body ──► what the surveyor changed since becomes one pending operation, and a deletion
 *                                         stays pending
 *   another body made the row under our key ──► what the row lacks is one pending operation
 */
export const planConfirmation = async (
  transaction: Transaction,
  db: Database,
  item: OutboxDoc,
  sent: Confirmed,
  now: number,
): Promise<readonly string[]> => {
  const current = await transaction.read(db.outbox, item.id)
  if (current === null) return []
  const kinds = await readFieldKinds(db, item.form_id)
  let removedIds: readonly string[] = []
  await planMove(transaction, db, item.submission_id, 'taken', async stored => {
    if (!isSubmitted(stored)) return null
    const pending = pendingOperations(stored.crdts)
    // While this tab slept, another one may have noted another request.
    const carried = sent.carried ?? current
    const { sentOps } = carried
    const isOurs = await isCarried(pending, carried)
    if (!isOurs && stored.server_id !== '') return null
    const frozen = frozenAnswers(current, kinds)
    const known = isOurs
      ? await asSent(db.submissions, stored, sentOps)
      : { ...contentOf(stored), answers: frozen ?? stored.answers }
    removedIds = known.files.filter(({ removed }) => removed === true).map(({ id }) => id)
    const entry: HistoryEntry = { at: now, what: 'sent', note: '' }
    known.history = withHistory(known.history, ...current.history, entry)
    const filesPending = await countPendingFiles(transaction, db, stored)
    const serverId = sent.kind === 'created' ? sent.serverId : known.server_id
    const base =
      sent.row === null
        ? sentToBase(known, serverId, filesPending)
        : withSentAnswers(rowToBase(sent.row, known, kinds, filesPending), known)
    // A deletion is not among the differences.
    const later = isOurs ? pending.slice(sentOps) : pending.filter(hides)
    const isWhole = isOurs && !(sent.kind === 'created' && sent.differs)
    if (isWhole) return { base, pending: later }
    const wanted = isOurs ? known : stored
    const isChanged = (key: string) =>
      isOurs ||
      (sent.kind === 'created' && sent.differs) ||
      frozen === null ||
      !isSameAt(frozen, wanted.answers, key, kinds)
    const isCleared = (key: string) => frozen === null || Object.hasOwn(frozen, key)
    const unsaid = lackingIn(base, wanted)
    const said = Object.keys(unsaid).length === 0 ? [] : [differenceOf({ $set: unsaid }, now)]
    const changes = changesTo(base, wanted, { isChanged, isCleared, kinds, now })
    return { base, pending: [...changes, ...said, ...later] }
  })
  if (sent.kind === 'created') {
    await joinCopies(transaction, db, item.submission_id, sent.serverId, now)
  }
  return removedIds
}

/** The most entries of a submission's history. */
const historyLength = 50

/** A history with further entries; only the newest are kept. */
export const withHistory = (
  history: readonly HistoryEntry[],
  ...more: readonly HistoryEntry[]
): HistoryEntry[] => [...history, ...more].slice(-historyLength)

/** The answers of the sent body; null when it is unknown. */
const frozenAnswers = (
  { payload }: OutboxDoc,
  kinds: FieldKinds,
): Readonly<Record<string, Answer>> | null => {
  const body = v.safeParse(SubmissionCreateRequest, payload)
  return body.success ? entriesToAnswers(body.output.answers, kinds) : null
}

/** Adds the sent answers to a row without any, because a server that took them may return a bare row. */
const withSentAnswers = (base: SubmissionFields, sent: SubmissionDoc): SubmissionFields =>
  Object.keys(base.answers).length === 0 ? { ...base, answers: sent.answers } : base

/**
 * Joins the documents of an interview: a pull may have stored its row as another one before the row's id was known. The
 * interview takes over the edits and copies of the other document, which is removed. Another interview with the row's id
 * goes to the bin, because its row is lost: a server that was restored from a backup may give ids again.
 */
const joinCopies = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  serverId: string,
  now: number,
): Promise<void> => {
  const own = await submittedIn(transaction, db, submissionId)
  if (own === null) return
  const found = await transaction.find(db.submissions, submissionByServerId(serverId))
  for (const copy of found.filter(({ id }) => id !== submissionId)) {
    if (!isSameDocument(copy, own)) {
      await planEndingWithEdits(transaction, db, copy.id, 'missing', now)
      continue
    }
    const edits = pendingOperations(copy.crdts)
    if (edits.length > 0) {
      await planMove(transaction, db, submissionId, 'edited', stored =>
        !isSubmitted(stored)
          ? null
          : {
              base: baseFields<SubmissionDoc>(stored.crdts),
              pending: [...pendingOperations(stored.crdts), ...edits],
            },
      )
    }
    for (const refusal of copy.refusals ?? []) {
      await planRefusal(transaction, db, submissionId, refusal)
    }
    await planCopies(transaction, db, submissionId, copies =>
      [...copies, ...(copy.copies ?? [])].filter(id => id !== serverId),
    )
    await planWorkOfCopy(transaction, db, copy, submissionId)
    await planJoined(transaction, db, copy.id)
  }
}

/** Plans to take over the files of a joined document, and an edit of it that is open. */
const planWorkOfCopy = async (
  transaction: Transaction,
  db: Database,
  { id: copyId, work }: SubmissionDoc,
  id: string,
): Promise<void> => {
  for (const file of await transaction.find(db.file_uploads, filesOf(copyId))) {
    await transaction.patch(db.file_uploads, file.id, { submission_id: id })
  }
  if (work === undefined) return
  for (const answer of await transaction.find(db.form_responses, answersOf(copyId))) {
    await transaction.insert(db.form_responses, answerUnder(id, answer))
    await transaction.remove(db.form_responses, answer.id)
  }
  await planWork(transaction, db, id, 'worked', stored => stored.work ?? work)
}
