/**
 * The words on screen in the chosen language. A screen imports words as plain objects and reads them while it renders;
 * `setWords` puts another language's words into the same objects.
 *
 *   translatable('auth.login', English) ──► live object, read by the screens
 *   setWords(French) ──► all live objects hold French words, also those of screens that load later
 *
 * So a word must be read when it is shown, never kept at a module's top level (tests/languages checks that).
 */

/** By area (a file of one of these rooms) and name (its export). */
type WordsByName = Readonly<Record<string, Readonly<Record<string, unknown>>>>

interface Entry {
  readonly live: object
  readonly english: object
}

const entries = new Map<string, Entry>()
let spoken: WordsByName | null = null

/** Makes words that follow the language, from the English ones; `key` is '<file>.<export>'. */
export const translatable = <Words extends object>(
  key: `${string}.${string}`,
  english: Words,
): Words => {
  const live = Array.isArray(english) ? ([...english] as unknown as Words) : { ...english }
  const entry = { live, english }
  entries.set(key, entry)
  fill(key, entry)
  return live
}

/** Replaces all words; null for English. */
export const setWords = (words: WordsByName | null): void => {
  spoken = words
  for (const [key, entry] of entries) fill(key, entry)
}

const fill = (key: string, { live, english }: Entry): void => {
  const [area = '', name = ''] = key.split('.')
  Object.assign(live, spoken?.[area]?.[name] ?? english)
}
