/** Whether a text looks like an e-mail address: something, an @, a domain with a dot; no blanks (5.5). */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim())
