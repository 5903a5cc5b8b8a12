import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SignatureV4 } from '@smithy/signature-v4'
import type { S3Account } from '../../server/files/s3.ts'

/**
 * A store like S3, with a bucket named `files`. It checks the signature of each request with AWS's own signer, the body
 * against its hash, and the sender's clock. It stands in for an engine, because none from npm that is kept up does that.
 */

/** The example credentials of AWS's documentation, which give no access. */
const credentials = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

/**
 * What goes wrong with a request: refused for now, answered by half, answered late, or answered as a success that contains
 * an error, as S3 may do when it joins parts.
 */
export type BucketFault = 503 | 'cut' | 'slow' | 'failing'

/** A running store. */
export interface BucketServer {
  readonly account: S3Account
  /** The objects by key. */
  readonly objects: ReadonlyMap<string, Buffer>
  /** The uploads in parts that were begun and not ended. */
  readonly uploads: ReadonlyMap<string, unknown>
  /** Decides what goes wrong with each request; null for nothing. */
  readonly failWith: (fault: (method: string, path: string) => BucketFault | null) => void
  readonly close: () => Promise<void>
}

class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac('sha256', secret as string | NodeJS.ArrayBufferView)
  }
  update(data: Uint8Array | string): void {
    this.#hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest())
  }
  reset(): void {
    throw new Error('The signer makes a new one for each text')
  }
}

const signer = new SignatureV4({
  service: 's3',
  region: credentials.region,
  credentials,
  sha256: Sha256,
  uriEscapePath: false,
  applyChecksum: false,
})

const skewMs = 15 * 60_000

/** Why a request is refused, with the code that S3 has for it; null when it is signed correctly. */
const refusalOf = async (
  { method = '', headers }: IncomingMessage,
  address: URL,
  body: Buffer,
  now: number,
): Promise<string | null> => {
  const authorization = headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date']
  if (needed.some(name => !names.includes(name))) return 'AccessDenied'
  const date = String(headers['x-amz-date'])
  const sentAt = new Date(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (Math.abs(sentAt.getTime() - now) > skewMs) return 'RequestTimeTooSkewed'
  const sha256 = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== sha256) return 'XAmzContentSHA256Mismatch'
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: address.hostname,
      path: address.pathname,
      query: Object.fromEntries(address.searchParams),
      headers: Object.fromEntries(names.map(name => [name, String(headers[name])])),
    },
    { signingDate: sentAt, signableHeaders: new Set(names) },
  )
  const signatureOf = (text: string) => /Signature=(\w+)/.exec(text)?.[1]
  return signatureOf(signed.headers['authorization'] ?? '') === signatureOf(authorization)
    ? null
    : 'SignatureDoesNotMatch'
}

const keysOfPage = 3

/** Starts a store at a time. */
export const startBucket = async (clock: () => number): Promise<BucketServer> => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>()
  let faultOf: (method: string, path: string) => BucketFault | null = () => null
  let begun = 0

  const listed = (query: URLSearchParams): string => {
    const keys = [...objects.keys()]
      .filter(key => key.startsWith(query.get('prefix') ?? ''))
      .toSorted()
    const start = Number(query.get('continuation-token') ?? 0)
    const end = start + keysOfPage
    const rows = keys
      .slice(start, end)
      .map(
        key =>
          `<Contents><Key>${key}</Key><LastModified>2026-11-20T00:00:00Z</LastModified></Contents>`,
      )
    const next = end < keys.length ? `<NextContinuationToken>${end}</NextContinuationToken>` : ''
    return `<ListBucketResult>${rows.join('')}${next}</ListBucketResult>`
  }

  /** Answers a request that is signed correctly: a status with a body. */
  const answer = (
    { method = '', headers }: IncomingMessage,
    { pathname, searchParams: query }: URL,
    body: Buffer,
  ): readonly [status: number, body: Buffer | string, range?: string] => {
    if (pathname !== '/files' && !pathname.startsWith('/files/'))
      return [404, '<Error><Code>NoSuchBucket</Code></Error>']
    const key = decodeURIComponent(pathname.slice('/files/'.length))
    if (query.has('list-type')) return [200, listed(query)]
    if (query.has('uploads') && method === 'GET') {
      const rows = [...uploads].map(
        ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
      )
      return [200, `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`]
    }
    if (query.has('uploads')) {
      begun += 1
      uploads.set(`upload-${begun}`, { key, parts: new Map() })
      return [200, `<Result><Key>${key}</Key><UploadId>upload-${begun}</UploadId></Result>`]
    }
    const id = query.get('uploadId')
    if (id !== null) {
      const parts = uploads.get(id)?.parts
      if (parts === undefined) return [404, '<Error><Code>NoSuchUpload</Code></Error>']
      if (method === 'DELETE') uploads.delete(id)
      if (method === 'PUT') parts.set(Number(query.get('partNumber')), body)
      if (method === 'POST') {
        const named = [
          ...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g),
        ]
        const isWhole =
          named.length === parts.size &&
          named.every(([, number, tag]) => tag === tagOf(parts.get(Number(number))))
        if (!isWhole) return [200, '<Error><Code>InvalidPart</Code></Error>']
        objects.set(
          key,
          Buffer.concat(named.map(([, number]) => parts.get(Number(number)) ?? body)),
        )
        uploads.delete(id)
      }
      return [200, '']
    }
    if (method === 'PUT') objects.set(key, body)
    if (method === 'DELETE') objects.delete(key)
    if (method === 'PUT' || method === 'DELETE') return [200, '']
    const found = objects.get(key)
    if (found === undefined) return [404, '<Error><Code>NoSuchKey</Code></Error>']
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (from === undefined) return [200, found]
    if (Number(from) >= found.byteLength) return [416, '<Error><Code>InvalidRange</Code></Error>']
    const part = found.subarray(Number(from), Number(to) + 1)
    return [206, part, `bytes ${from}-${Number(from) + part.byteLength - 1}/${found.byteLength}`]
  }

  const tagOf = (bytes: Buffer | undefined): string =>
    `"${createHash('md5')
      .update(bytes ?? '')
      .digest('hex')}"`

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const address = new URL(request.url ?? '', `http://${request.headers.host}`)
    const refusal = await refusalOf(request, address, body, clock())
    const fault = faultOf(request.method ?? '', address.pathname + address.search)
    if (refusal !== null) {
      response.statusCode = 403
      response.end(`<Error><Code>${refusal}</Code></Error>`)
      return
    }
    if (fault === 503) {
      response.statusCode = 503
      response.end('<Error><Code>SlowDown</Code></Error>')
      return
    }
    if (fault === 'slow') await new Promise(resolve => setTimeout(resolve, 300))
    const [status, answered, range] =
      fault === 'failing'
        ? ([200, '<Error><Code>InternalError</Code></Error>'] as const)
        : answer(request, address, body)
    response.statusCode = status
    if (range !== undefined) response.setHeader('Content-Range', range)
    response.setHeader('ETag', tagOf(body))
    const missingBytes = fault === 'cut' ? 10 : 0
    response.setHeader('Content-Length', Buffer.byteLength(answered) + missingBytes)
    if (fault !== 'cut') {
      response.end(answered)
      return
    }
    response.write(answered)
    setTimeout(() => response.destroy(), 20)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    account: { ...credentials, endpoint: `http://127.0.0.1:${port}` },
    objects,
    uploads,
    failWith: fault => {
      faultOf = fault
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
