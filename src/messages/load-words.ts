import type { Language } from './languages.ts'
import type { Translation } from './translation.ts'

/** The words of a language; null for English, which is always loaded. */
export const loadWords = async (language: Language): Promise<Translation | null> => {
  switch (language) {
    case 'en':
      return null
    case 'fr':
      return (await import('./fr/french.ts')).french
    case 'ar':
      return (await import('./ar/arabic.ts')).arabic
  }
}
