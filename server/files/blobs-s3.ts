import { openAsBlob } from 'node:fs'
import type { Clock } from '../env/clock.ts'
import { FileStoreProblem, isSha256, sha256Of, type BlobStore } from './blobs.ts'
import { openBucket, type S3Account } from './s3.ts'
import { createSpool } from './spool.ts'

interface S3Options extends S3Account {
  readonly bucket: string
  readonly clock: Clock
  readonly spoolDirectory: string
}

/** What one request reads, because the bucket would end a request that waits for a slow reader. */
const pieceBytes = 1024 * 1024

const listed = /<Key>([0-9a-f]{64})<\/Key>\s*<LastModified>([^<]+)<\/LastModified>/g
const nextPage = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/

/** Stores blobs in a bucket, under their hash. Throws when the store answers with an error. */
export const createS3Blobs = (options: S3Options): BlobStore => {
  const { ask } = openBucket(options, options.bucket, options.clock)
  const noBucket = new FileStoreProblem(`The bucket ${options.bucket} does not exist`)
  const put = async (sha256: string, body: Blob | Uint8Array<ArrayBuffer>): Promise<void> => {
    const response = await ask(`/${sha256}`, { method: 'PUT', sha256, body })
    if (response.status === 404) throw noBucket
  }
  const get: BlobStore['get'] = async sha256 => {
    if (!isSha256(sha256)) return null
    const response = await ask(`/${sha256}`, { method: 'GET' })
    return response.status === 404 ? null : response.bytes
  }
  /** Some bytes, and how many the blob has; null without it. */
  const part = async (sha256: string, from: number, to: number) => {
    const range = `bytes=${from}-${to - 1}`
    const { status, headers, bytes } = await ask(`/${sha256}`, { method: 'GET', range })
    if (status === 404) return null
    // An empty blob has no range, and a small one may be sent whole.
    if (status === 416) return { sizeBytes: 0, bytes: new Uint8Array() }
    const whole = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '')?.[1]
    return { sizeBytes: Number(whole ?? bytes.byteLength), bytes }
  }
  return {
    place: `the bucket ${options.bucket} of ${options.endpoint}`,
    spool: createSpool(options.spoolDirectory),
    put: async bytes => {
      const sha256 = sha256Of(bytes)
      await put(sha256, new Uint8Array(bytes))
      return sha256
    },
    adopt: async spooled => {
      await put(spooled.sha256, await openAsBlob(spooled.path))
      await spooled.discard()
    },
    get,
    read: async sha256 => {
      if (!isSha256(sha256)) return null
      const first = await part(sha256, 0, pieceBytes)
      if (first === null) return null
      return {
        sizeBytes: first.sizeBytes,
        async *pieces(from = 0, to = first.sizeBytes) {
          for (let at = from; at < to; at += pieceBytes) {
            const end = Math.min(at + pieceBytes, to)
            const isFirst = end <= first.bytes.byteLength
            const found = isFirst
              ? first.bytes.subarray(at, end)
              : (await part(sha256, at, end))?.bytes
            if (found?.byteLength !== end - at) {
              throw new FileStoreProblem(`The file store has only a part of ${sha256}`)
            }
            yield found
          }
        },
      }
    },
    has: async sha256 =>
      isSha256(sha256) && (await ask(`/${sha256}`, { method: 'HEAD' })).status !== 404,
    remove: async sha256 => {
      if (isSha256(sha256)) await ask(`/${sha256}`, { method: 'DELETE' })
    },
    check: async () => {
      const { status } = await ask('?list-type=2&max-keys=1', { method: 'GET' })
      if (status === 404) throw noBucket
    },
    async *list() {
      for (let token = ''; ;) {
        const after = token === '' ? '' : `&continuation-token=${encodeURIComponent(token)}`
        const { bytes } = await ask(`?list-type=2${after}`, { method: 'GET' })
        const page = new TextDecoder().decode(bytes)
        for (const [, sha256 = '', written = ''] of page.matchAll(listed)) {
          yield { sha256, writtenMs: Date.parse(written) }
        }
        token = nextPage.exec(page)?.[1] ?? ''
        if (token === '') return
      }
    },
  }
}
