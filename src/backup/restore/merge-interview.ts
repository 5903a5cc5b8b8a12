import { submissionItemId } from '../../../collections/ids.ts'
import { isAlive, withNotes, type NextLog } from '../../../collections/interview/logged.ts'
import { planMove, submittedIn } from '../../../collections/interview/plan-move.ts'
import { asHeld, asRefusals, withRefusal } from '../../../collections/interview/refusals.ts'
import { baseFields, pendingOperations } from '../../../collections/operation-log.ts'
import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { planDetaching } from '../../../collections/writes/detach-edit.ts'
import { asOpen } from '../../../collections/writes/write-interview.ts'
import { lastListOf } from '../../../replication/settle/files-of-edits.ts'
import { hasUnsentOperations, toItem } from '../../../replication/outbox/queue.ts'
import { readFieldKinds } from '../../../replication/rows/field-kinds.ts'
import { isUnsent, type InterviewRecord } from '../records.ts'
import { planSharing } from '../share-work.ts'
import { editsOfGone, mergeEdits } from './merge-edits.ts'
import { missingRefusals, newRefusals } from './merge-refusals.ts'
import { answersOfWork, filesOfWork, goingOnAs, laterThanHere, mergeWork } from './merge-work.ts'
import type { RestoreStep } from './restore-step.ts'

/** How much of a backup was restored, and how much of it the device had already. */
export interface Counts {
  readonly drafts: number
  readonly submissions: number
  readonly recovery: number
  readonly known: number
}

/** What an interview of a backup makes of the one here. */
export interface Merge {
  readonly id: string
  /** Its next log; null leaves the document as it is. */
  readonly log: NextLog<SubmissionDoc> | null
  /** What it goes on as, because its row is gone and an edit of it is open; null otherwise. */
  readonly detached: SubmissionDoc | null
  /** Whether it has something to be sent, which the other device may send too. */
  readonly isUnsent: boolean
  /** What its outbox item has from the backup. */
  readonly item: Partial<OutboxDoc>
  readonly counts: Counts
}

/** Decides what an interview of a backup makes of the one under its `id` here. Writes nothing. */
export const mergeInterview = async (
  step: RestoreStep,
  id: string,
  record: InterviewRecord,
): Promise<Merge> => {
  const { transaction, db } = step
  const saved = withId(record.doc, id)
  const known = await transaction.stored(db.submissions, id)
  if (!isAlive(known)) {
    const isGone = known !== null && (saved.server_id !== '' || known.server_id !== '')
    return hasOnlyRefusals(saved, isGone)
      ? heldInterview(step, saved)
      : newInterview(step, saved, record)
  }
  const pair = {
    known,
    saved,
    token: await db.storageToken,
    kinds: await readFieldKinds(db, saved.form_id),
  }
  const edits = await mergeEdits(step, pair)
  const { work, refusals: older } = await mergeWork(step, pair, record)
  const refusals = [...edits.refusals, ...older, ...missingRefusals(step, pair)]
  const local = {
    ...(work === null ? {} : { work }),
    ...asRefusals(refusals.reduce(withRefusal, known.refusals ?? [])),
  }
  const isChanged = edits.log !== null || work !== null || refusals.length > 0
  return {
    id,
    log: isChanged ? { ...(edits.log ?? withNotes(known, {})), local } : null,
    detached: work === null ? null : goingOnAs(known, saved, work),
    isUnsent: edits.log !== null,
    item: {},
    counts: countsOf(saved, {
      drafts: work !== null && known.work === undefined ? 1 : 0,
      submissions: edits.log === null ? 0 : 1,
      recovery: refusals.length,
      // Edits that are restored in part are one part in both.
      both: edits.log === null ? 0 : edits.refusals.length,
    }),
  }
}

/**
 * Whether only the refusals of an interview are restored, and the edits of its row: it was deleted here for good (`isGone`),
 * is in the bin of the other device, or was deleted there before it was sent. An open edit goes on in any case.
 */
const hasOnlyRefusals = (saved: SubmissionDoc, isGone: boolean): boolean => {
  if (isGone) return saved.server_id === '' || saved.work === undefined
  return saved.state === 'binned' || (saved.state === 'deleting' && saved.server_id === '')
}

const heldInterview = (step: RestoreStep, saved: SubmissionDoc): Merge => {
  const refused = newRefusals(step, saved).filter(({ kind }) => kind !== 'create')
  const edits = isUnsent(saved) ? editsOfGone(saved, step.now) : []
  const refusals = [...refused, ...edits]
  const log = { base: asHeld(saved), pending: [], local: asRefusals(refusals) }
  return {
    id: saved.id,
    log: refusals.length === 0 ? null : log,
    detached: null,
    isUnsent: false,
    item: {},
    counts: countsOf(saved, { drafts: 0, submissions: 0, recovery: refusals.length, both: 0 }),
  }
}

const newInterview = (
  step: RestoreStep,
  saved: SubmissionDoc,
  { doc, items }: InterviewRecord,
): Merge => {
  const { id, work } = saved
  const refusals = newRefusals(step, saved)
  const isOpen = saved.state === 'open'
  const base = isOpen ? asOpen(saved) : baseFields<SubmissionDoc>(saved.crdts)
  const local = { ...(work === undefined ? {} : { work }), ...asRefusals(refusals) }
  const item = items.find(each => each.id === submissionItemId(doc.id)) ?? {}
  const isBrought = isUnsent(saved)
  return {
    id,
    log: {
      base: base === null ? null : { ...base, id },
      pending: isOpen ? [] : pendingOperations(saved.crdts),
      local,
    },
    detached: null,
    isUnsent: isBrought,
    item: {
      ...item,
      id: submissionItemId(id),
      submission_id: id,
      state: 'queued',
      nextRetryAt: 0,
    },
    counts: countsOf(saved, {
      drafts: work === undefined ? 0 : 1,
      submissions: isBrought ? 1 : 0,
      recovery: refusals.length,
      both: 0,
    }),
  }
}

/** The counts of an interview: what of it was not restored is here. `both` counts parts that were restored in two ways. */
const countsOf = (
  saved: SubmissionDoc,
  { both, ...brought }: Omit<Counts, 'known'> & { readonly both: number },
): Counts => {
  const parts =
    (isUnsent(saved) ? 1 : 0) + (saved.work === undefined ? 0 : 1) + (saved.refusals ?? []).length
  const { drafts, submissions, recovery } = brought
  return { ...brought, known: parts + both - drafts - submissions - recovery }
}

/** An interview under another id, also in its log. */
const withId = (doc: SubmissionDoc, id: string): SubmissionDoc => {
  const operations = doc.crdts.operations.map(together =>
    together.map(operation => ({
      ...operation,
      body: operation.body.map(part =>
        part.ifMatch?.$set?.['id'] === undefined
          ? part
          : { ...part, ifMatch: { ...part.ifMatch, $set: { ...part.ifMatch.$set, id } } },
      ),
    })),
  )
  const refusals = doc.refusals?.map(each => (each.kind === 'create' ? { ...each, id } : each))
  const noted = refusals === undefined ? {} : { refusals }
  return { ...doc, ...noted, id, crdts: { ...doc.crdts, operations } }
}

/** The files of a backup that the next log of an interview needs. */
export const filesOfMerge = (
  { files }: Pick<RestoreStep, 'files'>,
  { log }: Merge,
  record: InterviewRecord,
): readonly string[] => {
  if (log === null) return []
  const { work, refusals = [] } = log.local ?? {}
  const listed = lastListOf(log.pending) ?? log.base?.files ?? []
  const ids = [
    ...listed.map(({ id }) => id),
    ...(work === undefined ? [] : filesOfWork({ files }, record).map(({ id }) => id)),
    ...refusals.flatMap(({ file_ids }) => file_ids),
  ]
  return ids.filter(id => files.has(id))
}

/** Plans what was decided. The files are on the device by now. */
export const planMerge = async (
  step: RestoreStep,
  { id, log, detached, isUnsent: isToSend, item }: Merge,
  record: InterviewRecord,
): Promise<void> => {
  const { transaction, db, now } = step
  if (log === null) return
  if (log.local?.work !== undefined) {
    const files = (await transaction.read(db.submissions, id))?.files ?? []
    // Of two answers to one field the later wins.
    const later = await laterThanHere(step, await answersOfWork(record, { id, files }))
    for (const answer of later) await transaction.put(db.form_responses, answer)
  }
  await planMove(transaction, db, id, 'brought', async () => {
    if (detached === null) return log
    const open = await planDetaching(transaction, db, detached, now)
    return { ...open, local: { ...log.local, ...open.local } }
  })
  const submission = isToSend ? await submittedIn(transaction, db, id) : null
  if (submission === null) return
  if (hasUnsentOperations(submission)) {
    await transaction.insert(db.outbox, { ...toItem(submission, now), ...item })
  }
  await planSharing(transaction, db, id, now)
}
