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
 * Twins: two rows of one interview. Browsers send a POST again by themselves when a reused connection dies, below
 * anything that a page can see, and a server without keys makes a row of each.
 *
 *   a row equals an interview that this phone sent under another id ──► noted as spare, not shown
 *   noted ──► both rows are read; equal, and the spare one has no files that the other lacks ──► deleted there
 */
export interface TwinFinder {
  /** Whether a row that no document has is a second one of an interview of this phone. */
  readonly isSpare: (row: SubmissionRow, kinds: FieldKinds) => Promise<boolean>
  /** Notes the spare rows that were found. */
  readonly keep: () => Promise<void>
}

/** Knows the spare rows that were found before, and finds others. */
export const createTwinFinder = async (db: Database): Promise<TwinFinder> => {
  const noted = await readSetting(db, 'spareRows')
  const found: { [spareId: string]: string } = {}
  const hasOwn = await hasOwnInterviews(db)
  return {
    isSpare: async (row, kinds) => {
      if (noted[row.id] !== undefined || found[row.id] !== undefined) return true
      // A server that keeps the key makes one row of an interview.
      if (row.client_key !== '' || !hasOwn) return false
      const twin = await twinOf(db, row, kinds)
      if (twin === null) return false
      found[row.id] = twin.id
      return true
    },
    keep: async () => {
      if (Object.keys(found).length === 0) return
      await changeSetting(db, 'spareRows', rows => ({ ...rows, ...found }))
    },
  }
}

/** Whether anything was ever submitted here: a first fetch of thousands has nothing to be compared with. */
const hasOwnInterviews = async (db: Database): Promise<boolean> =>
  (await db.submissions.findOne({ selector: { id: { $gte: 'temp_', $lt: 'temp`' } } }).exec()) !==
  null

/** The interview of this phone that a row is a second one of; null when it is none. */
const twinOf = async (
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
  return interviews.find(interview => isTwin(row, interview, kinds)) ?? null
}

const isTwin = (row: SubmissionRow, interview: SubmissionDoc, kinds: FieldKinds): boolean => {
  const base = baseFields<SubmissionDoc>(interview.crdts)
  // Only what this phone sent itself can have been sent twice by it.
  if (base === null || !interview.id.startsWith('temp_') || interview.server_id === row.id) {
    return false
  }
  const sent = { ...interview, ...base } as SubmissionDoc
  const answers = withoutAddresses(sent.answers, sent.files)
  return isSameInterview(row, toCreateRequest({ ...sent, answers, client_key: '' }), kinds)
}

/** Deletes the spare rows on the server that a reading shows to be equal to those that are kept. */
export const deleteSpareRows = async (context: PullContext): Promise<void> => {
  const spares = Object.entries(await readSetting(context.db, 'spareRows'))
  for (const [spareId, submissionId] of spares) {
    await noteOnce(context, submissionId, { what: 'joined', note: spareId })
    const outcome = await deleteSpareRow(context, spareId, submissionId)
    if (outcome === 'later') return
    if (outcome === 'deleted') {
      await noteOnce(context, submissionId, { what: 'spare-deleted', note: spareId })
    }
    if (outcome !== 'kept') await forget(context.db, spareId)
  }
}

/**
 * deleted: it is gone. gone: it was before. kept: it has something of its own, so it stays, joined on screen.
 * later: the server or the lease did not hold.
 */
const deleteSpareRow = async (
  { db, api, lease }: PullContext,
  spareId: string,
  submissionId: string,
): Promise<'deleted' | 'gone' | 'kept' | 'later'> => {
  const kept = await db.submissions.findOne(submissionId).exec()
  if (kept === null || kept.server_id === '' || kept.server_id === spareId) return 'gone'
  if (!(await lease.extend(interactiveTimeoutMs))) return 'later'
  const spare = await api.submission(spareId)
  if (!spare.ok) return spare.failure.kind === 'permanent' ? 'gone' : 'later'
  if (!(await lease.extend(interactiveTimeoutMs))) return 'later'
  const row = await api.submission(kept.server_id)
  if (!row.ok) return 'later'
  const kinds = await readFieldKinds(db, row.value.form_id)
  if (!isEqual(spare.value, row.value, kinds)) return 'kept'
  if (!(await lease.extend(interactiveTimeoutMs))) return 'later'
  const deleted = await api.deleteSubmission(spareId, interactiveTimeoutMs)
  return deleted.ok || deleted.failure.kind === 'permanent' ? 'deleted' : 'later'
}

/** Whether nothing is lost with the spare row: it says what the other does, and has no files. */
const isEqual = (spare: SubmissionRow, row: SubmissionRow, kinds: FieldKinds): boolean => {
  const answers = rowAnswers(spare, kinds)
  if (Object.values(answers).some(isFileList)) return false
  return (
    spare.form_id === row.form_id &&
    spare.created_at === row.created_at &&
    spare.latitude === row.latitude &&
    spare.longitude === row.longitude &&
    areSameAnswers(rowAnswers(row, kinds), answers, kinds)
  )
}

const forget = async (db: Database, spareId: string): Promise<void> => {
  await changeSetting(db, 'spareRows', rows =>
    Object.fromEntries(Object.entries(rows).filter(([id]) => id !== spareId)),
  )
}

/** Writes into the history of a submission what has not been written before. */
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
