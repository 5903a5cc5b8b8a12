import type { Database } from '../../../../collections/database.ts'
import { isRefused, planMove } from '../../../../collections/interview/plan-move.ts'
import { pendingOperations } from '../../../../collections/operation-log.ts'
import { transact, type Transaction } from '../../../../collections/one-database/transaction.ts'
import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import type { FileUploadDoc } from '../../../../collections/schemas/file-uploads.ts'
import type { ManifestFile, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { removeTakenOut } from '../../../../collections/writes/file-owners.ts'
import { endedAs } from '../../../../collections/writes/write-work.ts'
import {
  operationOf,
  planEdit,
  toManifest,
} from '../../../../collections/writes/write-submission.ts'
import { removedSent } from '../../../../replication/rows/listed-files.ts'
import { planQueueing } from '../../../../replication/outbox/queue.ts'
import type { Clock } from '../../../../replication/env.ts'
import { slotId } from '../../../form/definition/form-shape.ts'
import { sentFile } from '../interview/follow-draft.ts'
import type { Interview } from '../interview/interview-shape.ts'

/** What the edit needs. */
export interface LateParts {
  readonly db: Database
  readonly env: { readonly clock: Clock }
}

/** Adds files to the submission that a draft became, or to its entry in Recovery, in one transaction. */
export const editLate = async (
  { db, env }: LateParts,
  form: Interview['form'],
  draft: DraftDoc,
  files: readonly FileUploadDoc[],
): Promise<void> => {
  const now = env.clock.now()
  const replaced = await transact(async transaction => {
    const submission = await endedAs(transaction, db, draft.id)
    if (submission === null) return []
    const { id } = submission
    // Another tab may have added them.
    const late = files.filter(file => !submission.files.some(named => named.id === file.id))
    if (late.length === 0 || submission.state === 'deleting') return []
    if (isRefused(submission)) {
      await planIntoEntry(transaction, db, submission, late)
      return []
    }
    const slotOf = ({ field_id, occurrence = 0 }: ManifestFile) => slotId(field_id, occurrence)
    const single = late.filter(file => form.fieldById.get(slotOf(file))?.multiple === false)
    const slots = single.map(slotOf)
    const isReplaced = (file: ManifestFile): boolean => slots.includes(slotOf(file))
    const kept = submission.files.filter(file => file.removed !== true && !isReplaced(file))
    const all = [...kept.map(file => sentFile(id, file)), ...late]
    const removed = await removedSent({ single, taken: new Set() }, submission)
    await planEdit(transaction, db, id, submission.answers, all, now, { removed })
    await planQueueing(transaction, db, id, now, { mayGo: true })
    return submission.files.filter(isReplaced).map(file => file.id)
  })
  await removeTakenOut(db, draft.id, replaced)
}

/** Plans to add files to an interview that went to Recovery meanwhile, so that they return with it. */
const planIntoEntry = async (
  transaction: Transaction,
  db: Database,
  submission: SubmissionDoc,
  late: readonly FileUploadDoc[],
): Promise<void> => {
  const files = [...submission.files, ...late.map(toManifest)]
  const addition = await operationOf(db, { $set: { files } })
  await planMove(transaction, db, submission.id, 'edited', stored =>
    stored === null
      ? null
      : { base: null, pending: [...pendingOperations(stored.crdts), addition] },
  )
}
