/*
 * What a device knows by itself, and forms of ODK ask for as if it were a question.
 */

/** What each is called in an expression of ours, by what a workbook calls it. */
const names: Readonly<Record<string, string>> = {
  start: 'start',
  end: 'end',
  username: 'username',
  email: 'email',
  phonenumber: 'phonenumber',
  uuid: 'uuid',
}

/** The name without its `$`, or null for what is not known here. */
export const givenName = (type: string): string | null => {
  const name = type
    .trim()
    .toLowerCase()
    .replace(/^uri:/, '')
    .replace(/[\s_-]/g, '')
  return Object.hasOwn(names, name) ? (names[name] ?? null) : null
}
