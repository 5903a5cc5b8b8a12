import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { Api } from '../http/api.ts'
import { isUnanswered, statusOf } from '../http/failure-note.ts'
import type { Failure } from '../http/failure.ts'
import { ok, type Result } from '../http/result.ts'
import type { NewUpload } from '../http/uploads-api.ts'
import {
  firstPieceBytes,
  leastPieceBytes,
  mostPieceBytes,
  pieceMs,
  syncTimeoutMs,
} from '../limits.ts'
import { isGone } from '../outbox/decide.ts'
import type { Doubt } from './file-identity.ts'
import { claim, noteSending, type AttemptContext } from './sending.ts'

/** What an item notes of a file in pieces. WARNING: persisted, in the payload of its outbox item. */
interface Begun {
  /** The id of the upload on the server; '' before it has one. */
  readonly upload: string
  /** How much of it the server had when the attempt began. */
  readonly offset: number
}

/** What became of a file in pieces. */
export interface InPieces {
  readonly result: Result<unknown, Failure>
  /** How many bytes this attempt has brought to the server. */
  readonly movedBytes: number
}

/** How large the next piece is, and how fast pieces grow, as earlier ones of an API have shown. */
interface Pace {
  readonly bytes: number
  readonly growth: number
}

const atFirst: Pace = { bytes: firstPieceBytes, growth: 4 }
const paces = new WeakMap<Api, Pace>()

/** After a cut pieces grow slowly, because each one that is too large for the link is lost. */
const afterCut = ({ bytes }: Pace): Pace => ({
  bytes: Math.max(leastPieceBytes, Math.floor(bytes / 2)),
  growth: 1.25,
})

/** How often an upload that is not there is begun anew in one attempt. */
const mostBegins = 2

/**
 * Sends a file in pieces, behind what the server has of it.
 *
 *   begun before? ──yes──► ask for its offset ──► send the next piece ──► ... ──► the server has the file
 *         └──no──► begin ──────────────────────────────┘  │  ▲
 *                                 no answer: ask for the offset; go on in smaller pieces
 *                                                         └── nothing of the smallest piece: the attempt has failed
 *
 * The upload is noted on the item, so that it goes on after a start of the app. A server that no longer has it gets the file
 * anew.
 */
export const sendInPieces = async (
  context: AttemptContext,
  item: OutboxDoc,
  doubt: Doubt,
  file: Omit<NewUpload, 'sizeBytes' | 'key'> & { readonly bytes: Blob },
): Promise<InPieces> => {
  const { api, env, pace } = context
  const { bytes, ...about } = file
  const [key = ''] = doubt.fileIds
  const before = begunIn(item, key)
  let { upload } = before
  /** How much the server surely had before this attempt, where it is known. */
  let startedAt = before.offset
  let offset = 0
  let begins = 0
  const movedBytes = () => Math.max(0, offset - startedAt)
  const failedWith = (result: Result<unknown, Failure>): InPieces => ({
    result,
    movedBytes: movedBytes(),
  })

  const note = (begun: Begun): Promise<void> =>
    noteSending(context, item.id, pace.uploadMs, {
      in_doubt: true,
      payload: { ...doubt, ...begun },
    })

  const begin = async (): Promise<Result<unknown, Failure>> => {
    begins += 1
    await note({ upload: '', offset: 0 })
    const created = await api.createUpload({ ...about, sizeBytes: bytes.size, key })
    if (!created.ok) return created
    upload = created.value.id
    offset = created.value.offset
    // One with this key may have been begun before.
    startedAt = offset
    await note({ upload, offset })
    return ok(undefined)
  }

  /** The offset on the server; what it no longer has is begun anew. */
  const askForOffset = async (): Promise<Result<unknown, Failure>> => {
    await claim(context, syncTimeoutMs)
    const asked = await api.uploadOffset(upload)
    if (!asked.ok) return isLost(asked.failure) && begins < mostBegins ? begin() : asked
    offset = asked.value
    await note({ upload, offset })
    return ok(undefined)
  }

  const located = await (upload === '' ? begin() : askForOffset())
  if (!located.ok) return failedWith(located)
  while (offset < bytes.size) {
    const tried = paces.get(api) ?? atFirst
    const piece = bytes.slice(offset, offset + tried.bytes)
    await claim(context, pace.uploadMs)
    const startMs = env.clock.now()
    const added = await api.appendUpload(upload, offset, piece)
    if (added.ok) {
      paces.set(api, grown(tried, piece.size, env.clock.now() - startMs))
      offset = added.value
      continue
    }
    const { failure } = added
    const isSilent = isUnanswered(failure)
    if (isSilent) paces.set(api, afterCut(tried))
    if (!isSilent && statusOf(failure) !== 409 && !isLost(failure)) return failedWith(added)
    const earlier = { upload, offset }
    const asked = await askForOffset()
    if (!asked.ok) return failedWith(asked)
    const isAsBefore = earlier.upload === upload && earlier.offset === offset
    if (isAsBefore && (!isSilent || tried.bytes <= leastPieceBytes)) return failedWith(added)
  }
  return { result: ok(undefined), movedBytes: movedBytes() }
}

/** As much as the link carries in the time of a piece, and not much more than the last one. */
const grown = ({ growth }: Pace, bytes: number, tookMs: number): Pace => {
  const carried = (bytes / Math.max(1, tookMs)) * pieceMs
  const most = Math.min(mostPieceBytes, bytes * growth, carried)
  // The last piece of a file may be a few bytes.
  return { bytes: Math.max(leastPieceBytes, Math.round(most)), growth }
}

/** Whether the server does not have an upload any more. The answer to a HEAD has no body that could say so. */
const isLost = (failure: Failure): boolean =>
  isGone(failure) ||
  (failure.kind === 'malformed' && (failure.status === 404 || failure.status === 410))

const begunIn = ({ payload }: OutboxDoc, fileId: string): Begun => {
  const { fileIds, upload, offset } = payload
  const isOfFile = Array.isArray(fileIds) && fileIds.length === 1 && fileIds[0] === fileId
  return isOfFile && typeof upload === 'string' && typeof offset === 'number'
    ? { upload, offset }
    : { upload: '', offset: 0 }
}
