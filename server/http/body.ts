import { failed, passed, refuse, type Checked } from './answer.ts'
import { limits } from './limits.ts'

/** 413, with the limit in words. */
export const tooLarge = (maxBytes: number): Checked<never> =>
  failed(refuse(413, `The request is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`))

/** Reads a body up to a limit, whatever its Content-Length claims. */
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
 * Takes in what nobody has read of a body that was refused early. On a slow link the rest of an upload is
 * still on its way, and closing before it is in would look like a lost connection instead of our answer.
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
    // The other end has gone; so has whoever would read the answer.
  }
}

/** PostgreSQL's text holds no NUL and no half of a surrogate pair; an answer with one must not block. */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD')

const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value

/** The JSON of a body; an empty body is null. */
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
