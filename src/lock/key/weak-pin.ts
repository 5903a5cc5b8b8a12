import { unpredictable } from '../../lib/is-guessable.ts'

/** The fewest digits of a PIN, and the number that is recommended. */
const pinDigits = { least: 4, recommended: 6, most: 12 } as const

/** Lines and corners of the keypad, and their way back. */
const drawn = ['2580', '1379', '1397', '147258', '147369', '159357', '159753', '258369']
const leastDigits = 3

const reversed = (text: string): string => [...text].reduceRight((all, sign) => all + sign, '')

/** Why a PIN is refused; null when it is accepted. `pin` has ASCII digits only. */
export const pinProblem = (pin: string): 'short' | 'obvious' | null => {
  if (pin.length < pinDigits.least) return 'short'
  const isYear = /^(19|20)\d\d$/.test(pin)
  const isDrawn = drawn.includes(pin) || drawn.includes(reversed(pin))
  return isYear || isDrawn || unpredictable(pin).length < leastDigits ? 'obvious' : null
}
