import type { Rule } from '../../../replication/wire/logic.ts'
import { asText, literalText, type Term } from '../xpath/terms.ts'
import { CannotSay } from '../xpath/translation.ts'
import { isQuickPattern } from '../safe-pattern.ts'

/** Classes of Java's patterns that have another name here. */
const classes: Readonly<Record<string, string>> = {
  '\\p{Alpha}': 'a-zA-Z',
  '\\p{Digit}': '0-9',
  '\\p{Alnum}': 'a-zA-Z0-9',
  '\\p{Upper}': 'A-Z',
  '\\p{Lower}': 'a-z',
  '\\p{Space}': '\\s',
}

const isPattern = (pattern: string): boolean => {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').source !== ''
  } catch {
    return false
  }
}

/** Takes away what Java lets pass and JavaScript does not: backslashes before what needs none. */
const tidy = (pattern: string): string => {
  let isInClass = false
  return pattern.replace(/\\p\{\w+\}|\\[\s\S]|[[\]]/gu, piece => {
    const named = classes[piece]
    if (named !== undefined) return isInClass ? named : `[${named}]`
    if (piece === '[' || piece === ']') {
      isInClass = piece === '['
      return piece
    }
    const escaped = piece.slice(1)
    const isNeeded = /[a-z\d^$\\.*+?()[\]{}|/\s]/iu.test(escaped) || (isInClass && escaped === '-')
    return isNeeded ? piece : escaped
  })
}

/** `regex(text, pattern)`. A pattern that would refuse every answer for being no pattern here is left out. */
export const patternToRule = (text: Rule, pattern: Term): Rule => {
  const literal = literalText(pattern)
  if (literal === null) return { regex: [text, asText(pattern)] }
  const tidied = isPattern(literal) ? literal : tidy(literal)
  if (!isPattern(tidied)) throw new CannotSay(`"${literal}" is no pattern here`)
  if (!isQuickPattern(tidied)) throw new CannotSay(`"${literal}" can take for ever to check`)
  return { regex: [text, tidied] }
}
