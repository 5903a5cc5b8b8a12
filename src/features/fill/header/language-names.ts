/** A language as it is called by those who speak it, and the way it is written. */
export interface LanguageName {
  readonly name: string
  readonly direction: 'ltr' | 'rtl' | 'auto'
  /** What to tell the page of it; undefined for a name that is no language tag. */
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

/** A longer first part is a name in words, such as 'Hindi', although it may stand in a tag. */
const isTag = (text: string): boolean => /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(text)

/** What is known of a language of a form by its tag; the form's own word for it where it is no tag. */
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
