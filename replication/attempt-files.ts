import type { OutboxDoc } from '../collections/outbox.ts'
import type { FileUploadDoc } from '../collections/file-uploads.ts'
import { answerKey } from '../collections/ids.ts'
import { fileBytes } from '../collections/write-interview.ts'
import type { Outcome } from './decide.ts'
import type { Failure } from './failure.ts'
import { interactiveTimeoutMs, uploadTimeoutMs } from './limits.ts'
import { storedDocument } from './rest-crdt.ts'
import { claim, noteSending, type AttemptContext } from './sending.ts'
import { rowAnswers } from './submission-rows.ts'

const failed = (failure: Failure): Outcome => ({ kind: 'failed', failure, portal: false })

/** Sends the files of one field, once their submission has a server id (4.12). */
export const attemptFiles = async (context: AttemptContext, item: OutboxDoc): Promise<Outcome> => {
  const stored = await storedDocument(context.db.submissions, item.submission_id)
  if (stored === null) return { kind: 'orphan' }
  if (stored._deleted) return { kind: 'nothing' }
  if (stored.server_id === '') return { kind: 'blocked' }
  const named = stored.files.filter(file => file.field_id === item.field_id)
  const docs = await context.db.file_uploads.findByIds(named.map(({ id }) => id)).exec()
  if (named.some(({ id }) => !docs.has(id))) return { kind: 'unreadable' }
  const files = [...docs.values()].map(doc => doc.toJSON() as FileUploadDoc)
  const pending = files.filter(file => file.sync_status === 'pending')
  if (pending.length === 0) return { kind: 'nothing' }
  const bytes = await Promise.all(
    pending.map(async ({ id, file_name }) => {
      const blob = await fileBytes(context.db, id)
      return blob === null ? null : { name: file_name, bytes: blob }
    }),
  )
  const readable = bytes.filter(file => file !== null)
  if (readable.length < pending.length) return { kind: 'unreadable' }

  const fileIds = pending.map(({ id }) => id)
  if (item.in_doubt && !context.extensions().has('idempotency')) {
    const synced = files.length - pending.length
    const listed = await listedFiles(context, item, stored.server_id)
    if (typeof listed !== 'number') return listed
    if (listed >= synced + pending.length) return { kind: 'uploaded', fileIds }
  }
  await claim(context, context.pace.uploadMs)
  await noteSending(context, item.id, { in_doubt: true })
  const result = await context.api.uploadFiles({
    submissionId: stored.server_id,
    fieldId: item.field_id,
    fieldType: pending[0]?.field_type ?? 'FILE',
    files: readable,
    key: fileIds.join('.'),
  })
  return result.ok ? { kind: 'uploaded', fileIds } : failed(result.failure)
}

/** How many files of the field the server lists already; what it has is not sent again. */
const listedFiles = async (
  context: AttemptContext,
  item: OutboxDoc,
  serverId: string,
): Promise<number | Outcome> => {
  const now = context.env.clock.now()
  const due = item.sentAt + uploadTimeoutMs
  if (item.sentAt <= now && now < due) return { kind: 'unsure', until: due }
  await claim(context, interactiveTimeoutMs)
  const row = await context.api.submission(serverId)
  if (!row.ok) return failed(row.failure)
  const answer = rowAnswers(row.value)[answerKey(item.field_id)] ?? []
  return typeof answer === 'string' ? 1 : answer.length
}
