/*
 * What the chart library takes from lodash, for plain objects and lists. The build uses this instead of lodash's own
 * (replaced.ts), because those also read paths, prototypes and every kind of collection.
 */

type Fields = Readonly<Record<string, unknown>>
type Test = (value: unknown, key: string) => unknown

/** The entries of an object that pass a test. */
export const pickBy = (fields: Fields | null | undefined, test: Test): Fields =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([key, value]) => test(value, key)))

/** The entries of an object that do not pass a test. */
export const omitBy = (fields: Fields | null | undefined, test: Test): Fields =>
  pickBy(fields, (value, key) => !test(value, key))

/** A function that returns one property of an object. The chart's properties have simple names. */
export const property =
  (key: string) =>
  (fields: Fields | null | undefined): unknown =>
    fields?.[key]

/** The values of a list, each once. */
export const uniq = (values: readonly unknown[] | null | undefined): unknown[] => [
  ...new Set(values ?? []),
]
