import type { SurveyorCall } from '../../backend.ts'
import type { BlobStore } from '../../files/blobs.ts'
import { refuse, type Refusal } from '../../http/answer.ts'
import { freeBlobs } from '../../store/freed-blobs.ts'
import { dropPieces, piecesOf, type PieceRow } from '../../store/uploads/pieces.ts'
import { dropUpload, markAttached, type UploadRow } from '../../store/uploads/uploads.ts'
import { lockUser } from '../../store/users.ts'
import { attachFiles } from '../files-upload.ts'
import { storeBlobs } from '../receive-upload.ts'
import { noSuchSubmission } from '../submissions.ts'

/** A piece is missing in the store. */
class PieceLost extends Error {}

async function* joined(blobs: BlobStore, pieces: readonly PieceRow[]) {
  for (const { sha256 } of pieces) {
    const stored = await blobs.read(sha256)
    if (stored === null) throw new PieceLost()
    yield* stored.pieces()
  }
}

const otherBytes = refuse(409, 'The file did not arrive as it was sent.', {
  code: 'checksum_mismatch',
})

/** The hash of a whole file in the store; null when it cannot be put together. */
const storeWhole = async (
  { backend }: SurveyorCall,
  pieces: readonly PieceRow[],
): Promise<string | null> => {
  const [first, ...others] = pieces
  if (first !== undefined && others.length === 0) return first.sha256
  try {
    const whole = await backend.blobs.spool.receive(joined(backend.blobs, pieces))
    await storeBlobs(backend, [whole]).finally(whole.discard)
    return whole.sha256
  } catch (failure) {
    if (failure instanceof PieceLost) return null
    throw failure
  }
}

/**
 * Adds the file of a complete upload to its submission, once; null when the submission has it. A file whose bytes are not
 * those that its sender announced is dropped, so that it is sent anew. A crash before the last step leaves the upload
 * complete and not attached, and the next request about it does this again.
 */
export const completeUpload = async (
  call: SurveyorCall,
  upload: UploadRow,
): Promise<Refusal | null> => {
  const { backend, user } = call
  const { db, clock } = backend
  const sha256 = await storeWhole(call, await piecesOf(db.query, user.id, upload.id))
  const isWhole = sha256 !== null && (upload.sha256 === '' || upload.sha256 === sha256)
  const now = new Date(clock())
  const refusal = await db.tx(async query => {
    await lockUser(query, user.id)
    if (!isWhole) {
      await freeBlobs(query, await dropPieces(query, user.id, upload.id), now)
      if (sha256 !== null) await freeBlobs(query, [sha256], now)
      await dropUpload(query, user.id, upload.id)
      return otherBytes
    }
    if (!(await markAttached(query, user.id, upload.id, now))) return null
    const record = await attachFiles(
      query,
      user.id,
      upload.submission_id,
      {
        fieldId: upload.form_field_id,
        fieldType: upload.field_type,
        occurrence: upload.occurrence,
        files: [{ name: upload.name, sha256, sizeBytes: upload.size_bytes }],
      },
      now,
    )
    await freeBlobs(query, await dropPieces(query, user.id, upload.id), now)
    if (record !== null) return null
    await dropUpload(query, user.id, upload.id)
    return noSuchSubmission
  })
  if (refusal !== null) backend.sweepLater()
  return refusal
}
