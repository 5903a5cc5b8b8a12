/* Values that a device knows without asking, but that ODK forms declare like questions. */

/** The name of each in our expressions, by its name in a workbook. */
const names: Readonly<Record<string, string>> = {
  start: 'start',
  end: 'end',
  username: 'username',
  email: 'email',
  phonenumber: 'phonenumber',
  uuid: 'uuid',
  deviceid: 'deviceid',
}

/** The name without its `$`; null when unknown. */
export const givenName = (type: string): string | null => {
  const name = type
    .trim()
    .toLowerCase()
    .replace(/^uri:/, '')
    .replace(/[\s_-]/g, '')
  return Object.hasOwn(names, name) ? (names[name] ?? null) : null
}
