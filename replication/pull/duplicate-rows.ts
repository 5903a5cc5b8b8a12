import type { Database } from '../../collections/database.ts'
import { fieldOfAnswerKey, temporaryIds } from '../../collections/ids.ts'
import type { Transaction } from '../../collections/one-database/transaction.ts'
import { baseFields, pendingOperations } from '../../collections/operation-log.ts'
import { binnedSubmissions, submissionsNear } from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import type { HistoryEntry } from '../../collections/schemas/history-entry.ts'
import {
  changeSetting,
  planSetting,
  readSetting,
  settingIn,
} from '../../collections/writes/write-settings.ts'
import { readFieldKinds, type FieldKinds } from '../rows/field-kinds.ts'
import { firstBody, firstRequest } from '../rows/first-body.ts'
import { duplicatePatienceMs, syncTimeoutMs } from '../limits.ts'
import { listsFiles } from '../rows/listed-files.ts'
import { findSubmitted, isSubmitted, move } from '../../collections/interview/plan-move.ts'
import { isSameInterview } from '../rows/same-interview.ts'
import { rowAnswers } from '../rows/submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { PullContext } from './pull-context.ts'
import { resumeOn } from './restore-edits.ts'

/**
 * Finds duplicate rows. They exist because a browser repeats a POST, unseen by the page, when a reused connection
 * breaks, and a server without keys makes a row of each request.
 *
 *   a row says what this phone sent for an interview that has another row ──► noted as a duplicate, not shown
 *   noted, and the other row is gone ──► the interview continues on this one (a second phone with a backup of the
 *             interview took the other row for a duplicate)
 *   noted ──► read; it still says that, has no files, and the other row exists or the surveyor deleted the
 *             interview ──► deleted on the server; a minute later if it is the earlier of the two
 */
export interface DuplicateFinder {
  /** Whether a row without a document duplicates the row of an interview of this phone. */
  readonly isDuplicate: (row: SubmissionRow, kinds: FieldKinds) => Promise<boolean>
  /** Plans to store the duplicates that were found. */
  readonly keep: (transaction: Transaction) => Promise<void>
}

/** Creates a finder, which knows the duplicates that were found before. */
export const createDuplicateFinder = async (db: Database): Promise<DuplicateFinder> => {
  const noted = await readSetting(db, 'spareRows')
  const found: { [duplicateId: string]: string } = {}
  let hasOwn: Promise<boolean> | null = null
  return {
    isDuplicate: async (row, kinds) => {
      if (noted[row.id] !== undefined || found[row.id] !== undefined) return true
      // A server that stores the key makes one row per interview.
      if (row.client_key !== '' || !(await (hasOwn ??= hasOwnInterviews(db)))) return false
      const original = await originalOf(db, row, kinds)
      if (original === null) return false
      found[row.id] = original.id
      return true
    },
    keep: async transaction => {
      if (Object.keys(found).length === 0) return
      const rows = await settingIn(transaction, db, 'spareRows')
      await planSetting(transaction, db, 'spareRows', { ...rows, ...found })
    },
  }
}

/** Whether anything was ever submitted here. Otherwise a first fetch of thousands need not be compared. */
const hasOwnInterviews = async (db: Database): Promise<boolean> => {
  const own = { selector: { id: temporaryIds } }
  return (await db.submissions.findOne(own).exec()) !== null
}

/** The interview of this phone that a row duplicates; null when there is none. */
const originalOf = async (
  db: Database,
  row: SubmissionRow,
  kinds: FieldKinds,
): Promise<SubmissionDoc | null> => {
  const madeAt = Date.parse(row.created_at)
  if (!Number.isFinite(madeAt)) return null
  const near = await submissionsNear(madeAt - 1000, madeAt + 1000)
    .build(db.submissions)
    .exec()
  const interviews = near.map(doc => doc.toMutableJSON() as SubmissionDoc)
  return (
    interviews.find(interview => isRowOf(row, interview, kinds)) ??
    (await deletedInterviews(db)).find(interview => isRowOf(row, interview, kinds)) ??
    null
  )
}

/** The interviews in the bin that the surveyor deleted. Their duplicates are deleted too. */
const deletedInterviews = async (db: Database): Promise<readonly SubmissionDoc[]> => {
  const binned = await binnedSubmissions(10_000).build(db.submissions).exec()
  return binned
    .map(doc => doc.toMutableJSON() as SubmissionDoc)
    .filter(doc => doc.binned?.reason === 'surveyor')
    .map(doc => ({ ...doc, server_id: doc.binned?.server_id ?? '' }))
}

/** Whether a row says what this phone sent for an interview that has another row. */
const isRowOf = (row: SubmissionRow, interview: SubmissionDoc, kinds: FieldKinds): boolean => {
  if (interview.server_id === row.id) return false
  const sent = firstRequest(firstBody(interview))
  return sent !== null && isSameInterview(row, sent, kinds)
}

/** Continues an interview whose row is gone on a listed duplicate of it. Returns whether there is one. */
export const continueOnDuplicate = async (
  { db, env }: PullContext,
  submissionId: string,
  rows: readonly SubmissionRow[],
): Promise<boolean> => {
  if (rows.length === 0) return false
  const noted = await readSetting(db, 'spareRows')
  const row = rows.find(({ id }) => noted[id] === submissionId)
  if (row === undefined) return false
  await resumeOn(db, submissionId, row, env.clock.now())
  await forget(db, row.id)
  return true
}

/** Reads the noted duplicates, and deletes those on the server that equal the row that is kept. */
export const deleteDuplicateRows = async (context: PullContext): Promise<void> => {
  const duplicates = Object.entries(await readSetting(context.db, 'spareRows'))
  for (const [duplicateId, submissionId] of duplicates) {
    await noteOnce(context, submissionId, { what: 'joined', note: duplicateId })
    const outcome = await deleteDuplicateRow(context, duplicateId, submissionId)
    if (outcome === 'later') return
    if (outcome === 'deleted') {
      await noteOnce(context, submissionId, { what: 'spare-deleted', note: duplicateId })
    }
    if (outcome !== 'kept') await forget(context.db, duplicateId)
  }
}

/**
 * Deletes a duplicate if that loses nothing.
 * deleted: the server has deleted it. gone: it was gone already, or its interview is. kept: it was changed or is the
 * only row, so it stays, joined on screen. later: the server failed or the lease was lost.
 */
const deleteDuplicateRow = async (
  { db, api, env, lease }: PullContext,
  duplicateId: string,
  submissionId: string,
): Promise<'deleted' | 'gone' | 'kept' | 'later'> => {
  const original = await findOriginal(db, submissionId)
  if (original === null) return 'gone'
  const { interview, isDeleted } = original
  if (interview.server_id === '' || interview.server_id === duplicateId) return 'gone'
  if (!isDeleted && mustWait(interview, duplicateId, env.clock.now())) return 'kept'
  if (!(await lease.extend(syncTimeoutMs))) return 'later'
  const duplicate = await api.submission(duplicateId)
  if (!duplicate.ok) return duplicate.failure.kind === 'permanent' ? 'gone' : 'later'
  const kinds = await readFieldKinds(db, interview.form_id)
  if (!isRowOf(duplicate.value, interview, kinds) || hasFiles(duplicate.value, kinds)) return 'kept'
  if (!isDeleted) {
    // The interview must not lose its last row.
    if (!(await lease.extend(syncTimeoutMs))) return 'later'
    const row = await api.submission(interview.server_id)
    if (!row.ok) return row.failure.kind === 'permanent' ? 'kept' : 'later'
  }
  if (!(await lease.extend(syncTimeoutMs))) return 'later'
  const deleted = await api.deleteSubmission(duplicateId, syncTimeoutMs)
  return deleted.ok || deleted.failure.kind === 'permanent' ? 'deleted' : 'later'
}

/**
 * Whether a duplicate must stay for now. It may be the row of a second phone that has the interview from a backup, and
 * takes our row for the duplicate. Both must not delete the other's row at the same time, so the phone with the later
 * row waits; meanwhile the other one deletes it, if there is one.
 */
const mustWait = ({ server_id, history }: SubmissionDoc, duplicateId: string, now: number) => {
  const isLater = server_id.localeCompare(duplicateId, 'en', { numeric: true }) > 0
  const joined = history.find(({ what, note }) => what === 'joined' && note === duplicateId)
  // A clock that was set back must not make it wait for longer.
  const waited = joined === undefined ? duplicatePatienceMs : now - joined.at
  return isLater && waited >= 0 && waited < duplicatePatienceMs
}

/** The interview of a duplicate, which may be in the bin. */
const findOriginal = async (
  db: Database,
  submissionId: string,
): Promise<{ readonly interview: SubmissionDoc; readonly isDeleted: boolean } | null> => {
  const living = await findSubmitted(db, submissionId)
  if (living !== null) return { interview: living, isDeleted: false }
  const interview = (await deletedInterviews(db)).find(({ id }) => id === submissionId)
  return interview === undefined ? null : { interview, isDeleted: true }
}

const hasFiles = (row: SubmissionRow, kinds: FieldKinds): boolean =>
  Object.entries(rowAnswers(row, kinds)).some(([key, answer]) =>
    listsFiles(answer, kinds(fieldOfAnswerKey(key).fieldId)),
  )

const forget = async (db: Database, duplicateId: string): Promise<void> => {
  await changeSetting(db, 'spareRows', rows =>
    Object.fromEntries(Object.entries(rows).filter(([id]) => id !== duplicateId)),
  )
}

/** Adds an entry to a submission's history unless it has the same one already. */
const noteOnce = async (
  { db, env }: PullContext,
  submissionId: string,
  entry: Pick<HistoryEntry, 'what' | 'note'>,
): Promise<void> => {
  await move(db, submissionId, 'listed', stored => {
    if (!isSubmitted(stored)) return null
    const isKnown = stored.history.some(
      ({ what, note }) => what === entry.what && note === entry.note,
    )
    if (isKnown) return null
    const base = baseFields<SubmissionDoc>(stored.crdts)
    if (base === null) return null
    const history = [...stored.history, { at: env.clock.now(), ...entry }]
    return {
      base: { ...base, history },
      pending: pendingOperations(stored.crdts),
    }
  })
}
