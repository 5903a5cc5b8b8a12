/** Values in one header, as `name=value; name=value`. */

/** Writes the values; one that is null is left out. */
export const writeValues = (values: Readonly<Record<string, string | number | null>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** The value of a name, at most 40 plain characters; null for any other. */
export const valueIn = (header: string, name: string): string | null =>
  new RegExp(`(?:^|;)\\s*${name}=([\\w.:+-]{1,40})\\s*(?:;|$)`).exec(header)?.[1] ?? null

/** A whole number, `most` for a larger one; null for anything else. */
export const countIn = (header: string, name: string, most: number): number | null => {
  const text = valueIn(header, name)
  return text !== null && /^\d{1,15}$/.test(text) ? Math.min(Number(text), most) : null
}

/** A moment; null for anything else. */
export const momentIn = (header: string, name: string): Date | null => {
  const moment = new Date(valueIn(header, name) ?? Number.NaN)
  // A database cannot store the years before 1 and after 9999 as text has them.
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999 ? moment : null
}
