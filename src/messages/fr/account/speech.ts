import type * as english from '../../account/speech.ts'

export const speechWords: typeof english.speechWords = {
  language: 'Langue',
  notHere:
    'Cette langue n’est pas encore sur cet appareil. Connectez-vous à Internet et réessayez.',
}
