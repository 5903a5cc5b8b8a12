import type { RxJsonSchema } from 'rxdb'

/** Building blocks for the collections' JSON schemas. A stored field is said once: how it is stored, and its type. */

type Property = RxJsonSchema<{ field: string }>['properties']['field']

/** Known to the compiler only. */
declare const valueOf: unique symbol
declare const isOptional: unique symbol

/** How a field is stored, with the type of its values. */
type Field<Value> = Property & { readonly [valueOf]: Value }
type OptionalField = { readonly [isOptional]: true }

/** A field whose values have this type. */
export const as = <Value>(property: object): Field<Value> => property as Field<Value>

/** A field that may be absent. */
export const optional = <Value>(field: Field<Value>): Field<Value> & OptionalField =>
  field as Field<Value> & OptionalField

type Flat<Doc> = { [Key in keyof Doc]: Doc[Key] }
type ValueOf<Of> = Of extends { readonly [valueOf]: infer Value } ? Value : never

/** The documents with these fields. */
export type DocOf<Fields> = Flat<
  {
    -readonly [Key in keyof Fields as Fields[Key] extends OptionalField ? never : Key]: ValueOf<
      Fields[Key]
    >
  } & {
    -readonly [Key in keyof Fields as Fields[Key] extends OptionalField ? Key : never]?: ValueOf<
      Fields[Key]
    >
  }
>

/** The schema version of all collections: the length of the ledger. A test keeps them equal. */
export const schemaVersion = 17

/** A text of bounded length, which RxDB needs for an indexed text. */
export const text = (maxLength: number) => as<string>({ type: 'string', maxLength })

/** A text without an index. */
export const freeText = as<string>({ type: 'string' })

/** A time in epoch milliseconds, indexable. */
export const timeMs = as<number>({ type: 'number', minimum: 0, maximum: 1e15, multipleOf: 1 })

/** A small whole number, indexable. */
export const small = as<number>({ type: 'number', minimum: 0, maximum: 1e6, multipleOf: 1 })

/** A number of bytes, tries or rows, without an index. */
export const count = as<number>({ type: 'number' })

/** A boolean without an index. */
export const flag = as<boolean>({ type: 'boolean' })

/** A coordinate in degrees, or null when the place is unknown. */
export const coordinate = as<number | null>({ type: ['number', 'null'], default: null })

/** A list of plain objects of this type. */
export const objects = <Item>() => as<Item[]>({ type: 'array', items: { type: 'object' } })

/** A list of texts. */
export const texts = as<string[]>({ type: 'array', items: { type: 'string' } })

/** An object of this type. */
export const map = <Value>() => as<Value>({ type: 'object', additionalProperties: true })

/** Ids as the server or this device makes them. */
export const idText = text(200)

const latestMs = 9_999_999_999_999

/**
 * The key that puts the newest first in ascending order. RxDB walks the whole index for a descending sort, so
 * lists store this key in addition to their time. WARNING: persisted; a change reorders every stored list.
 */
export const newestOf = (time: string | number): number => {
  const ms = typeof time === 'number' ? time : Date.parse(time)
  return latestMs - (Number.isFinite(ms) ? Math.max(0, Math.trunc(ms)) : 0)
}

/** The time of such a key, epoch ms; 0 for an unreadable one. */
export const timeOfNewest = (newest: number): number => latestMs - newest
