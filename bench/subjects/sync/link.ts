/** A network link with a speed, between the product's own requests and a local server. */

export interface Link {
  /** The browser's name for such a network, which the product uses. */
  readonly effectiveType: string
  readonly kbps: number
  readonly rttMs: number
}

/** The traffic over a link. */
export interface Traffic {
  requests: number
  bytesUp: number
  /** The highest number of requests in flight at a time. */
  atOnce: number
}

/** The size of HTTP headers per request, bytes. */
const headBytes = 600

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** One direction: bytes are sent one after the other, at the link's speed. */
const createPipe = (kbps: number) => {
  let freeAt = 0
  return async (bytes: number): Promise<void> => {
    const now = performance.now()
    freeAt = Math.max(now, freeAt) + (bytes * 8) / kbps
    await sleep(freeAt - now)
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const give = () => reject(signal.reason as Error)
    if (signal.aborted) give()
    else signal.addEventListener('abort', give)
  })

/** How many bytes an answer had on the link: what the server compressed, the browser gives decompressed. */
const sizeOnLink = async ({ headers }: Response, answer: ArrayBuffer): Promise<number> => {
  if (!headers.has('Content-Encoding')) return answer.byteLength
  const compressed = new Blob([answer]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(compressed).arrayBuffer()).byteLength
}

/** A fetch over the link, and the traffic so far. */
export const overLink = ({ kbps, rttMs }: Link) => {
  const [up, down] = [createPipe(kbps), createPipe(kbps)]
  const traffic: Traffic = { requests: 0, bytesUp: 0, atOnce: 0 }
  let underWay = 0
  const pass = async (request: Request): Promise<Response> => {
    const body = await request.clone().arrayBuffer()
    traffic.requests += 1
    traffic.bytesUp += body.byteLength + headBytes
    await up(body.byteLength + headBytes)
    const response = await fetch(request)
    const answer = await response.arrayBuffer()
    await sleep(rttMs)
    await down((await sizeOnLink(response, answer)) + headBytes)
    const { status, headers } = response
    // The body is already decompressed.
    const kept = new Headers(headers)
    kept.delete('Content-Encoding')
    return new Response(status === 204 ? null : answer, { status, headers: kept })
  }
  const slowFetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    underWay += 1
    traffic.atOnce = Math.max(traffic.atOnce, underWay)
    try {
      return await Promise.race([pass(request), aborted(request.signal)])
    } finally {
      underWay -= 1
    }
  }
  return { fetch: slowFetch, traffic }
}
