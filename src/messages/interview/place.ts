import { translatable } from '../catalogue.ts'

interface Placed {
  readonly address: string
  readonly city: string
  readonly latitude: number | null
  readonly longitude: number | null
}

export const places = translatable('place.places', {
  /** Shown where the place is unknown (2.submission-detail.1). */
  unknown: 'N/A',
})

/** Where a submission was made: the address, else the city, else the coordinates. */
export const placeText = ({ address, city, latitude, longitude }: Placed): string => {
  if (address.trim() !== '') return address
  if (city.trim() !== '') return city
  return latitude === null || longitude === null
    ? places.unknown
    : isolated(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)
}

/** Keeps the numbers in order in a line written from right to left. */
const isolated = (text: string): string => `\u2066${text}\u2069`
