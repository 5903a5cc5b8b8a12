/** Building blocks for the collections' JSON schemas. */

/** The schema version of all collections: the length of the ledger. A test keeps them equal. */
export const schemaVersion = 17

/** A text of bounded length, which RxDB needs for an indexed text. */
export const text = (maxLength: number) => ({ type: 'string', maxLength }) as const

/** A text without an index. */
export const freeText = { type: 'string' } as const

/** A time in epoch milliseconds, indexable. */
export const timeMs = { type: 'number', minimum: 0, maximum: 1e15, multipleOf: 1 } as const

/** A small whole number, indexable. */
export const small = { type: 'number', minimum: 0, maximum: 1e6, multipleOf: 1 } as const

/** A number of bytes, tries or rows, without an index. */
export const count = { type: 'number' } as const

/** A boolean without an index. */
export const flag = { type: 'boolean' } as const

/** A coordinate in degrees, or null when the place is unknown. */
export const coordinate = { type: ['number', 'null'], default: null } as const

/** A list of plain objects; the document type describes their shape. */
export const objects = { type: 'array', items: { type: 'object' } } as const

/** A map of values; the document type describes their shape. */
export const map = { type: 'object', additionalProperties: true } as const

/** Ids as the server or this device makes them. */
export const idText = text(200)

/**
 * The key that puts the newest first in ascending order. RxDB walks the whole index for a descending sort, so
 * lists store this key in addition to their time. WARNING: persisted; a change reorders every stored list.
 */
export const newestOf = (time: string | number): number => {
  const ms = typeof time === 'number' ? time : Date.parse(time)
  return 9_999_999_999_999 - (Number.isFinite(ms) ? Math.max(0, Math.trunc(ms)) : 0)
}
