/* The only door to @fastify/busboy. */
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { safeFileName } from '../files/file-kind.ts'
import { SpoolFull, type Spool, type Spooled } from '../files/spool.ts'
import { failed, passed, refuse, type Checked } from './answer.ts'
import { cutOff, tooLarge } from './body.ts'
import { storableText } from '../db/storable.ts'
import { limits } from '../limits.ts'

/** A file of a multipart body, written to the local disk. */
export interface ReceivedFile extends Spooled {
  readonly field: string
  /** Safe to store and display. */
  readonly name: string
}

/** The parts of a multipart body. The receiver calls `discard` at the end. */
export interface Received {
  /** A text part by name, storable and trimmed; '' when missing. */
  readonly text: (name: string) => string
  readonly files: readonly ReceivedFile[]
  /** Removes the files that no store has adopted. */
  readonly discard: () => Promise<void>
}

/** Whether a body is multipart, as uploads are. */
export const isMultipart = (request: Request): boolean =>
  (request.headers.get('Content-Type') ?? '').toLowerCase().startsWith('multipart/form-data')

class Refused extends Error {
  readonly checked: Checked<never>
  constructor(checked: Checked<never>) {
    super('refused')
    this.checked = checked
  }
}

const tooManyParts = failed(refuse(413, `The request has more than ${limits.parts} parts.`))
const unreadable = failed(refuse(400, 'The upload could not be read.'))

const pieceBytes = 16 * 1024

/** Decodes the quotes and line breaks that a browser encodes in a name. */
const unescaped = (name: string): string => name.replaceAll('%22', '"').replaceAll(/%0[ad]/gi, '')

async function* limited(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of body) {
    total += chunk.byteLength
    if (total > limits.multipartBytes) throw new Refused(tooLarge(limits.multipartBytes))
    // In small pieces, so that the parser stops soon after the last allowed part.
    for (let at = 0; at < chunk.byteLength; at += pieceBytes) {
      yield chunk.subarray(at, at + pieceBytes)
    }
  }
}

/**
 * Receives a multipart body. Each file is written to `spool` as it arrives. A file is cut one byte beyond the
 * largest allowed size, so that its size shows that it was too large.
 */
export const receiveMultipart = async (
  request: Request,
  spool: Spool,
): Promise<Checked<Received>> => {
  if (!isMultipart(request) || request.body === null) {
    return failed(refuse(422, 'The request must be sent as multipart/form-data.'))
  }
  if (Number(request.headers.get('Content-Length') ?? 0) > limits.multipartBytes) {
    return tooLarge(limits.multipartBytes)
  }
  const texts = new Map<string, string>()
  const arriving: Readable[] = []
  const writing: Promise<ReceivedFile>[] = []
  const discard = async () => {
    for (const result of await Promise.allSettled(writing)) {
      if (result.status === 'fulfilled') await result.value.discard()
    }
  }
  try {
    const headers = Object.fromEntries(request.headers) as BusboyHeaders
    const parser = new Busboy({
      headers,
      limits: {
        parts: limits.parts,
        fileSize: limits.otherFileBytes + 1,
        fieldSize: limits.fieldBytes,
        headerPairs: 20,
      },
    })
    parser.on('partsLimit', () => parser.destroy(new Refused(tooManyParts)))
    parser.on('field', (name, value) => {
      if (!texts.has(name)) texts.set(name, storableText(value).trim())
    })
    parser.on('file', (field, stream, name) => {
      const file = spool.receive(stream).then(spooled => ({
        ...spooled,
        field,
        name: safeFileName(unescaped(name ?? '')),
      }))
      file.catch(failure => parser.destroy(failure))
      // The writer receives the failure too, but a stream without a listener would end the process.
      stream.on('error', () => undefined)
      arriving.push(stream)
      writing.push(file)
    })
    await pipeline(Readable.from(limited(request.body)), parser)
    const files = await Promise.all(writing)
    return passed({ text: name => texts.get(name) ?? '', files, discard })
  } catch (failure) {
    // The parser leaves its parts open when it is stopped, and their writers would wait forever.
    for (const stream of arriving) stream.destroy(new Error('The upload was cut'))
    await discard()
    if (failure instanceof Refused) return failure.checked
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
    if (code === 'ECONNRESET') return cutOff
    // Only disk errors have such a code; all others are errors in the body.
    if (failure instanceof SpoolFull || /^E[A-Z]+$/.test(code)) throw failure
    return unreadable
  }
}
