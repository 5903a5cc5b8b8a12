interface Placed {
  readonly address: string
  readonly city: string
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Shown where a place is unknown (2.submission-detail.1). */
const nowhere = 'N/A'

/** Where a submission was made: its address, else its city, else its coordinates. */
export const placeText = ({ address, city, latitude, longitude }: Placed): string => {
  if (address.trim() !== '') return address
  if (city.trim() !== '') return city
  return latitude === null || longitude === null
    ? nowhere
    : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}
