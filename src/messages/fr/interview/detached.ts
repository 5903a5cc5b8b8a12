import type * as english from '../../interview/detached.ts'

export const detached: typeof english.detached = {
  inList: 'Sa soumission a été supprimée. Elle sera envoyée comme nouvelle soumission.',
  now: 'Une soumission que vous modifiiez a été supprimée. Votre modification est gardée comme soumission inachevée et sera envoyée comme nouvelle soumission.',
}
