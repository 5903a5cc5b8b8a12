/** Whether a text looks like an e-mail address: something, an @, a domain with a dot between its parts; no blanks (5.5). */
export const isEmail = (text: string): boolean =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())
