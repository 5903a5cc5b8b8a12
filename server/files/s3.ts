/* The only door to aws4fetch. */
import { AwsClient } from 'aws4fetch'
import type { Clock } from '../env/clock.ts'
import { failureText } from '../env/log.ts'
import { FileStoreProblem, sha256Of } from './blobs.ts'

/** An S3-compatible store, and who may use it. */
export interface S3Account {
  /** For example https://s3.eu-central-1.amazonaws.com or http://minio:9000. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** One request to a bucket. */
interface Asked {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The SHA-256 of the body, in hex; needed with a body only. */
  readonly sha256?: string
  readonly body?: Blob | Uint8Array<ArrayBuffer>
  /** The bytes to read, such as `bytes=0-99`. */
  readonly range?: string
}

/** What a bucket answered: its status is a success, 404, or 416 for a range that is not there. */
interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A bucket, addressed by path. */
export interface Bucket {
  /**
   * Sends a signed request to a path below the bucket, which starts with `/` or `?`. Throws FileStoreProblem when there
   * is no complete answer, and for every status of an error but 404 and 416.
   */
  readonly ask: (path: string, asked: Asked) => Promise<Answered>
}

const timeoutMs = 60_000
/** The slowest connection that is waited for, in bytes per millisecond. */
const slowestBytesPerMs = 32

const sizeOf = (body: Asked['body']): number =>
  body === undefined ? 0 : body instanceof Blob ? body.size : body.byteLength

const failureOf = (method: string, status: number, bytes: Uint8Array): FileStoreProblem => {
  const code = /<Code>(\w+)<\/Code>/.exec(new TextDecoder().decode(bytes))?.[1]
  const why = code === undefined ? '' : ` (${code})`
  return new FileStoreProblem(`The file store answered ${status} to ${method}${why}`)
}

/** Why there was no answer, which fetch has in the cause. */
const whyOf = (failure: unknown): string =>
  failureText(failure instanceof Error && failure.cause !== undefined ? failure.cause : failure)

/** Opens a bucket. It makes no request. */
export const openBucket = (account: S3Account, name: string, clock: Clock): Bucket => {
  const client = new AwsClient({ ...account, service: 's3', retries: 0 })
  const address = new URL(`/${name}`, account.endpoint).href
  const sign = (path: string, { method, sha256, range }: Asked): Promise<Request> =>
    client.sign(`${address}${path}`, {
      method,
      headers: {
        'X-Amz-Content-Sha256': sha256 ?? sha256Of(new Uint8Array()),
        ...(range === undefined ? {} : { Range: range }),
      },
      aws: { datetime: new Date(clock()).toISOString().replaceAll(/[-:]|\.\d{3}/g, '') },
    })
  const send = async ({ url, method, headers }: Request, body: Asked['body']) => {
    const waitMs = timeoutMs + Math.ceil(sizeOf(body) / slowestBytesPerMs)
    const response = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(waitMs),
      ...(body === undefined ? {} : { body }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes }
  }
  return {
    ask: async (path, asked) => {
      const signed = await sign(path, asked)
      const answered = await send(signed, asked.body).catch((failure: unknown) => {
        throw new FileStoreProblem(`The file store did not answer: ${whyOf(failure)}`)
      })
      const { status, bytes } = answered
      if (status >= 400 && status !== 404 && status !== 416)
        throw failureOf(asked.method, status, bytes)
      return answered
    },
  }
}
