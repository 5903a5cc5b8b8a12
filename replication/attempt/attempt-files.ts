import { isSubmitted } from '../../collections/interview/plan-move.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import { occurrenceOfFilesItem } from '../../collections/ids.ts'
import { isFileList } from '../../collections/file-answers.ts'
import { readEntries } from '../../collections/recovery-entries.ts'
import { outboxRank, type OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { fileBytes, isUnreadable } from '../../collections/writes/write-files.ts'
import { inPiecesBytes, syncTimeoutMs, uploadTimeoutMs } from '../limits.ts'
import { statusOf } from '../http/failure-note.ts'
import { ok } from '../http/result.ts'
import { storedDocument } from '../../collections/interview/logged.ts'
import { failed, type Outcome } from '../outbox/decide.ts'
import { arrivedFiles, doubtOf, listedOf, type Doubt } from './file-identity.ts'
import { noteRequest, requestRoom } from './request-room.ts'
import { sendInPieces } from './send-in-pieces.ts'
import {
  announcesKeys,
  claim,
  unsureWhileInFlight,
  noteSending,
  repeatsAreSafe,
  type AttemptContext,
} from './sending.ts'

/**
 * Sends the files of one field, or of one occurrence of it, once their submission has a server id (4.12).
 *
 *   in doubt ──► the same files again, or half of them after a failure, where repeats are safe
 *          └──► else the row is read: files that have arrived are confirmed ──► the rest goes as a new request
 *   not in doubt ──► readable files are sent ──► missing files go to Recovery with the next try
 */
export const attemptFiles = async (context: AttemptContext, item: OutboxDoc): Promise<Outcome> => {
  const stored = await storedDocument(context.db.submissions, item.submission_id)
  if (stored === null) return { kind: 'orphan' }
  if (!isSubmitted(stored)) return { kind: 'nothing' }
  if (stored.server_id === '') return { kind: 'blocked' }
  const found = await findFiles(context, stored, item)
  if (!item.in_doubt) return send(context, item, stored, found)

  const doubt = doubtOf(item, found.readable)
  const earlier = await context.db.file_uploads.findByIds([...doubt.fileIds]).exec()
  // A crash came while they were marked as synced, so the server has taken all of the request.
  if ([...earlier.values()].some(({ sync_status }) => sync_status === 'synced')) {
    return { kind: 'uploaded', fileIds: doubt.fileIds, row: null, lost: found.lost }
  }
  const replays = await repeatsAreSafe(context)
  if (!replays.ok) return failed(replays.failure)
  const same = doubt.fileIds.flatMap(id => found.readable.filter(({ doc }) => doc.id === id))
  if (replays.value && same.length === doubt.fileIds.length) {
    // All of them may be more than the link carries in the time of one request, so that they would never arrive.
    const readable = hasFailed(item) ? same.slice(0, Math.ceil(same.length / 2)) : same
    const fileIds = readable.map(({ doc }) => doc.id)
    return upload(context, item, stored, { ...found, readable }, { ...doubt, fileIds })
  }
  const unsure = unsureWhileInFlight(context, item, uploadTimeoutMs)
  if (unsure !== null) return unsure
  const listed = await readListed(context, item, stored.server_id)
  if (!listed.ok) return failed(listed.failure)
  const fileIds = arrivedFiles(doubt, stored.files, listed.value)
  if (fileIds.length > 0) return { kind: 'uploaded', fileIds, row: null, lost: found.lost }
  return send(context, item, stored, found)
}

interface Readable {
  readonly doc: FileUploadDoc
  readonly bytes: Blob
}

/** The files of an item that are still to be sent. */
interface Found {
  readonly readable: readonly Readable[]
  /** The ids of those that cannot be read or are no longer on the device, without missing ones that Recovery names. */
  readonly lost: readonly string[]
  /** Whether some of those may be readable later. */
  readonly mayPass: boolean
  /** Whether the server may list files of the field besides these. */
  readonly hasOthers: boolean
}

const findFiles = async (
  { db }: AttemptContext,
  submission: SubmissionDoc,
  item: OutboxDoc,
): Promise<Found> => {
  const named = filesOfItem(submission, item)
  const docs = await db.file_uploads.findByIds(named.map(({ id }) => id)).exec()
  const pending = named.filter(({ id }) => docs.get(id)?.sync_status === 'pending')
  const read = await Promise.all(pending.map(({ id }) => readableBytes(db, id)))
  const readable = pending.flatMap(({ id }, at): readonly Readable[] => {
    const doc = docs.get(id)?.toMutableJSON()
    const bytes = read[at]
    return doc === undefined || !(bytes instanceof Blob) ? [] : [{ doc, bytes }]
  })
  const readableIds = new Set(readable.map(({ doc }) => doc.id))
  const missing = named.filter(({ id }) => !docs.has(id)).map(({ id }) => id)
  const unreadable = pending.filter(({ id }) => !readableIds.has(id)).map(({ id }) => id)
  const ofField = submission.files.filter(({ field_id }) => field_id === item.field_id)
  return {
    readable,
    // An unreadable file stays pending until it is set aside, also when an entry names it.
    lost: [...(await withoutReported(db, missing)), ...unreadable],
    mayPass: read.includes('not now'),
    hasOthers:
      ofField.length > pending.length ||
      submission.history.some(({ what }) => what === 'file') ||
      Object.values(submission.answers).some(isFileList),
  }
}

/** A file's bytes; null when the device no longer has them, 'not now' when it may be able to read them later. */
const readableBytes = (
  db: AttemptContext['db'],
  fileId: string,
): Promise<Blob | 'not now' | null> =>
  fileBytes(db, fileId).catch((error: unknown) => {
    if (isUnreadable(error)) return 'not now'
    throw error
  })

/** The missing files that no entry of Recovery names yet. */
const withoutReported = async (
  db: AttemptContext['db'],
  missing: readonly string[],
): Promise<readonly string[]> => {
  if (missing.length === 0) return missing
  const reported = new Set((await readEntries(db)).flatMap(entry => entry.file_ids))
  return missing.filter(id => !reported.has(id))
}

/** Whether a file is sent in pieces, because one request may be too short for it. */
const goesInPieces = (
  { extensions }: AttemptContext,
  item: OutboxDoc,
  { bytes }: Readable,
): boolean =>
  extensions()?.has('resumable-uploads') === true &&
  (bytes.size >= inPiecesBytes || hasFailed(item))

/** The first files of an item, as many as fit one request; the others follow when these have arrived. */
const firstOf = (
  context: AttemptContext,
  item: OutboxDoc,
  readable: readonly Readable[],
): readonly Readable[] => {
  const most = requestRoom(context.api)
  const large = readable.findIndex(file => goesInPieces(context, item, file))
  let bytes = 0
  return readable.slice(0, most.files).filter((file, at) => {
    bytes += file.bytes.size
    return at === 0 || (bytes <= most.bytes && (large < 0 || at < large))
  })
}

/** Sends the first readable files as a new request. The missing ones go to Recovery once there are no others. */
const send = async (
  context: AttemptContext,
  item: OutboxDoc,
  submission: SubmissionDoc,
  found: Found,
): Promise<Outcome> => {
  if (found.readable.length === 0) {
    return found.lost.length > 0
      ? { kind: 'unreadable', mayPass: found.mayPass }
      : { kind: 'nothing' }
  }
  // On a server without keys, new addresses in the list show later which files have arrived.
  const hasKeys = announcesKeys(context)
  const listed =
    hasKeys || !found.hasOthers ? ok([]) : await readListed(context, item, submission.server_id)
  if (!listed.ok) return failed(listed.failure)
  const readable = firstOf(context, item, found.readable)
  const fileIds = readable.map(({ doc }) => doc.id)
  const doubt = { fileIds, listed: listed.value }
  return upload(context, item, submission, { ...found, readable }, doubt)
}

const upload = async (
  context: AttemptContext,
  item: OutboxDoc,
  submission: SubmissionDoc,
  found: Found,
  doubt: Doubt,
): Promise<Outcome> => {
  const { readable, lost } = found
  const [only] = readable
  if (only !== undefined && readable.length === 1 && goesInPieces(context, item, only)) {
    const { result, movedBytes } = await sendInPieces(context, item, doubt, {
      submissionId: submission.server_id,
      fieldId: item.field_id,
      fieldType: only.doc.field_type,
      occurrence: occurrenceOfFilesItem(item.id),
      name: only.doc.file_name,
      sha256: only.doc.sha256,
      bytes: only.bytes,
    })
    return result.ok
      ? { kind: 'uploaded', fileIds: doubt.fileIds, row: null, lost, movedBytes }
      : { kind: 'failed', failure: result.failure, portal: false, moved: movedBytes > 0 }
  }
  await noteSending(context, item.id, context.pace.uploadMs, {
    in_doubt: true,
    payload: { ...doubt },
  })
  const startMs = context.env.clock.now()
  const result = await context.api.uploadFiles({
    submissionId: submission.server_id,
    fieldId: item.field_id,
    fieldType: readable[0]?.doc.field_type ?? 'FILE',
    occurrence: occurrenceOfFilesItem(item.id),
    files: readable.map(({ doc, bytes }) => ({ name: doc.file_name, bytes })),
    key: doubt.fileIds.join('.'),
  })
  const bytes = readable.reduce((sum, file) => sum + file.bytes.size, 0)
  noteRequest(context.api, bytes, context.env.clock.now() - startMs, result)
  if (result.ok) return { kind: 'uploaded', fileIds: doubt.fileIds, row: result.value.row, lost }
  if (statusOf(result.failure) !== 413 || readable.length === 1) return failed(result.failure)
  const first = { ...doubt, fileIds: doubt.fileIds.slice(0, 1) }
  return upload(context, item, submission, { ...found, readable: readable.slice(0, 1) }, first)
}

/** The addresses that the row lists for the field of an item, in all its occurrences. */
const readListed = async (context: AttemptContext, item: OutboxDoc, serverId: string) => {
  await claim(context, syncTimeoutMs)
  const row = await context.api.submission(serverId)
  return row.ok ? ok(listedOf(row.value, item.field_id)) : row
}

/** Whether a request of an item with files has failed, also before the app was last started. */
export const hasFailed = ({ type, rank }: OutboxDoc): boolean =>
  type === 'FILE_UPLOAD' && rank > outboxRank.files

/** The files of an item: those of one field in one occurrence. */
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
