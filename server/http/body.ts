import { failed, passed, refuse, type Checked } from './answer.ts'
import { limits } from './limits.ts'

/** 413, with the limit in its message. */
export const tooLarge = (maxBytes: number): Checked<never> =>
  failed(refuse(413, `The request is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`))

/** Reads a body up to a limit, regardless of its Content-Length. */
const readBytes = async (
  request: Request,
  maxBytes: number,
): Promise<Checked<Uint8Array<ArrayBuffer>>> => {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) return tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of request.body ?? []) {
    total += chunk.byteLength
    if (total > maxBytes) return tooLarge(maxBytes)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(total)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return passed(bytes)
}

/**
 * Reads the rest of a body that was refused early. On a slow link it is still on its way, and closing earlier
 * would look like a lost connection instead of our answer.
 */
export const discardBody = async (request: Request): Promise<void> => {
  if (request.body === null || request.bodyUsed) return
  let total = 0
  try {
    for await (const chunk of request.body) {
      total += chunk.byteLength
      if (total > limits.multipartBytes) return
    }
  } catch {
    // The client is gone, and with it the reader of the answer.
  }
}

/**
 * Makes a text storable: PostgreSQL's text holds neither NUL nor half of a surrogate pair, and an answer with one
 * must not block.
 */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD')

const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value

/** The JSON of a body; null for an empty one. */
export const readJson = async (request: Request): Promise<Checked<unknown>> => {
  const bytes = await readBytes(request, limits.jsonBytes)
  if (!bytes.ok) return bytes
  if (bytes.value.byteLength === 0) return passed(null)
  try {
    return passed(JSON.parse(new TextDecoder().decode(bytes.value), storableValue))
  } catch {
    return failed(refuse(400, 'The request is not readable as JSON.'))
  }
}
