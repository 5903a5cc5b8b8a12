import type { Rule } from '../../../replication/wire/logic.ts'
import { asText, literalText, type Term } from '../xpath/terms.ts'
import { Untranslatable } from '../xpath/translation.ts'
import { isQuickPattern } from '../safe-pattern.ts'

/** Character classes of Java's patterns that have another name in JavaScript. */
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

/** Removes backslashes that Java accepts before ordinary characters and JavaScript does not. */
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

/**
 * `regex(text, pattern)`. A pattern that is invalid in JavaScript is left out, because it would refuse every
 * answer.
 */
export const patternToRule = (text: Rule, pattern: Term): Rule => {
  const literal = literalText(pattern)
  if (literal === null) return { regex: [text, asText(pattern)] }
  const tidied = isPattern(literal) ? literal : tidy(literal)
  if (!isPattern(tidied)) throw new Untranslatable(`"${literal}" is no pattern here`)
  if (!isQuickPattern(tidied)) throw new Untranslatable(`"${literal}" can take forever to check`)
  return { regex: [text, tidied] }
}
