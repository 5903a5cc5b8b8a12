/**
 * Finds the payload in whatever envelope a server wraps it (decisions 2): bare, `data`, `data.data`,
 * or a paginator inside `data`. Nothing here looks inside the payload itself.
 */

/** A JSON object of unknown contents. */
export type Json = Record<string, unknown>

/** Tells an object from lists, texts and null. */
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
  (layers(body).findLast(layer => Array.isArray(layer)) as readonly unknown[] | undefined) ?? null

/** The innermost object that has all the given keys, or null. */
export const findObject = (body: unknown, ...keys: readonly string[]): Json | null =>
  layers(body)
    .filter(isJsonObject)
    .findLast(layer => keys.every(key => layer[key] !== undefined && layer[key] !== null)) ?? null

/** Longer ones nobody reads, and a toast cannot hold. */
const maxMessage = 1000
/** Texts lie one or two levels deep; what is deeper was made to exhaust us. */
const maxErrorDepth = 6

/** What the server says to the surveyor: its `message`, or the joined texts of its `errors`. */
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
