import { phoneMaxDigits, phoneMinDigits } from '../../limits.ts'

const phonePattern = /^\+?[\d\s().-]+$/

/** Whether a text has as many digits as a phone number (5.14). */
export const hasPhoneDigits = (text: string): boolean => {
  const digits = text.replace(/\D/g, '').length
  return digits >= phoneMinDigits && digits <= phoneMaxDigits
}

/** Whether a text is a phone number: digits, and the characters that people put between them. */
export const isPhone = (text: string): boolean =>
  phonePattern.test(text.trim()) && hasPhoneDigits(text)
