/* The only door to safe-regex2. */
import { safeRegex } from 'safe-regex2'
import { isJsonObject } from '../../replication/wire/envelope.ts'

/**
 * Whether the time of a match is linear in the length of the text. A pattern such as `(a+)+b` would block a phone for
 * seconds at each keystroke.
 */
export const isQuickPattern = (pattern: string): boolean => safeRegex(pattern, { limit: 200 })

/** The slow patterns in the rules anywhere in a form's definition. */
export const slowPatterns = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(slowPatterns)
  if (!isJsonObject(value)) return []
  const { regex } = value
  const pattern: unknown = Array.isArray(regex) ? regex[1] : null
  const own = typeof pattern === 'string' && !isQuickPattern(pattern) ? [pattern] : []
  return [...own, ...Object.values(value).flatMap(slowPatterns)]
}
