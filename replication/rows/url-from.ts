/**
 * A text as a web address, relative to `base` where there is one; null when it is none. Without URL.canParse, which
 * Chrome has since 120 and Safari since 17.
 */
export const urlFrom = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
