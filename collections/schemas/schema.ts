/** Building blocks for the collections' JSON schemas. */

/** The one schema version of every collection: the length of the ledger, held equal by a test. */
export const schemaVersion = 17

/** A text of bounded length; RxDB needs the bound wherever a text is indexed. */
export const text = (maxLength: number) => ({ type: 'string', maxLength }) as const

/** A text that no index touches. */
export const freeText = { type: 'string' } as const

/** A time in epoch milliseconds, indexable. */
export const timeMs = { type: 'number', minimum: 0, maximum: 1e15, multipleOf: 1 } as const

/** A small whole number, indexable. */
export const small = { type: 'number', minimum: 0, maximum: 1e6, multipleOf: 1 } as const

/** A number of bytes, tries or rows that no index touches. */
export const count = { type: 'number' } as const

/** Yes or no, where no index needs it. */
export const flag = { type: 'boolean' } as const

/** A coordinate in degrees, or null when the place is unknown. */
export const coordinate = { type: ['number', 'null'], default: null } as const

/** A list of plain objects whose shape the document type tells. */
export const objects = { type: 'array', items: { type: 'object' } } as const

/** A map of values whose shape the document type tells. */
export const map = { type: 'object', additionalProperties: true } as const

/** Ids as the server or this device makes them. */
export const idText = text(200)

/**
 * The key that puts the newest first in ascending order.
 * RxDB walks the whole index for a descending sort, so lists keep this beside their time.
 * WARNING: persisted; changing it reorders every stored list.
 */
export const newestOf = (time: string | number): number => {
  const ms = typeof time === 'number' ? time : Date.parse(time)
  return 9_999_999_999_999 - (Number.isFinite(ms) ? Math.max(0, Math.trunc(ms)) : 0)
}
