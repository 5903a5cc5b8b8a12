/* The only door to aws4fetch. */
import { AwsClient } from 'aws4fetch'
import { openAsBlob } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Clock } from '../env/clock.ts'
import { inOnePiece, isSha256, sha256Of, type BlobStore } from './blobs.ts'
import { discardSpooled } from './spool.ts'

/** A bucket of an S3-compatible store, addressed by path. */
export interface S3Options {
  /** For example https://s3.eu-central-1.amazonaws.com or http://minio:9000. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly clock: Clock
}

const timeoutMs = 60_000

const listed = /<Key>([0-9a-f]{64})<\/Key>\s*<LastModified>([^<]+)<\/LastModified>/g
const nextPage = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/

/** Stores blobs in a bucket, under their hash. Throws when the store answers with an error. */
export const createS3Blobs = (options: S3Options): BlobStore => {
  const client = new AwsClient({ ...options, service: 's3', retries: 0 })
  const bucketAddress = new URL(`/${options.bucket}`, options.endpoint).href
  const ask = async (
    path: string,
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    sha256 = sha256Of(new Uint8Array()),
    body?: Blob | Uint8Array<ArrayBuffer>,
  ): Promise<Response> => {
    const signed = await client.sign(`${bucketAddress}${path}`, {
      method,
      headers: { 'X-Amz-Content-Sha256': sha256 },
      aws: { datetime: new Date(options.clock()).toISOString().replaceAll(/[-:]|\.\d{3}/g, '') },
    })
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    })
    if (!response.ok && response.status !== 404) {
      throw new Error(`The file store answered ${response.status} to ${method}`)
    }
    return response
  }
  const put = async (sha256: string, body: Blob | Uint8Array<ArrayBuffer>): Promise<void> => {
    const response = await ask(`/${sha256}`, 'PUT', sha256, body)
    if (response.status === 404) throw new Error(`The bucket ${options.bucket} does not exist`)
  }
  const get: BlobStore['get'] = async sha256 => {
    if (!isSha256(sha256)) return null
    const response = await ask(`/${sha256}`, 'GET')
    return response.status === 404 ? null : new Uint8Array(await response.arrayBuffer())
  }
  return {
    spoolDirectory: tmpdir(),
    put: async bytes => {
      const sha256 = sha256Of(bytes)
      await put(sha256, new Uint8Array(bytes))
      return sha256
    },
    adopt: async spooled => {
      await put(spooled.sha256, await openAsBlob(spooled.path))
      await discardSpooled(spooled)
    },
    get,
    // Whole, because the bucket would end a request that waits for a slow reader.
    read: async sha256 => inOnePiece(await get(sha256)),
    has: async sha256 => isSha256(sha256) && (await ask(`/${sha256}`, 'HEAD')).status !== 404,
    remove: async sha256 => {
      if (isSha256(sha256)) await ask(`/${sha256}`, 'DELETE')
    },
    async *list() {
      for (let token = ''; ;) {
        const after = token === '' ? '' : `&continuation-token=${encodeURIComponent(token)}`
        const page = await (await ask(`?list-type=2${after}`, 'GET')).text()
        for (const [, sha256 = '', written = ''] of page.matchAll(listed)) {
          yield { sha256, writtenMs: Date.parse(written) }
        }
        token = nextPage.exec(page)?.[1] ?? ''
        if (token === '') return
      }
    },
  }
}
