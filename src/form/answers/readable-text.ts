import type { FieldType } from '../../../replication/wire/forms.ts'
import { asciiDigits, asciiNumber } from '../../lib/ascii-digits.ts'

/** A text as it is stored: numbers and days in digits that everybody reads, whatever script they were typed in. */
export const readableText = (type: FieldType, typed: string): string => {
  switch (type) {
    case 'NUMBER':
      return asciiNumber(typed)
    case 'DATE':
      return asciiDigits(typed)
    default:
      return typed
  }
}
