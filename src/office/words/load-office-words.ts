import type { Language } from '../../messages/languages.ts'
import { english } from './english.ts'
import type { Words } from './words.ts'

/** The words of a language. */
export const loadOfficeWords = async (language: Language): Promise<Words> => {
  switch (language) {
    case 'en':
      return english
    case 'fr':
      return (await import('./french.ts')).french
    case 'ar':
      return (await import('./arabic.ts')).arabic
  }
}
