/** A language's name in that language. */
interface LanguageName {
  readonly name: string
  /** The language tag for the page; undefined when the form's name for it is not a tag. */
  readonly tag: string | undefined
}

/**
 * Whether a text is a language tag. A long first part would be allowed in a tag, but here it is a name such as 'Hindi'.
 */
const isTag = (text: string): boolean => /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(text)

/** What is known about a form's language: by its tag, or the form's own name for it where that is not a tag. */
export const languageName = (text: string): LanguageName => {
  const unknown: LanguageName = { name: text, tag: undefined }
  if (!isTag(text)) return unknown
  try {
    return { name: new Intl.DisplayNames([text], { type: 'language' }).of(text) ?? text, tag: text }
  } catch {
    return unknown
  }
}

const letter = /\p{L}/gu
const fromTheRight =
  /[\p{Script=Adlm}\p{Script=Arab}\p{Script=Hebr}\p{Script=Nkoo}\p{Script=Rohg}\p{Script=Samr}\p{Script=Syrc}\p{Script=Thaa}]/gu

/**
 * The direction of most letters of texts; 'auto' without letters. A language does not decide it, because Kurdish, Hausa,
 * Uzbek and others are written in two scripts.
 */
export const writtenDirection = (texts: readonly string[]): 'ltr' | 'rtl' | 'auto' => {
  const all = texts.join(' ')
  const letters = all.match(letter)?.length ?? 0
  if (letters === 0) return 'auto'
  return (all.match(fromTheRight)?.length ?? 0) * 2 > letters ? 'rtl' : 'ltr'
}
