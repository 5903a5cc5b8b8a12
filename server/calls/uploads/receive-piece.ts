import type { SurveyorCall } from '../../backend.ts'
import { cutOff } from '../../http/body.ts'
import { refuse, type Refusal } from '../../http/answer.ts'
import { freeBlobs } from '../../store/freed-blobs.ts'
import { addPiece } from '../../store/uploads/pieces.ts'
import type { UploadRow } from '../../store/uploads/uploads.ts'
import { lockUser } from '../../store/users.ts'
import { storeBlobs } from '../receive-upload.ts'

/** What became of a piece. */
export type ReceivedPiece =
  /** `isStored`: false when another request has moved the upload meanwhile. */
  | { readonly kind: 'received'; readonly isStored: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** How the arrival of a body ended. */
interface Arrival {
  isCut: boolean
  isTooLong: boolean
}

const tooLong = refuse(413, 'The piece is longer than what is missing of the file.')

/** The chunks of a body until it ends, breaks off or is stopped, and not more than what is missing. */
async function* arriving(
  body: ReadableStream<Uint8Array>,
  most: number,
  signal: AbortSignal,
  arrival: Arrival,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const stopped = new Promise<'stopped'>(resolve => {
    if (signal.aborted) resolve('stopped')
    signal.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
  let total = 0
  for (;;) {
    const next = await Promise.race([reader.read().catch(() => 'cut' as const), stopped])
    if (next === 'cut' || next === 'stopped') {
      arrival.isCut = true
      if (next === 'stopped') void reader.cancel().catch(() => undefined)
      return
    }
    if (next.done) return
    const chunk = next.value.subarray(0, most - total)
    total += chunk.byteLength
    if (chunk.byteLength > 0) yield chunk
    if (chunk.byteLength < next.value.byteLength) {
      arrival.isTooLong = true
      void reader.cancel().catch(() => undefined)
      return
    }
  }
}

/** Stores what arrives of a piece, durably, and adds it to its upload. The bytes come before the row that names them. */
export const receivePiece = async (
  { backend, request, user }: SurveyorCall,
  upload: UploadRow,
  signal: AbortSignal,
): Promise<ReceivedPiece> => {
  const { db, blobs, clock } = backend
  const arrival: Arrival = { isCut: false, isTooLong: false }
  const missing = upload.size_bytes - upload.offset_bytes
  const body = request.body ?? new Blob([]).stream()
  const spooled = await blobs.spool.receive(
    arriving(body as ReadableStream<Uint8Array>, missing, signal, arrival),
  )
  const { sha256, sizeBytes } = spooled
  try {
    let isStored = true
    if (sizeBytes > 0 && !arrival.isTooLong) {
      await storeBlobs(backend, [spooled])
      const now = new Date(clock())
      const piece = { sha256, size_bytes: sizeBytes }
      isStored = await db.tx(async query => {
        await lockUser(query, user.id)
        const isAdded = await addPiece(query, user.id, upload.id, upload.offset_bytes, piece, now)
        if (!isAdded) await freeBlobs(query, [sha256], now)
        return isAdded
      })
    }
    if (arrival.isTooLong) return { kind: 'refused', refusal: tooLong }
    return arrival.isCut && !cutOff.ok
      ? { kind: 'refused', refusal: cutOff.refusal }
      : { kind: 'received', isStored }
  } finally {
    await spooled.discard()
  }
}
