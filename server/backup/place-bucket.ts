import { setTimeout as pause } from 'node:timers/promises'
import { FileStoreProblem, sha256Of } from '../files/blobs.ts'
import type { Bucket } from '../files/s3.ts'
import { isSealedName, type Place } from './place.ts'
import type { Pieces } from './seal.ts'

/** A bucket takes 10,000 parts of at least 5 MB, and more bytes than fit the memory, so the later parts are larger. */
const smallParts = 1000
const sizeOfPart = (number: number): number => (number <= smallParts ? 8 : 64) * 1024 * 1024

const tries = 4

/** Repeats a request that failed, after growing pauses, because a backup of hours should not end at one busy moment. */
const createRetry =
  (firstPauseMs: number) =>
  async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await ask()
      } catch (failure) {
        if (tried >= tries || !(failure instanceof FileStoreProblem)) throw failure
        await pause(firstPauseMs * 4 ** (tried - 1))
      }
    }
  }

/** Joins pieces to parts of the size that their number has. The last one may be smaller. */
async function* partsOf(
  pieces: Pieces,
): AsyncGenerator<readonly [number, Uint8Array<ArrayBuffer>]> {
  let number = 1
  let held: Uint8Array[] = []
  let heldBytes = 0
  const joined = () => new Uint8Array(Buffer.concat(held))
  for await (const piece of pieces) {
    held.push(piece)
    heldBytes += piece.byteLength
    if (heldBytes < sizeOfPart(number)) continue
    yield [number, joined()]
    number += 1
    held = []
    heldBytes = 0
  }
  if (heldBytes > 0) yield [number, joined()]
}

/** What a bucket for backups needs. */
interface BucketPlaceOptions {
  readonly bucket: Bucket
  /** The path of the backups below the bucket, which starts and ends with `/`. */
  readonly prefix: string
  readonly firstPauseMs?: number
}

/** A place in a bucket. A backup is uploaded in parts, which the bucket joins at the end. */
export const createBucketPlace = ({
  bucket,
  prefix,
  firstPauseMs = 2000,
}: BucketPlaceOptions): Place => {
  const retry = createRetry(firstPauseMs)
  const ask: Bucket['ask'] = (path, asked) => retry(() => bucket.ask(path, asked))
  const textOf = async (path: string, method: 'GET' | 'POST'): Promise<string> => {
    const { status, bytes } = await ask(path, { method })
    if (status === 404) throw new FileStoreProblem('The bucket does not exist')
    return new TextDecoder().decode(bytes)
  }
  const sizeOf = async (name: string): Promise<number> => {
    const { status, headers } = await ask(`${prefix}${name}`, { method: 'HEAD' })
    return status === 404 ? 0 : Number(headers.get('Content-Length'))
  }

  const sendParts = async (path: string, id: string, pieces: Pieces): Promise<number> => {
    let sizeBytes = 0
    const rows: string[] = []
    for await (const [number, body] of partsOf(pieces)) {
      const sha256 = sha256Of(body)
      const at = `${path}?partNumber=${number}&uploadId=${encodeURIComponent(id)}`
      const { headers } = await ask(at, { method: 'PUT', sha256, body })
      rows.push(
        `<Part><PartNumber>${number}</PartNumber><ETag>${headers.get('ETag')}</ETag></Part>`,
      )
      sizeBytes += body.byteLength
    }
    const list = `<CompleteMultipartUpload>${rows.join('')}</CompleteMultipartUpload>`
    const body = new Uint8Array(Buffer.from(list))
    const end = `${path}?uploadId=${encodeURIComponent(id)}`
    await ask(end, { method: 'POST', sha256: sha256Of(body), body })
    return sizeBytes
  }

  /** Drops the parts of an upload that did not end, also of one whose beginning was not answered. */
  const dropParts = async (name: string): Promise<void> => {
    const key = `${prefix.slice(1)}${name}`
    const page = await textOf(`?uploads&prefix=${encodeURIComponent(key)}`, 'GET')
    for (const [, found, id = ''] of page.matchAll(
      /<Key>([^<]+)<\/Key>\s*<UploadId>([^<]+)<\/UploadId>/g,
    )) {
      if (found !== key) continue
      await ask(`${prefix}${name}?uploadId=${encodeURIComponent(id)}`, { method: 'DELETE' })
    }
  }

  return {
    list: async () => {
      const names: string[] = []
      for (let token = ''; ;) {
        const after = token === '' ? '' : `&continuation-token=${encodeURIComponent(token)}`
        const query = `?list-type=2&prefix=${encodeURIComponent(prefix.slice(1))}${after}`
        const page = await textOf(query, 'GET')
        for (const [, key = ''] of page.matchAll(/<Key>([^<]+)<\/Key>/g))
          names.push(key.slice(prefix.length - 1))
        token = /<NextContinuationToken>([^<]+)</.exec(page)?.[1] ?? ''
        if (token === '') return names.filter(isSealedName).toSorted()
      }
    },
    write: async (name, pieces) => {
      const path = `${prefix}${name}`
      const begun = await textOf(`${path}?uploads`, 'POST')
      const id = /<UploadId>([^<]+)</.exec(begun)?.[1] ?? ''
      try {
        const sentBytes = await sendParts(path, id, pieces)
        // The answer to the last request may be a success that contains an error.
        if ((await sizeOf(name)) !== sentBytes)
          throw new FileStoreProblem('The file store did not join the parts of the backup')
      } finally {
        // A failure here is not one of the backup. The bucket's own rules end what is left.
        await dropParts(name).catch(() => undefined)
      }
    },
    async *read(name) {
      const sizeBytes = await sizeOf(name)
      for (let at = 0; at < sizeBytes; at += sizeOfPart(1)) {
        const range = `bytes=${at}-${Math.min(at + sizeOfPart(1), sizeBytes) - 1}`
        const { bytes } = await ask(`${prefix}${name}`, { method: 'GET', range })
        yield bytes
      }
    },
    remove: async name => {
      await ask(`${prefix}${name}`, { method: 'DELETE' })
    },
  }
}
