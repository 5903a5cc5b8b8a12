import { failed, passed, refuse, type Checked } from './answer.ts'
import { parseStorable } from '../db/storable.ts'
import { limits } from '../limits.ts'

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${Math.round(bytes / 1024 / 1024)} MB`

/** 413, with the limit in its message. */
export const tooLarge = (maxBytes: number): Checked<never> =>
  failed(refuse(413, `The request is larger than ${sizeText(maxBytes)}.`))

/**
 * A body that broke off. It says nothing about the database, although its error has the code of a lost connection, and
 * nothing about what was sent: a device sends that again.
 */
export const cutOff: Checked<never> = failed(refuse(408, 'The request ended too early.'))

/** Reads a body up to a limit, regardless of its Content-Length. */
export const readBytes = async (
  request: Request,
  maxBytes: number,
): Promise<Checked<Uint8Array>> => {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) return tooLarge(maxBytes)
  try {
    // Node's parser enforces the announced length, and reading such a body needs no stream.
    if (request.headers.has('Content-Length'))
      return passed(new Uint8Array(await request.arrayBuffer()))
    const chunks: Uint8Array[] = []
    let total = 0
    for await (const chunk of request.body ?? []) {
      total += chunk.byteLength
      if (total > maxBytes) return tooLarge(maxBytes)
      chunks.push(chunk)
    }
    return passed(Buffer.concat(chunks))
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ECONNRESET')
      return cutOff
    throw failure
  }
}

/**
 * Reads the rest of a body that was refused early, because closing the connection while a slow client still sends would
 * look like a lost connection instead of our answer.
 */
export const discardBody = async (request: Request): Promise<void> => {
  if (request.bodyUsed || request.method === 'GET' || request.body === null) return
  let total = 0
  try {
    for await (const chunk of request.body) {
      total += chunk.byteLength
      if (total > limits.multipartBytes) return
    }
  } catch {
    // The client is gone and does not need the answer.
  }
}

/** The JSON of a body; null for an empty one. */
export const readJson = async (
  request: Request,
  maxBytes: number = limits.jsonBytes,
): Promise<Checked<unknown>> => {
  const bytes = await readBytes(request, maxBytes)
  if (!bytes.ok) return bytes
  if (bytes.value.byteLength === 0) return passed(null)
  try {
    return passed(parseStorable(new TextDecoder().decode(bytes.value)))
  } catch {
    return failed(refuse(400, 'The request is not readable as JSON.'))
  }
}
