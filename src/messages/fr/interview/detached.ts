import type * as english from '../../interview/detached.ts'

export const detached: typeof english.detached = {
  inList: 'Sa soumission a été supprimée. Il sera envoyé comme nouvel entretien.',
  now: 'Une soumission que vous modifiiez a été supprimée. Votre modification est gardée comme entretien inachevé et sera envoyée comme nouvel entretien.',
}
