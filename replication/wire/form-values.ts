/** Reads values in the ways in which servers write them. */

/** A finite number, which may be a text; `otherwise` for anything else. */
export const numberOf = (value: unknown, otherwise: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

/** Whether a value means yes: true, a number other than 0, or a word; `otherwise` for anything else. */
export const flagOf = (value: unknown, otherwise: boolean): boolean => {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string') return ['true', '1', 'yes'].includes(value.trim().toLowerCase())
  return otherwise
}

/** A list, which may be a JSON text; empty for anything else. */
export const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  if (typeof value === 'string' && value.trim().startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value)
      return Array.isArray(parsed) ? parsed : []
    } catch {
      return []
    }
  }
  return []
}

/** A time without a zone as one in UTC, because servers keep UTC (decisions 7); any other text as it is. */
export const utcTime = (text: string): string =>
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
