/** The languages that the app speaks. WARNING: persisted, in Settings and in browser storage. */
export const languages = ['en', 'fr', 'ar'] as const
export type Language = (typeof languages)[number]

/** Each in its own words: who does not read the one on screen finds theirs. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
}

/** Which way a language is read. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'

/** Tells a language that the app speaks. */
export const isLanguage = (text: unknown): text is Language =>
  languages.some(language => language === text)

/** The language to begin with: what was chosen, else the browser's if the app speaks it, else English. */
export const languageFor = (chosen: string | null, browser: string): Language => {
  if (isLanguage(chosen)) return chosen
  const [language = ''] = browser.toLowerCase().split('-')
  return isLanguage(language) ? language : 'en'
}

/** How numbers and days are written: as the device's region does, where it speaks the language too. */
export const localeFor = (language: Language, browser: string): string =>
  languageFor(null, browser) === language && browser.toLowerCase().startsWith(language)
    ? browser
    : language
