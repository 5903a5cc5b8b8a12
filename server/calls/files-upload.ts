import { randomUUID } from 'node:crypto'
import type { SurveyorHandler } from '../backend.ts'
import type { Query } from '../db/db.ts'
import { isTemporaryId, isUuid } from '../db/ids.ts'
import { failed, passed, refuse, refuseFields, type Checked } from '../http/answer.ts'
import { limits } from '../limits.ts'
import type { Received, ReceivedFile } from '../http/multipart.ts'
import { insertFiles } from '../store/files.ts'
import { freeBlobs } from '../store/freed-blobs.ts'
import { touchSubmission } from '../store/submission-writes.ts'
import { isLiveSubmission, submissionById, type SubmissionRecord } from '../store/submissions.ts'
import { lockUser, nextRevision } from '../store/users.ts'
import { storeBlobs, withUpload } from './receive-upload.ts'
import { noSuchSubmission, rowAnswer } from './submissions.ts'

interface Upload {
  readonly fieldId: string
  readonly fieldType: string
  readonly occurrence: number
  readonly files: readonly ReceivedFile[]
}

/** The messages of 5.17. */
export const sizeProblem = (
  files: readonly Pick<ReceivedFile, 'name' | 'sizeBytes'>[],
  isImage: boolean,
): readonly string[] => {
  const maxBytes = isImage ? limits.imageBytes : limits.otherFileBytes
  return files
    .filter(({ sizeBytes }) => sizeBytes > maxBytes)
    .map(({ name }) => `File "${name}" exceeds ${isImage ? 5 : 10}MB limit.`)
}

/** The refusal of files of a submission that only its device knows. */
export const temporarySubmission = refuse(422, 'Cannot upload files with temporary submission ID')

const readUpload = (received: Received, submissionId: string): Checked<Upload> => {
  const { text } = received
  const fieldId = text('field_id')
  const fieldType = text('field_type').toUpperCase().slice(0, 20)
  const occurrence = Number(text('occurrence'))
  const named = text('submission_id')
  const files = received.files.filter(({ field }) => field === 'files[]' || field === 'files')
  const refused = (field: string, ...texts: readonly string[]) =>
    failed(refuseFields({ [field]: texts }))

  if (fieldId === '' || fieldId.length > limits.fieldIdChars) {
    return refused('field_id', 'The field is missing.')
  }
  if (named !== '' && named !== submissionId) {
    return refused('submission_id', 'The submission is not the one in the address.')
  }
  if (!Number.isInteger(occurrence) || occurrence < 0 || occurrence > limits.occurrences) {
    return refused('occurrence', 'The occurrence must be a whole number from 0.')
  }
  if (files.length === 0) return refused('files', 'No file was sent.')
  if (files.length > limits.filesPerUpload) {
    return refused('files', `At most ${limits.filesPerUpload} files can be sent at once.`)
  }
  const tooLarge = sizeProblem(files, fieldType === 'IMAGE')
  if (tooLarge.length > 0) return refused('files', ...tooLarge)
  return passed({ fieldId, fieldType, occurrence, files })
}

/** Files of a field whose bytes are stored. */
interface StoredFiles extends Omit<Upload, 'files'> {
  readonly files: readonly Pick<ReceivedFile, 'name' | 'sha256' | 'sizeBytes'>[]
}

/** Adds files to a live submission, and returns the row; null when it was deleted meanwhile. */
export const attachFiles = async (
  query: Query,
  userId: string,
  submissionId: string,
  upload: StoredFiles,
  now: Date,
): Promise<SubmissionRecord | null> => {
  await lockUser(query, userId)
  const record = await submissionById(query, userId, submissionId)
  if (record === null || record.deleted_at !== null) {
    // The submission was deleted during the upload, so no row will name these bytes.
    await freeBlobs(
      query,
      upload.files.map(({ sha256 }) => sha256),
      now,
    )
    return null
  }
  const added = await insertFiles(
    query,
    userId,
    record.id,
    upload.files.map(({ name, sha256, sizeBytes }, place) => ({
      name,
      sha256,
      sizeBytes,
      id: randomUUID(),
      fieldId: upload.fieldId,
      fieldType: upload.fieldType,
      occurrence: upload.occurrence,
      position: record.files.length + place,
      now,
    })),
  )
  if (added === 0) return record
  await touchSubmission(query, userId, record.id, now, await nextRevision(query, userId))
  return submissionById(query, userId, record.id)
}

/**
 * POST form-submissions/{id}/upload-files (7.16). Bytes are stored before their rows. The same bytes for the same
 * field are one file, even when they are sent several times.
 */
export const filesUpload: SurveyorHandler = async call => {
  if (isTemporaryId(call.id)) return temporarySubmission
  // Checked before the body is read, so that a client cannot make the server read 60 MB for a submission of
  // another surveyor.
  const { db } = call.backend
  if (!isUuid(call.id) || !(await isLiveSubmission(db.query, call.user.id, call.id))) {
    return noSuchSubmission
  }
  return withUpload(call, async received => {
    const upload = readUpload(received, call.id)
    if (!upload.ok) return upload.refusal
    await storeBlobs(call.backend, upload.value.files)
    const record = await db.tx(query =>
      attachFiles(query, call.user.id, call.id, upload.value, new Date(call.backend.clock())),
    )
    if (record === null) {
      call.backend.sweepLater()
      return noSuchSubmission
    }
    return rowAnswer('Files uploaded', call, record)
  })
}
