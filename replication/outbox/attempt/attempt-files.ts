import type { OutboxDoc } from '../../../collections/schemas/outbox.ts'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import { answerKey, occurrenceOfFilesItem } from '../../../collections/ids.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { fileBytes } from '../../../collections/writes/write-interview.ts'
import type { Outcome } from '../decide.ts'
import type { Failure } from '../../http/failure.ts'
import { interactiveTimeoutMs, uploadTimeoutMs } from '../../limits.ts'
import { ok } from '../../http/result.ts'
import { storedDocument } from '../../rest-crdt.ts'
import { claim, noteSending, repeatsAreSafe, type AttemptContext } from './sending.ts'
import { rowAnswers } from '../../submission-rows.ts'

const failed = (failure: Failure): Outcome => ({ kind: 'failed', failure, portal: false })

/** Sends the files of one field, or of one occurrence of it, once their submission has a server id (4.12). */
export const attemptFiles = async (context: AttemptContext, item: OutboxDoc): Promise<Outcome> => {
  const stored = await storedDocument(context.db.submissions, item.submission_id)
  if (stored === null) return { kind: 'orphan' }
  if (stored._deleted) return { kind: 'nothing' }
  if (stored.server_id === '') return { kind: 'blocked' }
  const occurrence = occurrenceOfFilesItem(item.id)
  const named = filesOfItem(stored, item)
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
  const replays = item.in_doubt ? await repeatsAreSafe(context) : ok(true)
  if (!replays.ok) return failed(replays.failure)
  if (!replays.value) {
    const synced = files.length - pending.length
    const listed = await listedFiles(context, item, stored.server_id)
    if (listed.kind !== 'listed') return listed
    // A server that knows of no occurrences lists the files of all of them under one.
    const before = listed.isByOccurrence ? 0 : await countSyncedBefore(context, stored, item)
    if (listed.count >= before + synced + pending.length) return { kind: 'uploaded', fileIds }
  }
  await claim(context, context.pace.uploadMs)
  await noteSending(context, item.id, { in_doubt: true })
  const result = await context.api.uploadFiles({
    submissionId: stored.server_id,
    fieldId: item.field_id,
    fieldType: pending[0]?.field_type ?? 'FILE',
    occurrence,
    files: readable,
    key: fileIds.join('.'),
  })
  return result.ok ? { kind: 'uploaded', fileIds } : failed(result.failure)
}

/** The files of a submission that an item is about: of one field, and of one occurrence of it. */
export const filesOfItem = (
  { files }: Pick<SubmissionDoc, 'files'>,
  item: OutboxDoc,
): SubmissionDoc['files'] =>
  files.filter(
    file =>
      file.removed !== true &&
      file.field_id === item.field_id &&
      (file.occurrence ?? 0) === occurrenceOfFilesItem(item.id),
  )

interface Listed {
  readonly kind: 'listed'
  readonly count: number
  readonly isByOccurrence: boolean
}

/** How many files of the item the server lists already; what it has is not sent again. */
const listedFiles = async (
  context: AttemptContext,
  item: OutboxDoc,
  serverId: string,
): Promise<Listed | Outcome> => {
  const now = context.env.clock.now()
  const due = item.sentAt + uploadTimeoutMs
  if (item.sentAt <= now && now < due) return { kind: 'unsure', until: due }
  await claim(context, interactiveTimeoutMs)
  const row = await context.api.submission(serverId)
  if (!row.ok) return failed(row.failure)
  const answers = rowAnswers(row.value)
  const occurrence = occurrenceOfFilesItem(item.id)
  const own = answers[answerKey(item.field_id, occurrence)]
  const isByOccurrence = occurrence === 0 || own !== undefined
  const answer = isByOccurrence ? own : answers[answerKey(item.field_id)]
  return { kind: 'listed', count: [answer ?? []].flat().length, isByOccurrence }
}

/** How many files of the other occurrences of an item's field have been sent. */
const countSyncedBefore = async (
  { db }: AttemptContext,
  { files }: Pick<SubmissionDoc, 'files'>,
  item: OutboxDoc,
): Promise<number> => {
  const others = files.filter(
    ({ field_id, occurrence = 0 }) =>
      field_id === item.field_id && occurrence !== occurrenceOfFilesItem(item.id),
  )
  const docs = await db.file_uploads.findByIds(others.map(({ id }) => id)).exec()
  return [...docs.values()].filter(({ sync_status }) => sync_status === 'synced').length
}
