import type { Language } from './languages.ts'
import type { Translation } from './translation.ts'

/** The words of a language; null for English, which is always loaded. */
export const loadWords = async (language: Language): Promise<Translation | null> => {
  switch (language) {
    case 'en':
      return null
    case 'fr':
      return import('./fr/french.ts')
    case 'ar':
      return import('./ar/arabic.ts')
  }
}
