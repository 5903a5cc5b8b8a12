import { joinedText, type Reading } from './field-type.ts'

const pattern = /^-?\d{1,3}(\.\d+)? -?\d{1,3}(\.\d+)?( -?\d+(\.\d+)?){0,2}$/

/** Whether a text is a position: degrees of latitude and longitude, and altitude and accuracy in metres. */
export const isPosition = (text: string): boolean => {
  const [latitude = Number.NaN, longitude = Number.NaN] = text.trim().split(' ').map(Number)
  return pattern.test(text.trim()) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

/** A position as people read it; anything else as it was typed. */
export const positionReading = (answer: string | readonly string[]): Reading => {
  const text = typeof answer === 'string' ? answer : joinedText([...answer])
  if (!isPosition(text)) return { kind: 'text', text }
  const [latitude = 0, longitude = 0, , metres = 0] = text.trim().split(' ').map(Number)
  return { kind: 'position', latitude, longitude, metres: metres > 0 ? metres : null }
}
