/* The only door to safe-regex2. */
import { safeRegex } from 'safe-regex2'
import { isJsonObject } from '../../replication/wire/envelope.ts'
import { hasSlowLoops } from './slow-loops.ts'

/**
 * Whether a pattern takes little time for every text. One such as `(a+)+b` or `(a|aa)*b` would block a phone for seconds
 * at each keystroke.
 */
export const isQuickPattern = (pattern: string): boolean =>
  safeRegex(pattern, { limit: 200 }) && !hasSlowLoops(pattern)

/** The slow patterns in the rules anywhere in a form's definition. */
export const slowPatterns = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(slowPatterns)
  if (!isJsonObject(value)) return []
  const { regex } = value
  const pattern: unknown = Array.isArray(regex) ? regex[1] : null
  const own = typeof pattern === 'string' && !isQuickPattern(pattern) ? [pattern] : []
  return [...own, ...Object.values(value).flatMap(slowPatterns)]
}
