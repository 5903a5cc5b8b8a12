import { translatable } from '../catalogue.ts'

/** Choosing the language of the screens. */
export const languageWords = translatable('language.languageWords', {
  language: 'Language',
  notHere: 'This language is not on this device yet. Connect to the internet and try again.',
})
