import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { withoutAddresses } from '../../collections/file-answers.ts'
import { pendingOperations } from '../../collections/operation-log.ts'
import { submissionByServerId } from '../../collections/queries.ts'
import { fileData } from '../../collections/schemas/file-uploads.ts'
import type { ManifestFile, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { readFieldKinds, type FieldKinds } from '../field-kinds.ts'
import type { Failure } from '../http/failure.ts'
import { ok, type Result } from '../http/result.ts'
import { syncTimeoutMs } from '../limits.ts'
import { addressOf } from '../outbox/attempt/removed-files.ts'
import { changesTo } from '../outbox/settle/changes-to.ts'
import { withHistory } from '../outbox/settle/confirm.ts'
import { countPendingFiles } from '../outbox/settle/count-pending-files.ts'
import { makeReady } from '../outbox/outbox-states.ts'
import { queueFiles, queueSubmission } from '../outbox/queue.ts'
import { asSent, isAlive, rewriteLog, storedDocument } from '../rest-crdt.ts'
import { rowAnswers, rowToBase } from '../submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { PullContext } from './pull-context.ts'

/**
 * A restored server has rows of before its backup, and has lost what was edited or added to them afterwards. What
 * this device knows of that is sent again, as an edit over the row:
 *
 *   the row has the revision that is known here ──► nothing was lost
 *   the server knows our revision ──► nothing was lost: the row has only moved on
 *   else ──► base: the row; pending: what brings it to what was known here, and then what was pending
 *
 * A row that was edited after the restore keeps what it says, because that edit is the later one: only answers that
 * it lacks are sent. A file that was taken out after the backup is listed again: the surveyor can look at it, and
 * take it out once more.
 */
export const restoreEdits = async (
  context: PullContext,
  rows: readonly SubmissionRow[],
  cursor: string,
): Promise<Result<number, Failure>> => {
  const { db, api, lease } = context
  const unconfirmed = new Set(await readSetting(db, 'unconfirmed'))
  let count = 0
  for (const row of rows.filter(({ id }) => unconfirmed.has(id))) {
    const [known] = await submissionByServerId(row.id).build(db.submissions).exec()
    if (known === undefined || known.rev === '' || known.rev === row.rev) continue
    await lease.extend(syncTimeoutMs)
    const asked = await api.changes(cursor, 1, `${row.id}.${known.rev}`)
    if (!asked.ok) return asked
    if (!asked.value.restarted) continue
    await restore(db, known.id, row, context.env.clock.now())
    count += 1
  }
  return ok(count)
}

const restore = async (
  db: Database,
  id: string,
  row: SubmissionRow,
  now: number,
): Promise<void> => {
  const kinds = await readFieldKinds(db, row.form_id)
  const before = await storedDocument(db.submissions, id)
  // Its deletion needs nothing of it.
  if (!isAlive(before) || before.hidden === 1) return
  await makeLostFilesPending(db, before, row, kinds)
  await rewriteLog(db.submissions, id, async stored => {
    if (!isAlive(stored)) return null
    const known = await asSent(db.submissions, stored, 0)
    known.history = withHistory(known.history, { at: now, what: 'resent', note: '' })
    const base = rowToBase(row, known, kinds, await countPendingFiles(db, stored))
    const wanted = { ...known, answers: withoutAddresses(known.answers, known.files) }
    const isEdited = Date.parse(row.updated_at) > Date.parse(known.updated_at)
    const lost = changesTo(base, wanted, {
      isChanged: key => !isEdited || (base.answers[key] ?? '').length === 0,
      isCleared: () => !isEdited,
      kinds,
      now,
    })
    return { base, pending: [...lost, ...pendingOperations(stored.crdts)] }
  })
  const stored = await storedDocument(db.submissions, id)
  if (!isAlive(stored)) return
  if (pendingOperations(stored.crdts).length > 0) await queueSubmission(db, stored, now)
  await queueFiles(db, stored, now, 'queued')
  await makeReady(db, { submissionId: id })
}

/** Files that the row does not list, and whose bytes are here, are to be sent again. */
const makeLostFilesPending = async (
  db: Database,
  { files }: RxDocumentData<SubmissionDoc>,
  row: SubmissionRow,
  kinds: FieldKinds,
): Promise<void> => {
  const answers = rowAnswers(row, kinds)
  const lost = files.filter(
    (file: ManifestFile) =>
      file.removed !== true && addressOf(file, { answers, files }) === undefined,
  )
  const docs = await db.file_uploads.findByIds(lost.map(({ id }) => id)).exec()
  for (const doc of docs.values()) {
    if (doc.getAttachment(fileData) === null) continue
    await doc.incrementalPatch({ sync_status: 'pending', synced_at: 0 })
  }
}
