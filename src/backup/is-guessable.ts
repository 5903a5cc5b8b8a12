/** What people choose first, and what is on the keyboard in this order. */
const common =
  /password|passwort|passphrase|letmein|welcome|qwerty(uiop)?|azerty(uiop)?|asdf(ghjkl)?|zxcv(bnm)?|admin|secret|backup|survey|transect/g

/** As many characters as have to be guessed one by one. */
const least = 8

/** Replaces runs such as 1234, dcba or aaaa by their first character, because the rest follows from it. */
const withoutRuns = (text: string): string => {
  const codes = [...text].map(sign => sign.codePointAt(0) ?? 0)
  const stepAt = (index: number) => (codes[index] ?? 0) - (codes[index - 1] ?? 0)
  return [...text].filter((_, index) => index === 0 || Math.abs(stepAt(index)) > 1).join('')
}

/**
 * Whether a passphrase is among the first that someone with the file would try: a common word, one thing repeated, or
 * signs in a row. It is not a measure of strength.
 */
export const isGuessable = (passphrase: string): boolean => {
  const plain = passphrase.toLowerCase().replaceAll(common, '').replaceAll(/\s+/g, '')
  const once = plain.replace(/^(.{1,20}?)\1+$/, '$1')
  return withoutRuns(once).length < least
}
