import type * as english from '../failure.ts'

export const failureWords: typeof english.failureWords = {
  offline: 'Vous êtes hors ligne. Connectez-vous à Internet et réessayez.',
}
