import { answerKey, isMark, takenFileMark, takenFileOf } from '../../../collections/ids.ts'
import { isRefused, type StoredSubmission } from '../../../collections/interview/plan-move.ts'
import { pendingOperations } from '../../../collections/operation-log.ts'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import type { FormResponseDoc } from '../../../collections/schemas/form-responses.ts'
import type { Refusal } from '../../../collections/schemas/refusal.ts'
import type { Answer, SubmissionDoc, Work } from '../../../collections/schemas/submissions.ts'
import { answerUnder } from '../../../collections/writes/write-interview.ts'
import { toManifest } from '../../../collections/writes/write-submission.ts'
import { sentFileId } from '../../../replication/rows/listed-files.ts'
import type { InterviewRecord } from '../records.ts'
import { isNewer, type Pair } from './newer-here.ts'
import { refuseOlder } from './older-edit.ts'
import type { RestoreStep } from './restore-step.ts'

/** What the work of a backup makes of the interview here. */
interface MergedWork {
  /** The work that goes on with the backup's answers; null when they are not restored. */
  readonly work: Work | null
  /** The answers that may be older than what is here. */
  readonly refusals: readonly Refusal[]
}

/** Merges what is filled in. */
export const mergeWork = async (
  step: RestoreStep,
  pair: Pair,
  record: InterviewRecord,
): Promise<MergedWork> => {
  const { known, saved } = pair
  if (saved.work === undefined) return { work: null, refusals: [] }
  const goingOn = { work: known.work ?? saved.work, refusals: [] }
  if (saved.work.isWhole) {
    // One that was sent before it was opened again may be later than its row, and edits it.
    const editsRow =
      saved.work.sent_before !== undefined && known.server_id !== '' && known.id !== record.doc.id
    // Otherwise it was submitted meanwhile.
    const isOpen = known.work?.isWhole === true || editsRow
    return isOpen ? goingOn : { work: null, refusals: [] }
  }
  const lacking = await laterThanHere(step, await answersOfWork(record, known))
  const newest = Math.max(0, ...lacking.map(({ updated_at }) => updated_at))
  const answers = givenIn(lacking)
  if (known.server_id === '' || !isNewer(pair, new Set(answers.keys()), newest)) return goingOn
  const sent = new Set(saved.files.map(({ id }) => id))
  const files = filesOfWork(step, record).filter(({ id }) => !sent.has(id))
  const edit = { id: `${known.id}|${newest}`, answers, files: files.map(toManifest) }
  return { work: null, refusals: await refuseOlder(step, pair, edit) }
}

/**
 * What the interview here goes on as, now that an edit of it is open: its row is gone, so it needs all of its answers. Null
 * for one with a row.
 */
export const goingOnAs = (
  known: StoredSubmission,
  { answers, files }: SubmissionDoc,
  work: Work,
): SubmissionDoc | null => {
  if (known.state === 'binned') return { ...known, work }
  // Only refusals are left of it here, so the backup has its answers.
  const isHeld = isRefused(known) && pendingOperations(known.crdts).length === 0
  return isHeld ? { ...known, answers, files, work } : null
}

/** The files of what is filled in; it has no list of them. */
export const filesOfWork = (
  { files }: Pick<RestoreStep, 'files'>,
  { doc }: InterviewRecord,
): readonly FileUploadDoc[] => [...files.values()].filter(file => file.submission_id === doc.id)

/**
 * The answers of what is filled in, as the interview here stores them. Files that are taken out and that this device knows
 * only by their addresses are marked by their bytes too.
 */
export const answersOfWork = async (
  { doc, answers }: InterviewRecord,
  here: Pick<SubmissionDoc, 'id' | 'files'>,
): Promise<readonly FormResponseDoc[]> => {
  const marks: FormResponseDoc[] = []
  for (const answer of answers) {
    const fileId = takenFileOf(answer.question_id)
    const file = doc.files.find(({ id }) => id === fileId)
    if (file?.sha256 === undefined || here.files.some(({ id }) => id === fileId)) continue
    marks.push({ ...answer, question_id: takenFileMark(await sentFileId(file, file.sha256)) })
  }
  return [...answers, ...marks].map(answer => answerUnder(here.id, answer))
}

/** The answers that an open edit on this device does not have, or has in an older form. */
export const laterThanHere = async (
  { transaction, db }: RestoreStep,
  answers: readonly FormResponseDoc[],
): Promise<readonly FormResponseDoc[]> => {
  await transaction.ahead(
    db.form_responses,
    answers.map(({ id }) => id),
  )
  const later: FormResponseDoc[] = []
  for (const answer of answers) {
    const here = await transaction.read(db.form_responses, answer.id)
    if ((here?.updated_at ?? -1) < answer.updated_at) later.push(answer)
  }
  return later
}

const givenIn = (answers: readonly FormResponseDoc[]): ReadonlyMap<string, Answer | null> =>
  new Map(
    answers
      .filter(({ question_id }) => !isMark(question_id))
      .map(({ question_id, occurrence, value }) => [
        answerKey(question_id, occurrence),
        value.length === 0 ? null : value,
      ]),
  )
