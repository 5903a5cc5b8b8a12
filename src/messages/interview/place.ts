import { translatable } from '../catalogue.ts'

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
    : isolated(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)
}

/** Numbers keep their order in a line that is written from right to left. */
const isolated = (text: string): string => `\u2066${text}\u2069`
