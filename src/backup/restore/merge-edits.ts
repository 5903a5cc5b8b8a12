import { submissionItemId } from '../../../collections/ids.ts'
import { contentOf } from '../../../collections/interview/content.ts'
import { asSent, type NextLog } from '../../../collections/interview/logged.ts'
import { isSubmitted, type StoredSubmission } from '../../../collections/interview/plan-move.ts'
import {
  baseFields,
  hasBase,
  pendingOperations,
  type Operations,
} from '../../../collections/operation-log.ts'
import type { Refusal } from '../../../collections/schemas/refusal.ts'
import type { ManifestFile, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { lastListOf, listingFiles, united } from '../../../replication/settle/files-of-edits.ts'
import { sentToBase } from '../../../replication/rows/submission-rows.ts'
import { isUnsent } from '../records.ts'
import {
  areRecovered,
  changes,
  confirmedIn,
  effectOf,
  fateOf,
  notPending,
  without,
  type Pair,
} from './newer-here.ts'
import { refusedEdit, refuseOlder } from './older-edit.ts'
import type { RestoreStep } from './restore-step.ts'

/** What the edits and files of a backup make of a submission here. */
interface MergedEdits {
  /** Its log with those that it lacks; null when it lacks none. */
  readonly log: NextLog<SubmissionDoc> | null
  /** Those that may be older than what is here, or whose row is gone. */
  readonly refusals: readonly Refusal[]
}

const nothing: MergedEdits = { log: null, refusals: [] }

/** Merges the unsent edits and files of a backup into the interview here. */
export const mergeEdits = async (step: RestoreStep, pair: Pair): Promise<MergedEdits> => {
  const { known, saved } = pair
  if (!isUnsent(saved)) return nothing
  const pending = pendingOperations(saved.crdts)
  if (!isSubmitted(known)) {
    return areRecovered(known, pending)
      ? nothing
      : { ...nothing, refusals: editsOfGone(saved, step.now) }
  }
  // What was made here is here with all that followed.
  const isHere = saved.server_id === '' && (known.server_id === '' || isMadeHere(pair))
  if (known.hidden === 1 || isHere) return nothing
  // The first operation of a new one is the interview itself, which the server has.
  const edits = saved.server_id === '' ? pending.slice(1) : pending
  const named = new Set(known.files.map(({ id }) => id))
  const files = saved.files.filter(({ id }) => !named.has(id) && step.files.has(id))
  const missing = notPending(known, edits)
  const effect = effectOf(missing)
  if (missing.length === 0 || !changes(known, effect)) return withEdits(step, known, [], files)
  const first = new Set(confirmedIn(saved).files?.map(({ id }) => id))
  const own = files.filter(({ id }) => first.has(id))
  switch (fateOf(pair, missing)) {
    case 'open':
      return withEdits(step, known, edits, files)
    case 'done':
      return withEdits(step, known, [], own)
    case 'unclear': {
      const { log } = await withEdits(step, known, [], own)
      const added = files.filter(file => !first.has(file.id) && file.removed !== true)
      const edit = { id: refusalIdOf(saved), answers: effect.answers, files: added }
      return { log, refusals: await refuseOlder(step, pair, edit) }
    }
  }
}

const isMadeHere = ({ saved, token }: Pair): boolean =>
  saved.crdts.operations[0]?.[0]?.creator === token

/** The id of the refusal of a submission's edits, the same for the same ones. */
const refusalIdOf = ({ id, updated_at }: SubmissionDoc): string =>
  `${submissionItemId(id)}|${Date.parse(updated_at) || 0}`

/** The refusals for the unsent edits of a row that is gone here, because the deletion wins (decisions 3). */
export const editsOfGone = (saved: SubmissionDoc, now: number): readonly Refusal[] => {
  const hasEdits = saved.server_id !== '' && pendingOperations(saved.crdts).length > 0
  if (!hasEdits || saved.hidden === 1) return []
  const edit = { id: refusalIdOf(saved), reason: 'deleted', files: saved.files } as const
  return [refusedEdit({ ...edit, submission: contentOf(saved) }, now)]
}

const withEdits = async (
  { db, now }: RestoreStep,
  known: StoredSubmission,
  edits: readonly Operations[],
  files: readonly ManifestFile[],
): Promise<MergedEdits> => {
  if (edits.length === 0 && files.length === 0) return nothing
  // In the backup's order, because a part of its edits may be pending here.
  const pending = [...edits, ...without(pendingOperations(known.crdts), edits)]
  const base =
    files.length > 0 && hasBase(known.crdts)
      ? withFiles(await asSent(db.submissions, known, 0), files)
      : baseFields<SubmissionDoc>(known.crdts)
  // Edits of the two devices do not know of each other's files.
  const wanted = united(known.files, files, lastListOf(edits) ?? [])
  return { ...nothing, log: { base, pending: listingFiles(base, pending, wanted, now) } }
}

/** The base of a submission with more files, which the server has yet to get. */
const withFiles = (row: SubmissionDoc, files: readonly ManifestFile[]): Partial<SubmissionDoc> => {
  const missing = files.filter(file => !row.files.some(({ id }) => id === file.id))
  const all = { ...row, files: [...row.files, ...missing] }
  return sentToBase(all, row.server_id, row.files_pending + missing.length)
}
