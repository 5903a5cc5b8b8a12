/** The app's languages. WARNING: persisted, in Settings and in browser storage. */
export const languages = ['en', 'fr', 'ar'] as const
export type Language = (typeof languages)[number]

/** The name of each language in that language, so that everyone recognizes theirs. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
}

/** The writing direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'

/** Whether a text is one of the app's languages. */
export const isLanguage = (text: unknown): text is Language =>
  languages.some(language => language === text)

/** The first language: the chosen one, else the browser's if the app has it, else English. */
export const languageFor = (chosen: string | null, browser: string): Language => {
  if (isLanguage(chosen)) return chosen
  const [language = ''] = browser.toLowerCase().split(/[^a-z]/)
  return isLanguage(language) ? language : 'en'
}

/** Whether Intl knows a text as a tag. Some systems give the browser a text that is none, such as `en-US@posix`. */
const isTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}

/**
 * The locale of numbers and days: the device's region where it uses the language, else the language itself. Arabic has the
 * digits 0 to 9 in every region, because versions, limits and typed numbers have them, and one screen must not mix two kinds.
 */
export const localeFor = (language: Language, browser: string): string => {
  const isSpoken =
    languageFor(null, browser) === language && browser.toLowerCase().startsWith(language)
  const tag = isSpoken && isTag(browser) ? browser : language
  return language === 'ar' ? new Intl.Locale(tag, { numberingSystem: 'latn' }).toString() : tag
}
