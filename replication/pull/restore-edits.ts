import { submittedIn, planMove, isSubmitted } from '../../collections/interview/plan-move.ts'
import { answerAt } from '../../collections/ids.ts'
import type { Database } from '../../collections/database.ts'
import { withoutAddresses } from '../../collections/file-answers.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { lackingIn } from '../../collections/interview/review.ts'
import { differenceOf, pendingOperations } from '../../collections/operation-log.ts'
import { submissionByServerId } from '../../collections/queries.ts'
import type { ManifestFile } from '../../collections/schemas/submissions.ts'
import { copiesField } from '../../collections/interview/copies.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { readFieldKinds } from '../rows/field-kinds.ts'
import type { Failure } from '../http/failure.ts'
import { ok, type Result } from '../http/result.ts'
import { claim } from '../attempt/sending.ts'
import { syncTimeoutMs } from '../limits.ts'
import { namedAddressOf } from '../rows/listed-files.ts'
import { changesTo } from '../settle/changes-to.ts'
import { withHistory } from '../settle/confirm.ts'
import { countPendingFiles } from '../settle/count-pending-files.ts'
import { planQueueingAgain } from '../outbox/queue.ts'
import { asSent } from '../../collections/interview/logged.ts'
import { rowAnswers } from '../rows/row-answers.ts'
import { rowToBase } from '../rows/submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { PullContext } from './pull-context.ts'
import { planPendingFiles } from './resend-lost.ts'

/**
 * Sends edits again that a restored server has lost, because its rows are as old as its backup.
 *
 *   the row has the revision that is known here ──► nothing was lost
 *   the server knows our revision ──► nothing was lost, the row was only edited since
 *   else ──► base: the row; pending: an edit from the row to what was known here, then what was pending
 *
 * A row that was edited after the restore keeps its answers, because that edit is the later one; only answers that it
 * lacks are sent. A file that was removed after the backup is listed again, and the surveyor can remove it again.
 */
export const restoreEdits = async (
  context: PullContext,
  rows: readonly SubmissionRow[],
  cursor: string,
): Promise<Result<void, Failure>> => {
  const { db, api, lease } = context
  const unconfirmed = new Set(await readSetting(db, 'unconfirmed'))
  for (const row of rows.filter(({ id }) => unconfirmed.has(id))) {
    const [known] = await submissionByServerId(row.id).build(db.submissions).exec()
    if (known === undefined || known.rev === '' || known.rev === row.rev) continue
    await claim({ lease }, syncTimeoutMs)
    const asked = await api.changes(cursor, 1, [`${row.id}.${known.rev}`])
    if (!asked.ok) return asked
    if (!asked.value.restarted) continue
    await resumeOn(db, known.id, row, context.env.clock.now())
  }
  return ok(undefined)
}

/** Continues a submission on a row that lacks some of it: what the row lacks becomes pending, its files too. */
export const resumeOn = async (
  db: Database,
  id: string,
  row: SubmissionRow,
  now: number,
): Promise<void> => {
  const kinds = await readFieldKinds(db, row.form_id)
  await transact(async transaction => {
    const before = await submittedIn(transaction, db, id)
    // Deleting it needs no edits.
    if (before === null || before.state === 'deleting') return
    const { files } = before
    const answers = rowAnswers(row, kinds)
    // By name only, because as many files as before may be others.
    const isListed = (file: ManifestFile) => namedAddressOf(file, { answers, files }) !== undefined
    const unlisted = files.filter(file => !isListed(file))
    await planPendingFiles(transaction, db, unlisted)
    await planMove(transaction, db, id, 'listed', async stored => {
      if (!isSubmitted(stored)) return null
      const known = await asSent(db.submissions, stored, 0)
      known.history = withHistory(known.history, { at: now, what: 'resent', note: '' })
      const base = rowToBase(row, known, kinds, await countPendingFiles(transaction, db, stored))
      const wanted = { ...known, answers: withoutAddresses(known.answers, known.files) }
      const isEdited = Date.parse(row.updated_at) > Date.parse(known.updated_at)
      const lost = changesTo(base, wanted, {
        isChanged: key => !isEdited || (answerAt(base.answers, key) ?? '').length === 0,
        isCleared: () => !isEdited,
        kinds,
        now,
      })
      const unsaid = lackingIn(base, known)
      const said = Object.keys(unsaid).length === 0 ? [] : [differenceOf({ $set: unsaid }, now)]
      const pending = [...lost, ...said, ...pendingOperations(stored.crdts)]
      const copies = (stored.copies ?? []).filter(copy => copy !== row.id)
      return { base, pending, local: copiesField(copies) }
    })
    await planQueueingAgain(transaction, db, id, now)
  })
}
