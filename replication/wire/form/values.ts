import * as v from 'valibot'
import { isJsonObject, type Json } from '../envelope.ts'

/** Values in the ways in which servers write them. A fallback stands for an absent value too. */

/** An object, and no list. */
export const jsonObject = v.custom<Json>(isJsonObject)

/** A text or a number, trimmed. */
export const scalar = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.trim())

/** A scalar; '' for anything else. */
export const text = v.fallback(scalar, '')

/** A scalar that says something. */
export const id = v.pipe(scalar, v.nonEmpty())

/** A number, which may be a text. */
export const anyNumber = v.union([
  v.number(),
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.toNumber()),
])

/** A finite number, which may be a text. */
export const number = v.pipe(anyNumber, v.finite())

/** Whether a value means yes: true, a number other than 0, or a word. */
export const flag = v.union([
  v.boolean(),
  v.pipe(
    v.number(),
    v.transform(value => value !== 0),
  ),
  v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.transform(word => ['true', '1', 'yes'].includes(word)),
  ),
])

/** A list, which may be a JSON text; empty for anything else. */
export const list = v.fallback(
  v.union([
    v.array(v.unknown()),
    v.pipe(v.string(), v.regex(/^\s*\[/), v.parseJson(), v.array(v.unknown())),
  ]),
  [],
)

/** A time without a zone as one in UTC, because servers keep UTC (decisions 7); any other text as it is. */
export const utcTime = (time: string): string =>
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(time) ? `${time.replace(' ', 'T')}Z` : time

/** What a schema reads; undefined for anything else. */
export const maybe = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined)

/** The records of a list that can be read; one that cannot is left out (decisions 2). */
export const readable = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.array(v.fallback(v.nullable(schema), null)),
    v.transform(records => records.filter(record => record !== null)),
  )

/** A parser by a schema; null for what the schema refuses. */
export const parseWith =
  <Schema extends v.GenericSchema>(schema: Schema) =>
  (raw: unknown): v.InferOutput<Schema> | null => {
    // One reason is enough: a hostile list would have a million.
    const parsed = v.safeParse(schema, raw, { abortEarly: true })
    return parsed.success ? parsed.output : null
  }
