const watched = new WeakMap<Document, { text: string; readonly end: () => void }>()

/** Keeps the characters typed on a page from now on, until they are taken or forgotten. */
export const watchEarlyKeys = (page: Document): void => {
  const stop = new AbortController()
  const early = { text: '', end: () => stop.abort() }
  watched.set(page, early)
  const note = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Backspace') early.text = early.text.slice(0, -1)
    // The names of other keys have several letters.
    else if (key.length === 1) early.text += key
  }
  page.addEventListener('keydown', note, { capture: true, signal: stop.signal })
}

/** Passes on what was typed before there was a field for it, if anything was, and stops watching. */
export const takeEarlyKeys = (page: Document, take: (text: string) => void): void => {
  const text = watched.get(page)?.text ?? ''
  forgetEarlyKeys(page)
  if (text !== '') take(text)
}

/** Stops watching, and forgets what was typed. */
export const forgetEarlyKeys = (page: Document): void => {
  watched.get(page)?.end()
  watched.delete(page)
}
