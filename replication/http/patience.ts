import type { Clock } from '../env.ts'

/** How long a request may take. */
export interface Patience {
  /** It ends when nothing of its answer came for so long. */
  readonly timeoutMs: number
  /** It ends after so long in all, however much of its answer came; without it there is no such end. */
  readonly mostMs?: number
}

/** The wait for a request. */
export interface Wait {
  /** Call whenever some of the answer came. */
  readonly moved: () => void
  readonly stop: () => void
}

/**
 * Starts to wait for a request, and calls `end` once it has taken too long. What arrives slowly is not lost: only silence
 * ends a request, because on a weak link a large answer takes minutes.
 */
export const startWait = (
  clock: Pick<Clock, 'after'>,
  { timeoutMs, mostMs }: Patience,
  end: () => void,
): Wait => {
  let cancelSilence = clock.after(timeoutMs, end)
  const cancelMost = mostMs === undefined ? () => {} : clock.after(mostMs, end)
  return {
    moved: () => {
      cancelSilence()
      cancelSilence = clock.after(timeoutMs, end)
    },
    stop: () => {
      cancelSilence()
      cancelMost()
    },
  }
}

/** No response can be made with a body and one of these, and Chromium gives theirs an empty one. */
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** The same response, which calls `moved` for its head and each piece of its body. */
export const watched = (response: Response, moved: () => void): Response => {
  moved()
  if (response.body === null || bodiless.has(response.status)) return response
  const pieces = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      moved()
      controller.enqueue(piece)
    },
  })
  return new Response(response.body.pipeThrough(pieces), response)
}
