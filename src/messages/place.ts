import { translatable } from './catalogue.ts'

interface Placed {
  readonly address: string
  readonly city: string
  readonly latitude: number | null
  readonly longitude: number | null
}

export const places = translatable('place.places', {
  /** Shown where a place is unknown (2.submission-detail.1). */
  nowhere: 'N/A',
})

/** Where a submission was made: its address, else its city, else its coordinates. */
export const placeText = ({ address, city, latitude, longitude }: Placed): string => {
  if (address.trim() !== '') return address
  if (city.trim() !== '') return city
  return latitude === null || longitude === null
    ? places.nowhere
    : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}
