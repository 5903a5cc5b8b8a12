import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

type Encoding = 'br' | 'gzip'

const compressibleType = /^(text\/|application\/(json|manifest\+json|wasm)|image\/svg\+xml)/
/** Below this, the extra headers outweigh the savings. */
const minBytes = 1024

/** Up to this size, compressing takes less time than handing the work to another thread. */
const atOnceBytes = 64 * 1024

/** For small texts: a window of 4 kB, because most of the time would go into preparing the usual one of 32 kB. */
const smallGzip = { windowBits: 12, memLevel: 4, chunkSize: 4096 }
const smallBytes = 8 * 1024

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const encode = async (encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const isSmall = bytes.byteLength <= atOnceBytes
  switch (encoding) {
    case 'br':
      return isSmall ? brotliCompressSync(bytes, brotli) : promisify(brotliCompress)(bytes, brotli)
    case 'gzip':
      if (bytes.byteLength <= smallBytes) return gzipSync(bytes, smallGzip)
      return isSmall ? gzipSync(bytes) : promisify(gzip)(bytes)
  }
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
  const { headers } = response
  if (response.body === null || request.method === 'HEAD') return response
  if (!compressibleType.test(headers.get('Content-Type') ?? '')) return response
  // A truncated answer of the test mode.
  if (headers.has('Transfer-Encoding')) return response
  const encoding = encodingFor(request)
  if (encoding === null) return response
  headers.append('Vary', 'Accept-Encoding')
  if (Number(headers.get('Content-Length') ?? minBytes) < minBytes) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  headers.delete('Content-Length')
  const { status } = response
  if (bytes.byteLength < minBytes) return new Response(bytes, { status, headers })
  headers.set('Content-Encoding', encoding)
  return new Response(await encode(encoding, bytes), { status, headers })
}
