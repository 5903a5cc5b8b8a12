import type * as english from '../place.ts'

export const places: typeof english.places = {
  nowhere: 'غير متوفر',
}
