/** The words that people choose most often, and rows of keys on the keyboard. */
const common =
  /password|passwort|passphrase|letmein|welcome|qwerty(uiop)?|azerty(uiop)?|asdf(ghjkl)?|zxcv(bnm)?|admin|secret|backup|survey|transect/g

/** The fewest characters that must remain after everything predictable was removed. */
const least = 8

/** Reduces runs such as 1234, dcba or aaaa to their first character, because it predicts the rest. */
const withoutRuns = (text: string): string => {
  const codes = [...text].map(sign => sign.codePointAt(0) ?? 0)
  const stepAt = (index: number) => (codes[index] ?? 0) - (codes[index - 1] ?? 0)
  return [...text].filter((_, index) => index === 0 || Math.abs(stepAt(index)) > 1).join('')
}

/** The characters that do not follow from those before them: a repeated text once, and of a run the first. */
export const unpredictable = (text: string): string =>
  withoutRuns(text.replace(/^(.{1,20}?)\1+$/, '$1'))

/**
 * Whether a passphrase is among the first that someone with the file would try: a common word, a repeated text, or a
 * run of characters. It is not a measure of strength.
 */
export const isGuessable = (passphrase: string): boolean => {
  const plain = passphrase.toLowerCase().replaceAll(common, '').replaceAll(/\s+/g, '')
  return unpredictable(plain).length < least
}
