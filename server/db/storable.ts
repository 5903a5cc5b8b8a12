/**
 * Makes a text storable. PostgreSQL stores neither NUL nor half of a surrogate pair, and an answer that contains one
 * must not block its submission.
 */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD')

/**
 * Found in every JSON text with a value that is not storable, because JSON and UTF-8 allow these characters only in
 * their escaped form.
 */
const escapedUnstorable = /\\u(0000|d[89a-f])/i

const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value

/** Parses JSON and makes its texts storable. Throws when it is no JSON. */
export const parseStorable = (text: string): unknown =>
  // Visits the values only if needed, because that takes several times as long as parsing.
  escapedUnstorable.test(text) ? JSON.parse(text, storableValue) : JSON.parse(text)
