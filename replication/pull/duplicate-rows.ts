import type { Database } from '../../collections/database.ts'
import { isFileList, withoutAddresses } from '../../collections/file-answers.ts'
import { baseFields, pendingOperations } from '../../collections/operation-log.ts'
import { newestOf } from '../../collections/schemas/schema.ts'
import type { HistoryEntry, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { changeSetting, readSetting } from '../../collections/writes/write-settings.ts'
import { readFieldKinds, type FieldKinds } from '../field-kinds.ts'
import { interactiveTimeoutMs } from '../limits.ts'
import { isAlive, rewriteLog } from '../rest-crdt.ts'
import { areSameAnswers, isSameInterview } from '../same-interview.ts'
import { rowAnswers, toCreateRequest } from '../submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { PullContext } from './pull-context.ts'

/**
 * Finds duplicate rows. They exist because a browser repeats a POST, unseen by the page, when a reused connection
 * breaks, and a server without keys makes a row of each request.
 *
 *   a row equals an interview that this phone sent and that has another row ──► noted as a duplicate, not shown
 *   noted ──► both rows are read; they are equal and the duplicate has no files ──► deleted on the server
 */
export interface DuplicateFinder {
  /** Whether a row without a document duplicates the row of an interview of this phone. */
  readonly isDuplicate: (row: SubmissionRow, kinds: FieldKinds) => Promise<boolean>
  /** Stores the duplicates that were found. */
  readonly keep: () => Promise<void>
}

/** Creates a finder, which knows the duplicates that were found before. */
export const createDuplicateFinder = async (db: Database): Promise<DuplicateFinder> => {
  const noted = await readSetting(db, 'spareRows')
  const found: { [duplicateId: string]: string } = {}
  const hasOwn = await hasOwnInterviews(db)
  return {
    isDuplicate: async (row, kinds) => {
      if (noted[row.id] !== undefined || found[row.id] !== undefined) return true
      // A server that stores the key makes one row per interview.
      if (row.client_key !== '' || !hasOwn) return false
      const original = await originalOf(db, row, kinds)
      if (original === null) return false
      found[row.id] = original.id
      return true
    },
    keep: async () => {
      if (Object.keys(found).length === 0) return
      await changeSetting(db, 'spareRows', rows => ({ ...rows, ...found }))
    },
  }
}

/** Whether anything was ever submitted here. Otherwise a first fetch of thousands need not be compared. */
const hasOwnInterviews = async (db: Database): Promise<boolean> =>
  (await db.submissions.findOne({ selector: { id: { $gte: 'temp_', $lt: 'temp`' } } }).exec()) !==
  null

/** The interview of this phone that a row duplicates; null when there is none. */
const originalOf = async (
  db: Database,
  row: SubmissionRow,
  kinds: FieldKinds,
): Promise<SubmissionDoc | null> => {
  const madeAt = Date.parse(row.created_at)
  if (!Number.isFinite(madeAt)) return null
  const near = await db.submissions
    .find({
      selector: {
        hidden: { $gte: 0 },
        newest: { $gte: newestOf(madeAt + 1000), $lte: newestOf(madeAt - 1000) },
      },
      index: ['hidden', 'newest'],
      limit: 100,
    })
    .exec()
  const interviews = near.map(doc => doc.toMutableJSON() as SubmissionDoc)
  return interviews.find(interview => isRowOf(row, interview, kinds)) ?? null
}

const isRowOf = (row: SubmissionRow, interview: SubmissionDoc, kinds: FieldKinds): boolean => {
  const base = baseFields<SubmissionDoc>(interview.crdts)
  // Only an interview that this phone sent can have been sent twice by it.
  if (base === null || !interview.id.startsWith('temp_') || interview.server_id === row.id) {
    return false
  }
  const sent = { ...interview, ...base } as SubmissionDoc
  const answers = withoutAddresses(sent.answers, sent.files)
  return isSameInterview(row, toCreateRequest({ ...sent, answers, client_key: '' }), kinds)
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
 * Deletes a duplicate if it equals the row that is kept.
 * deleted: the server has deleted it. gone: it was gone already. kept: it differs, so it stays, joined on screen.
 * later: the server failed or the lease was lost.
 */
const deleteDuplicateRow = async (
  { db, api, lease }: PullContext,
  duplicateId: string,
  submissionId: string,
): Promise<'deleted' | 'gone' | 'kept' | 'later'> => {
  const kept = await db.submissions.findOne(submissionId).exec()
  if (kept === null || kept.server_id === '' || kept.server_id === duplicateId) return 'gone'
  if (!(await lease.extend(interactiveTimeoutMs))) return 'later'
  const duplicate = await api.submission(duplicateId)
  if (!duplicate.ok) return duplicate.failure.kind === 'permanent' ? 'gone' : 'later'
  if (!(await lease.extend(interactiveTimeoutMs))) return 'later'
  const row = await api.submission(kept.server_id)
  if (!row.ok) return 'later'
  const kinds = await readFieldKinds(db, row.value.form_id)
  if (!isEqual(duplicate.value, row.value, kinds)) return 'kept'
  if (!(await lease.extend(interactiveTimeoutMs))) return 'later'
  const deleted = await api.deleteSubmission(duplicateId, interactiveTimeoutMs)
  return deleted.ok || deleted.failure.kind === 'permanent' ? 'deleted' : 'later'
}

/** Whether deleting the duplicate loses nothing: it equals the other row and has no files. */
const isEqual = (duplicate: SubmissionRow, row: SubmissionRow, kinds: FieldKinds): boolean => {
  const answers = rowAnswers(duplicate, kinds)
  if (Object.values(answers).some(isFileList)) return false
  return (
    duplicate.form_id === row.form_id &&
    duplicate.created_at === row.created_at &&
    duplicate.latitude === row.latitude &&
    duplicate.longitude === row.longitude &&
    areSameAnswers(rowAnswers(row, kinds), answers, kinds)
  )
}

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
  await rewriteLog(db.submissions, submissionId, stored => {
    const isKnown = stored?.history.some(
      ({ what, note }) => what === entry.what && note === entry.note,
    )
    if (!isAlive(stored) || isKnown === true) return null
    const base = baseFields<SubmissionDoc>(stored.crdts)
    if (base === null) return null
    const history = [...stored.history, { at: env.clock.now(), ...entry }]
    return {
      base: { ...base, history },
      pending: pendingOperations(stored.crdts),
    }
  })
}
