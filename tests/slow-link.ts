import type { FakeClock } from './env.ts'

type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/** The speed of a link. */
export interface LinkSpeed {
  readonly kbps: number
  readonly roundTripMs: number
}

/** What a request and its answer carry besides their bodies, in bytes. */
const headBytes = 300

/** How far the clock moves at once; a request is aborted at its time-out up to this late. */
const stepMs = 100

/** Puts a slow link before a server. The clock moves only while the link carries something, one thing after the other. */
export const overSlowLink = (
  fetch: (request: Request) => Promise<Response>,
  clock: FakeClock,
  { kbps, roundTripMs }: LinkSpeed,
): Fetch => {
  const carry = (bytes: number, signal: AbortSignal): void => {
    const ms = roundTripMs / 2 + ((bytes + headBytes) * 8) / kbps
    for (let passed = 0; passed < ms; passed += stepMs) {
      clock.advance(Math.min(stepMs, ms - passed))
      signal.throwIfAborted()
    }
  }
  return async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    carry((await request.clone().arrayBuffer()).byteLength, signal)
    const response = await fetch(request)
    const body = await response.arrayBuffer()
    carry(body.byteLength, signal)
    return new Response(body, response)
  }
}
