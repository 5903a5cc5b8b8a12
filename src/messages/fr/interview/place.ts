import type * as english from '../../interview/place.ts'

export const places: typeof english.places = {
  unknown: 'Inconnu',
}
