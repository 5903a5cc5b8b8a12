/**
 * Finds the payload in the envelope of any server (decisions 2): bare, `data`, `data.data`, or a paginator
 * inside `data`. Nothing here reads the payload itself.
 */

/** A JSON object of unknown contents. */
export type Json = Record<string, unknown>

/** Whether a value is an object, and neither a list nor null. */
export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The bodies to look into, outermost first: the body, its `data`, and that one's `data`. */
const layers = (body: unknown): readonly unknown[] => {
  const found: unknown[] = [body]
  let inner = body
  while (found.length < 4 && isJsonObject(inner) && 'data' in inner) {
    inner = inner['data']
    found.push(inner)
  }
  return found
}

/** The innermost list, or null when the body holds none. */
export const findList = (body: unknown): readonly unknown[] | null =>
  layers(body)
    .filter(layer => Array.isArray(layer))
    .at(-1) ?? null

/** The number of items on all pages of a list, as one page names it; null when it does not. */
export const findTotal = (body: unknown): number | null => {
  const total = layers(body)
    .filter(isJsonObject)
    .flatMap(layer => [layer, layer['meta'], layer['pagination']].filter(isJsonObject))
    .map(described => Number(described['total'] ?? Number.NaN))
    .filter(Number.isInteger)
    .at(-1)
  return total ?? null
}

/** The innermost object that has all the given keys, or null. */
export const findObject = (body: unknown, ...keys: readonly string[]): Json | null =>
  layers(body)
    .filter(isJsonObject)
    .filter(layer => keys.every(key => layer[key] !== undefined && layer[key] !== null))
    .at(-1) ?? null

/** Characters; a longer message does not fit a toast. */
const maxMessage = 1000
/** Real texts are one or two levels deep. The limit keeps a hostile body from exhausting the stack. */
const maxErrorDepth = 6

/** The server's message to the surveyor: `message`, or the joined texts of `errors`; null when there is none. */
export const findMessage = (body: unknown): string | null => {
  if (!isJsonObject(body)) return null
  const message = body['message'] ?? body['error']
  if (typeof message === 'string' && message.trim() !== '') return message.slice(0, maxMessage)
  const joined = findErrors(body)
  return joined === '' ? null : joined
}

/** The texts of an `errors` list or object, joined; empty when there are none. */
export const findErrors = (body: unknown): string => {
  const errors = isJsonObject(body) ? body['errors'] : null
  const texts = (value: unknown, depth = 0): readonly string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null && depth < maxErrorDepth
        ? Object.values(value).flatMap(inner => texts(inner, depth + 1))
        : []
  return texts(errors).join(' ').slice(0, maxMessage)
}
