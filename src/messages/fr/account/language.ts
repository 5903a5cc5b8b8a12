import type * as english from '../../account/language.ts'

export const languageWords: typeof english.languageWords = {
  language: 'Langue',
  notHere:
    'Cette langue n’est pas encore sur cet appareil. Connectez-vous à Internet et réessayez.',
}
