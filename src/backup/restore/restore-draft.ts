import type { Database } from '../../../collections/database.ts'
import { workOf, type DraftDoc } from '../../../collections/interview/drafts.ts'
import type { FormResponseDoc } from '../../../collections/schemas/form-responses.ts'
import { answerKey, isMark, takenFileMark, takenFileOf } from '../../../collections/ids.ts'
import { isSubmitted, planMove } from '../../../collections/interview/plan-move.ts'
import { baseFields } from '../../../collections/operation-log.ts'
import { planDetaching } from '../../../collections/writes/detach-edit.ts'
import { answerUnder, planOpen } from '../../../collections/writes/write-interview.ts'
import type { Answer, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { sentFileId } from '../../../replication/rows/listed-files.ts'
import { storedDocument, withNotes } from '../../../collections/interview/logged.ts'
import type { BackupRecord } from '../records.ts'
import { isNewer } from './newer-here.ts'
import type { OlderWork } from './restore-older.ts'
import type { RestoreStep } from './restore-submission.ts'
import { byServerId } from './same-interview.ts'

type DraftRecord = Extract<BackupRecord, { readonly type: 'draft' }>

/** A draft of a backup, under the id that it has on this device. */
export interface DraftPlan {
  readonly draft: DraftDoc
  readonly answers: readonly FormResponseDoc[]
  /** Whether the device already has the draft, perhaps with other answers. */
  readonly isKnown: boolean
  /** The submission that it edits, as the backup has it; absent for a whole interview. */
  readonly edited?: SubmissionDoc
}

/** An edit that may be older than its submission here; its files follow in the backup. */
interface OlderDraft {
  readonly older: Omit<OlderWork, 'files'>
}

/**
 * Plans a draft without writing; null when the interview was submitted meanwhile. `rowIds` returns the rows here by the
 * keys of their interviews.
 */
export const planDraft = async (
  db: Database,
  record: DraftRecord,
  rowIds: () => Promise<ReadonlyMap<string, string>>,
): Promise<DraftPlan | OlderDraft | null> => {
  const { doc, answers, server_id } = record
  if (doc.submission_id !== '') return planEdit(db, record)
  const stored = await storedDocument(db.submissions, doc.id)
  if (stored?._deleted === false && stored.work?.isWhole === true) {
    return { draft: doc, answers, isKnown: true }
  }
  if (stored !== null && (!stored._deleted || stored.server_id !== '')) return null
  const row = await byServerId(db, server_id || ((await rowIds()).get(doc.client_key) ?? ''))
  if (row === null) return { draft: doc, answers, isKnown: false }
  // One that was sent before it was opened again may be later than its row, and edits it.
  if (doc.sent_before === undefined) return null
  const isKnown = row.work !== undefined
  return {
    draft: { ...doc, id: row.id },
    answers: answers.map(answer => answerUnder(row.id, answer)),
    isKnown,
  }
}

/** A draft under the id that its interview turned out to have here; undefined for its own. */
export const draftUnder = (plan: DraftPlan, id: string | undefined): DraftPlan => {
  const { draft, answers } = plan
  if (id === undefined || id === draft.id) return plan
  const submission_id = draft.submission_id === '' ? '' : id
  return {
    ...plan,
    draft: { ...draft, id, submission_id },
    answers: answers.map(answer => answerUnder(id, answer)),
  }
}

/** The edited submission may be known only by the server's id. */
const planEdit = async (
  db: Database,
  { doc, answers, server_id, edited }: DraftRecord,
): Promise<DraftPlan | OlderDraft> => {
  const own = await db.submissions.findOne(doc.submission_id).exec()
  // Another interview may have the same temporary id here.
  const isOwn = own !== null && (server_id === '' || [server_id, ''].includes(own.server_id))
  const known = isOwn ? (own.toMutableJSON() as SubmissionDoc) : await byServerId(db, server_id)
  // The row of a submission that was not fetched yet will find it by the server's id.
  const id = known?.id ?? doc.submission_id
  const marks = await marksByBytes(answers, edited, known)
  const kept = [...answers, ...marks].map(answer => answerUnder(id, answer))
  const lacking = await laterThanHere(db, kept)
  if (known !== null && (await isOlder(db, known, edited, lacking))) {
    const newest = Math.max(0, ...lacking.map(({ updated_at }) => updated_at))
    return { older: { id: `${id}|${newest}`, known, answers: givenIn(lacking) } }
  }
  const isKnown = known?.work !== undefined
  return {
    draft: { ...doc, id, submission_id: id },
    answers: kept,
    isKnown,
    ...(edited === undefined ? {} : { edited }),
  }
}

/** Marks of taken-out files that this device knows only by their addresses. */
const marksByBytes = async (
  answers: Responses,
  edited: SubmissionDoc | undefined,
  known: SubmissionDoc | null,
): Promise<Responses> => {
  const marks: FormResponseDoc[] = []
  for (const answer of answers) {
    const fileId = takenFileOf(answer.question_id)
    const file = edited?.files.find(({ id }) => id === fileId)
    const isHere = known?.files.some(({ id }) => id === fileId) ?? false
    if (file?.sha256 === undefined || isHere) continue
    marks.push({ ...answer, question_id: takenFileMark(await sentFileId(file, file.sha256)) })
  }
  return marks
}

type Responses = readonly FormResponseDoc[]

/** The answers that an open edit on this device does not have, or has in an older form. */
const laterThanHere = async (db: Database, answers: Responses): Promise<Responses> => {
  const here = await db.form_responses.findByIds(answers.map(({ id }) => id)).exec()
  return answers.filter(({ id, updated_at }) => (here.get(id)?.updated_at ?? -1) < updated_at)
}

/**
 * Whether a submission here may be newer than an edit of it. A backup does not have the submission (`edited`) when its
 * phone had not fetched it, so there the times decide.
 */
const isOlder = async (
  db: Database,
  known: SubmissionDoc,
  edited: SubmissionDoc | undefined,
  answers: Responses,
): Promise<boolean> => {
  if (known.server_id === '') return false
  const newest = Math.max(0, ...answers.map(({ updated_at }) => updated_at))
  if (edited === undefined) return !(Date.parse(known.updated_at) <= newest)
  return isNewer(db, known, edited, new Set(givenIn(answers).keys()), newest)
}

const givenIn = (answers: Responses): ReadonlyMap<string, Answer | null> =>
  new Map(
    answers
      .filter(({ question_id }) => !isMark(question_id))
      .map(({ question_id, occurrence, value }) => [
        answerKey(question_id, occurrence),
        value.length === 0 ? null : value,
      ]),
  )

/** Plans to restore a draft. Of two answers to one field the later wins. */
export const planDraftInsertion = async (
  { transaction, db, now }: RestoreStep,
  { draft, answers, isKnown, edited }: DraftPlan,
): Promise<void> => {
  const { id, submission_id } = draft
  const before = await transaction.read(db.submissions, id)
  // It may have ended while the files of the backup were written.
  const isEnded = isKnown
    ? before?.work === undefined
    : submission_id === '' && before !== null && !isSubmitted(before as never)
  // Its row was not fetched here yet, and comes with a later list.
  const row =
    before === null && edited !== undefined ? baseFields<SubmissionDoc>(edited.crdts) : null
  const isDeleted = before === null && submission_id !== '' && row === null
  if (isEnded || isDeleted) return
  await transaction.ahead(
    db.form_responses,
    answers.map(answer => answer.id),
  )
  for (const answer of answers) {
    const known = await transaction.read(db.form_responses, answer.id)
    if (known === null || known.updated_at < answer.updated_at) {
      await transaction.put(db.form_responses, answer)
    }
  }
  const work = workOf(draft)
  if (work.isWhole && before === null) {
    await planOpen(transaction, db, draft, work)
    return
  }
  if (row !== null) {
    const base = { ...row, id }
    await planMove(transaction, db, id, 'brought', () => ({ base, pending: [], local: { work } }))
    return
  }
  await planMove(transaction, db, id, 'worked', async stored =>
    stored === null || stored._deleted
      ? null
      : stored.state === 'binned'
        ? planDetaching(transaction, db, stored, now)
        : withNotes(stored, { work: stored.work ?? work }),
  )
}
