/** Every text by its path in the catalogue; a function speaks of two, or of another number. */
export const textsIn = (
  words: unknown,
  path = '',
  count = 2,
): readonly (readonly [string, string])[] => {
  if (typeof words === 'string') return [[path, words]]
  if (typeof words === 'function') return [[path, said(words as Say, count)]]
  if (typeof words !== 'object' || words === null) return []
  return Object.entries(words).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`, count))
}

type Say = (...counts: number[]) => unknown

const said = (say: Say, count: number): string => {
  try {
    return String(say(count, count, count, count))
  } catch {
    // The function expects another kind of value.
    return ''
  }
}
