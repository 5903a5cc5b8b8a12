import { createHash, randomUUID } from 'node:crypto'
import { basePath, callPath, headers as wireHeaders } from '../../../replication/wire/calls.ts'
import {
  pieceType,
  readMetadata,
  tusHeaders,
  tusVersion,
} from '../../../replication/wire/uploads.ts'
import type { SurveyorCall, SurveyorHandler } from '../../backend.ts'
import { isTemporaryId, isUuid } from '../../db/ids.ts'
import { storableText } from '../../db/storable.ts'
import { isSha256 } from '../../files/blobs.ts'
import { safeFileName } from '../../files/file-kind.ts'
import { failed, good, passed, refuse, type Answer, type Checked } from '../../http/answer.ts'
import { limits } from '../../limits.ts'
import { isLiveSubmission } from '../../store/submissions.ts'
import { createUpload, uploadById, type UploadRow } from '../../store/uploads/uploads.ts'
import { lockUser } from '../../store/users.ts'
import { sizeProblem, temporarySubmission } from '../files-upload.ts'
import { completeUpload } from './complete-upload.ts'
import { receivePiece } from './receive-piece.ts'
import { inTurn } from '../receive-upload.ts'
import { noSuchSubmission } from '../submissions.ts'

/** Files in pieces, by tus 1.0 (replication/wire/uploads.ts). */

const noSuchUpload = refuse(404, 'Upload not found.')

/** The headers of each answer about an upload. */
const stateOf = (
  { backend }: SurveyorCall,
  { offset_bytes, size_bytes }: UploadRow,
): Record<string, string> => ({
  [tusHeaders.version]: tusVersion,
  [tusHeaders.offset]: String(offset_bytes),
  [tusHeaders.length]: String(size_bytes),
  [tusHeaders.expires]: new Date(backend.clock() + limits.uploadKeptMs).toUTCString(),
})

const noContent = (headers: Record<string, string>): Answer => ({
  kind: 'raw',
  response: new Response(null, { status: 204, headers }),
})

/** Checked after the upload was found, because another surveyor's is not there for any request. */
const isOfVersion = ({ headers }: Request): boolean =>
  headers.get(tusHeaders.version) === tusVersion
const otherVersion = refuse(412, `${tusHeaders.version} must be ${tusVersion}.`, {
  headers: { 'Tus-Version': tusVersion },
})

const wholeNumber = (text: string | null): number =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : -1

type NewUpload = Omit<UploadRow, 'id' | 'submission_id' | 'offset_bytes' | 'is_attached'>

const readNew = ({ headers }: Request): Checked<NewUpload> => {
  const size = wholeNumber(headers.get(tusHeaders.length))
  const metadata = readMetadata(headers.get(tusHeaders.metadata) ?? '')
  if (size < 1) return failed(refuse(422, `${tusHeaders.length} must be a number of bytes.`))
  if (metadata === null) return failed(refuse(422, `${tusHeaders.metadata} could not be read.`))
  const fieldId = storableText(metadata.field_id).trim()
  const occurrence = Number(metadata.occurrence)
  if (fieldId === '' || fieldId.length > limits.fieldIdChars) {
    return failed(refuse(422, 'The field is missing.'))
  }
  if (!Number.isInteger(occurrence) || occurrence < 0 || occurrence > limits.occurrences) {
    return failed(refuse(422, 'The occurrence must be a whole number from 0.'))
  }
  const name = safeFileName(metadata.filename)
  const fieldType = storableText(metadata.field_type).trim().toUpperCase().slice(0, 20)
  const [tooLarge] = sizeProblem([{ name, sizeBytes: size }], fieldType === 'IMAGE')
  if (tooLarge !== undefined) return failed(refuse(413, tooLarge))
  return passed({
    form_field_id: fieldId,
    occurrence,
    field_type: fieldType,
    name,
    size_bytes: size,
    sha256: isSha256(metadata.sha256) ? metadata.sha256 : '',
  })
}

/** POST form-submissions/{id}/uploads: begins an upload. A repeat with the same key continues it. */
export const uploadCreate: SurveyorHandler = async call => {
  const { backend, request, user, id } = call
  if (isTemporaryId(id)) return temporarySubmission
  if (!isUuid(id) || !(await isLiveSubmission(backend.db.query, user.id, id))) {
    return noSuchSubmission
  }
  if (!isOfVersion(request)) return otherVersion
  const wanted = readNew(request)
  if (!wanted.ok) return wanted.refusal
  const given = request.headers.get(wireHeaders.idempotencyKey) ?? randomUUID()
  const key = createHash('sha256')
    .update(JSON.stringify([id, given, wanted.value]))
    .digest('hex')
  const upload = await backend.db.tx(async query => {
    await lockUser(query, user.id)
    return createUpload(
      query,
      user.id,
      { ...wanted.value, id: randomUUID(), submission_id: id },
      key,
      new Date(backend.clock()),
    )
  })
  if (upload === null) throw new Error('The upload was not stored')
  const location = `${basePath}${callPath('uploadAppend', upload.id)}`
  return good(
    'Upload begun',
    { id: upload.id },
    {
      status: 201,
      headers: { ...stateOf(call, upload), Location: location },
    },
  )
}

const find = ({ backend, user, id }: SurveyorCall): Promise<UploadRow | null> =>
  isUuid(id) ? uploadById(backend.db.query, user.id, id) : Promise.resolve(null)

/** The answer about an upload, after its file was added to its submission if it is complete. */
const answered = async (call: SurveyorCall, upload: UploadRow): Promise<Answer> => {
  const isComplete = upload.offset_bytes === upload.size_bytes
  const refusal = isComplete && !upload.is_attached ? await completeUpload(call, upload) : null
  return refusal ?? noContent(stateOf(call, upload))
}

/** HEAD uploads/{id}: how much of it has arrived, after a request that may still be adding to it was ended. */
export const uploadOffset: SurveyorHandler = async call => {
  if ((await find(call)) === null) return noSuchUpload
  if (!isOfVersion(call.request)) return otherVersion
  await call.backend.appends.stop(call.id)
  const upload = await find(call)
  return upload === null ? noSuchUpload : answered(call, upload)
}

/** PATCH uploads/{id}: adds a piece. What has arrived of one that breaks off stays. */
export const uploadAppend: SurveyorHandler = async call => {
  const { backend, request, user, id } = call
  if ((await find(call)) === null) return noSuchUpload
  if (!isOfVersion(request)) return otherVersion
  if (request.headers.get('Content-Type') !== pieceType) {
    return refuse(415, `A piece must be sent as ${pieceType}.`)
  }
  const start = wholeNumber(request.headers.get(tusHeaders.offset))
  return backend.appends.run(id, signal =>
    inTurn(backend.uploads, user.id, async () => {
      const upload = await find(call)
      if (upload === null) return noSuchUpload
      if (upload.offset_bytes !== start) return otherOffset(call, upload)
      const received = await receivePiece(call, upload, signal)
      if (received.kind === 'refused') return received.refusal
      const moved = await find(call)
      if (moved === null) return noSuchUpload
      if (!received.isStored) return otherOffset(call, moved)
      return answered(call, moved)
    }),
  )
}

const otherOffset = (call: SurveyorCall, upload: UploadRow): Answer =>
  refuse(409, 'The upload is at another offset.', {
    code: 'offset_conflict',
    headers: stateOf(call, upload),
  })
