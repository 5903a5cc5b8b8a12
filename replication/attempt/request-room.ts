import type { Api } from '../http/api.ts'
import { statusOf } from '../http/failure-note.ts'
import type { Failure } from '../http/failure.ts'
import type { Result } from '../http/result.ts'
import { bytesAtOnce, filesPerRequest, uploadTimeoutMs } from '../limits.ts'

/** How many files, and bytes of several files, one request may carry, as earlier requests of an API have shown. */
interface RequestRoom {
  readonly files: number
  readonly bytes: number
}

const largest: RequestRoom = { files: filesPerRequest, bytes: bytesAtOnce }

const rooms = new WeakMap<Api, RequestRoom>()

/** What one request may carry. A larger file goes alone. */
export const requestRoom = (api: Api): RequestRoom => rooms.get(api) ?? largest

/**
 * Notes how a request with files ended. After a time-out the next ones carry half of its bytes, because files that the
 * link does not carry together in that time would be sent again and again, and never arrive. They may grow again once
 * the link is fast. A server that finds several files too large gets each alone from then on.
 */
export const noteRequest = (
  api: Api,
  bytes: number,
  tookMs: number,
  result: Result<unknown, Failure>,
): void => {
  const room = requestRoom(api)
  if (result.ok) {
    // Twice as much then takes half of the time at most.
    if (tookMs >= 0 && tookMs < uploadTimeoutMs / 4 && room.bytes < largest.bytes) {
      rooms.set(api, { ...room, bytes: Math.min(largest.bytes, Math.max(room.bytes, bytes * 2)) })
    }
    return
  }
  const { failure } = result
  if (statusOf(failure) === 413) rooms.set(api, { ...room, files: 1 })
  if (failure.kind === 'temporary' && failure.why === 'timeout') {
    rooms.set(api, { ...room, bytes: Math.min(room.bytes, Math.floor(bytes / 2)) })
  }
}
