/** A language's name in that language, and its writing direction. */
interface LanguageName {
  readonly name: string
  readonly direction: 'ltr' | 'rtl' | 'auto'
  /** The language tag for the page; undefined when the form's name for it is not a tag. */
  readonly tag: string | undefined
}

/** The scripts that are written from right to left. */
const rightToLeft: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
])

/**
 * Whether a text is a language tag. A long first part would be allowed in a tag, but here it is a name such as 'Hindi'.
 */
const isTag = (text: string): boolean => /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(text)

/** What is known about a form's language: by its tag, or the form's own name for it where that is not a tag. */
export const languageName = (text: string): LanguageName => {
  const unknown: LanguageName = { name: text, direction: 'auto', tag: undefined }
  if (!isTag(text)) return unknown
  try {
    const { script } = new Intl.Locale(text).maximize()
    const name = new Intl.DisplayNames([text], { type: 'language' }).of(text) ?? text
    return { name, direction: rightToLeft.has(script ?? '') ? 'rtl' : 'ltr', tag: text }
  } catch {
    return unknown
  }
}
