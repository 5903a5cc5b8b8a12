import type { Json } from '../../replication/wire/envelope.ts'
import { limits } from '../limits.ts'

/** The requested page. Numbers out of range are clamped. */
interface Page {
  readonly number: number
  readonly limit: number
  readonly offset: number
}

const whole = (text: string | null, otherwise: number, max: number): number => {
  const number = Number(text ?? otherwise)
  if (!Number.isInteger(number) || number < 1) return otherwise
  return Math.min(number, max)
}

/** Parses `page` and `limit`. */
export const pageOf = (query: URLSearchParams): Page => {
  const limit = whole(query.get('limit'), limits.pageRows, limits.pageRows)
  const number = whole(query.get('page'), 1, 1_000_000)
  return { number, limit, offset: (number - 1) * limit }
}

/** The `meta` of a page of a list. */
export const pageMeta = (page: Page, total: number): Json => ({
  meta: { page: page.number, limit: page.limit, total },
})
