import { signedHeaders, type S3Credentials } from './aws-signature.ts'
import { isSha256, sha256Of, type BlobStore } from './blobs.ts'
import type { Clock } from '../env/clock.ts'

/** A bucket of an S3-compatible store, addressed by path. */
export interface S3Options extends S3Credentials {
  /** Such as https://s3.eu-central-1.amazonaws.com or http://minio:9000. */
  readonly endpoint: string
  readonly bucket: string
  readonly clock: Clock
}

const timeoutMs = 30_000

/** Keeps blobs in a bucket, under their hash. A store that answers with an error throws. */
export const createS3Blobs = (options: S3Options): BlobStore => {
  const ask = async (
    sha256: string,
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    put: Uint8Array<ArrayBuffer> | null = null,
  ): Promise<Response> => {
    const address = new URL(`/${options.bucket}/${sha256}`, options.endpoint)
    const now = new Date(options.clock())
    const { host: _host, ...headers } = signedHeaders(method, address, {}, put ?? '', options, now)
    const sent: RequestInit = { headers, signal: AbortSignal.timeout(timeoutMs) }
    const response = await fetch(
      address,
      put === null ? { ...sent, method } : { ...sent, method, body: put },
    )
    if (!response.ok && response.status !== 404) {
      throw new Error(`The file store answered ${response.status} to ${method}`)
    }
    return response
  }
  return {
    put: async bytes => {
      const sha256 = sha256Of(bytes)
      const response = await ask(sha256, 'PUT', new Uint8Array(bytes))
      if (response.status === 404) throw new Error(`The bucket ${options.bucket} does not exist`)
      return sha256
    },
    get: async sha256 => {
      if (!isSha256(sha256)) return null
      const response = await ask(sha256, 'GET')
      return response.status === 404 ? null : new Uint8Array(await response.arrayBuffer())
    },
    has: async sha256 => isSha256(sha256) && (await ask(sha256, 'HEAD')).status !== 404,
    remove: async sha256 => {
      if (isSha256(sha256)) await ask(sha256, 'DELETE')
    },
  }
}
