import type { FakeClock } from './env.ts'

type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/** The speed of a link. */
export interface LinkSpeed {
  readonly kbps: number
  readonly roundTripMs: number
  /** How often the connection breaks, whatever it carries then. */
  readonly cutEveryMs?: number
}

/** What a request and its answer carry besides their bodies, in bytes. */
const headBytes = 300

/** How far the clock moves at once; a request is aborted at its time-out up to this late. */
const stepMs = 100

/** How many bytes arrive at once. */
const pieceBytes = 1024

/** What a server sees of a connection that breaks while it reads a body. */
const reset = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

/**
 * Puts a slow link before a server. The clock moves only while the link carries something, one thing after the other. What
 * a broken connection has carried of a body is with the server.
 */
export const overSlowLink = (
  fetch: (request: Request) => Promise<Response>,
  clock: FakeClock,
  { kbps, roundTripMs, cutEveryMs = Number.POSITIVE_INFINITY }: LinkSpeed,
): Fetch => {
  const startMs = clock.now()
  const cutsUntil = (ms: number): number => Math.floor((ms - startMs) / cutEveryMs)
  const pass = (ms: number, signal: AbortSignal): void => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      const before = cutsUntil(clock.now())
      clock.advance(Math.min(stepMs, ms - passed))
      signal.throwIfAborted()
      if (cutsUntil(clock.now()) > before) throw new TypeError('Failed to fetch')
    }
  }
  const carry = (bytes: number, signal: AbortSignal): void =>
    pass(Math.round((bytes * 8) / kbps), signal)

  /** A body whose pieces arrive as the link carries them; `broken` is called with what breaks it. */
  const arriving = (
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
    broken: (why: unknown) => unknown,
  ): ReadableStream<Uint8Array<ArrayBuffer>> => {
    let at = 0
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: async controller => {
          // The storage goes on meanwhile.
          await new Promise(resolve => setImmediate(resolve))
          if (at >= bytes.byteLength) return controller.close()
          const piece = bytes.slice(at, at + pieceBytes)
          try {
            carry(piece.byteLength, signal)
          } catch (error) {
            return controller.error(broken(error))
          }
          at += piece.byteLength
          controller.enqueue(piece)
        },
      },
      { highWaterMark: 0 },
    )
  }

  return async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    const sent = new Uint8Array(await request.clone().arrayBuffer())
    let isBroken = false
    let why: unknown = null
    pass(roundTripMs / 2 + (headBytes * 8) / kbps, signal)
    const body = arriving(sent, signal, error => {
      isBroken = true
      why = error
      return reset()
    })
    const { url, method, headers } = request
    const response = await fetch(
      sent.byteLength === 0
        ? request
        : new Request(url, { method, headers, body, duplex: 'half' } as RequestInit),
    )
    if (isBroken) throw why
    const answer = new Uint8Array(await response.arrayBuffer())
    pass(roundTripMs / 2 + (headBytes * 8) / kbps, signal)
    const shown = arriving(answer, signal, error => error)
    return new Response(answer.byteLength === 0 ? null : shown, response)
  }
}
