const pattern = /^-?\d{1,3}(\.\d+)? -?\d{1,3}(\.\d+)?( -?\d+(\.\d+)?){0,2}$/

/** Whether a text is a position: degrees of latitude and longitude, and altitude and accuracy in metres. */
export const isPosition = (text: string): boolean => {
  const [latitude = Number.NaN, longitude = Number.NaN] = text.trim().split(' ').map(Number)
  return pattern.test(text.trim()) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
