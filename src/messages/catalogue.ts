/**
 * The words on screen in the language that is spoken now. A screen imports words as plain objects and reads
 * them while it renders; `setWords` puts another language's words into the same objects.
 *
 *   translatable('auth.login', English) ──► live object, read by the screens
 *   setWords(French) ──► every live object, those of screens that are loaded later too, says it in French
 *
 * So a word must be read when it is shown, never kept at a module's top level (tests/languages holds that).
 */

/** By area (a file of one of these rooms) and name (its export). */
type WordsByName = Readonly<Record<string, Readonly<Record<string, unknown>>>>

interface Entry {
  readonly live: object
  readonly english: object
}

const entries = new Map<string, Entry>()
let spoken: WordsByName | null = null

/** Words that follow the language: English is given here, `key` is '<file>.<export>'. */
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

/** From now on all words are these; null for English. */
export const setWords = (words: WordsByName | null): void => {
  spoken = words
  for (const [key, entry] of entries) fill(key, entry)
}

const fill = (key: string, { live, english }: Entry): void => {
  const [area = '', name = ''] = key.split('.')
  Object.assign(live, spoken?.[area]?.[name] ?? english)
}
