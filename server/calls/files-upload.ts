import { randomUUID } from 'node:crypto'
import { failed, good, passed, refuse, refuseFields, type Checked } from '../http/answer.ts'
import type { SurveyorCall, SurveyorHandler } from '../backend.ts'
import { readMultipart, textPart } from '../http/body.ts'
import { safeFileName } from '../files/file-kind.ts'
import { isTemporaryId, isUuid } from '../db/ids.ts'
import { limits } from '../http/limits.ts'
import { etagOf, submissionToWire } from './rows.ts'
import { holdBlobs, insertFile } from '../store/files.ts'
import { touchSubmission } from '../store/submission-writes.ts'
import { submissionById } from '../store/submissions.ts'
import { lockUser, nextRevision } from '../store/users.ts'
import { noSuchSubmission } from './submissions.ts'

interface Upload {
  readonly fieldId: string
  readonly fieldType: string
  readonly occurrence: number
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[]
}

const filesOf = (form: FormData): readonly File[] =>
  [...form.getAll('files[]'), ...form.getAll('files')].filter(part => typeof part !== 'string')

/** The words of 5.17. */
const sizeProblem = (files: readonly File[], isImage: boolean): readonly string[] => {
  const maxBytes = isImage ? limits.imageBytes : limits.otherFileBytes
  return files
    .filter(file => file.size > maxBytes)
    .map(file => `File "${safeFileName(file.name)}" exceeds ${isImage ? 5 : 10}MB limit.`)
}

const readUpload = async (form: FormData, submissionId: string): Promise<Checked<Upload>> => {
  const fieldId = textPart(form, 'field_id')
  const fieldType = textPart(form, 'field_type').toUpperCase().slice(0, 20)
  const occurrence = Number(textPart(form, 'occurrence'))
  const named = textPart(form, 'submission_id')
  const files = filesOf(form)
  const refused = (field: string, ...texts: readonly string[]) =>
    failed(refuseFields({ [field]: texts }))

  if (fieldId === '' || fieldId.length > limits.fieldIdChars) {
    return refused('field_id', 'The field is not named.')
  }
  if (named !== '' && named !== submissionId) {
    return refused('submission_id', 'The submission is not the one of the address.')
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
  const read = files.map(async file => ({
    name: safeFileName(file.name),
    bytes: new Uint8Array(await file.arrayBuffer()),
  }))
  return passed({ fieldId, fieldType, occurrence, files: await Promise.all(read) })
}

const store = async (call: SurveyorCall, upload: Upload) => {
  const { db, blobs, clock } = call.backend
  const stored: { name: string; sha256: string; bytes: Uint8Array; sizeBytes: number }[] = []
  for (const file of upload.files) {
    const sha256 = await blobs.put(file.bytes)
    stored.push({ ...file, sha256, sizeBytes: file.bytes.byteLength })
  }
  return db.tx(async query => {
    await lockUser(query, call.user.id)
    const record = await submissionById(query, call.user.id, call.id)
    if (record === null || record.deleted_at !== null) return null
    const now = new Date(clock())
    let added = 0
    await holdBlobs(query)
    for (const file of stored) {
      // The same bytes may have been taken back elsewhere since they were put.
      if (!(await blobs.has(file.sha256))) await blobs.put(file.bytes)
      const isNew = await insertFile(query, call.user.id, {
        name: file.name,
        sha256: file.sha256,
        sizeBytes: file.sizeBytes,
        id: randomUUID(),
        submissionId: record.id,
        fieldId: upload.fieldId,
        fieldType: upload.fieldType,
        occurrence: upload.occurrence,
        position: record.files.length + added,
        now,
      })
      if (isNew) added += 1
    }
    if (added === 0) return record
    await touchSubmission(
      query,
      call.user.id,
      record.id,
      now,
      await nextRevision(query, call.user.id),
    )
    return submissionById(query, call.user.id, record.id)
  })
}

/**
 * POST form-submissions/{id}/upload-files (7.16). Files are written before their rows; the same bytes for
 * the same field are one file, however often they come.
 */
export const filesUpload: SurveyorHandler = async call => {
  if (isTemporaryId(call.id)) {
    return refuse(422, 'Cannot upload files with temporary submission ID')
  }
  if (!isUuid(call.id)) return noSuchSubmission
  // Before the body: nobody makes us read 60 MB for a submission that is not theirs.
  const target = await submissionById(call.backend.db.query, call.user.id, call.id)
  if (target === null || target.deleted_at !== null) return noSuchSubmission
  const form = await readMultipart(call.request)
  if (!form.ok) return form.refusal
  const upload = await readUpload(form.value, call.id)
  if (!upload.ok) return upload.refusal
  const record = await store(call, upload.value)
  if (record === null) return noSuchSubmission
  const naming = { fileLinks: call.backend.fileLinks, origin: call.origin }
  return good('Files uploaded', submissionToWire(record, naming), {
    headers: { ETag: etagOf(record) },
  })
}
