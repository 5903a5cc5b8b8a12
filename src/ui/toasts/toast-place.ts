/** Keeps the toasts below the title and its bar, so that they cover neither them nor a count next to the title. */

/** A dialog that begins this far below the top of the window has room for toasts above it. */
const roomPx = 240

/** Where toasts may begin, in pixels from the top of a page that is not scrolled, or of the window in a dialog. */
const endOfTitle = (page: Document): number => {
  const inDialog = page.querySelector('dialog:modal h2')?.getBoundingClientRect()
  if (inDialog !== undefined) return inDialog.top > roomPx ? 0 : inDialog.bottom
  const title = page.querySelector('h1')
  const scrolled = page.scrollingElement?.scrollTop ?? 0
  const bar = title?.closest('header')
  const screen = bar?.closest('main')
  if (bar && screen) return screen.getBoundingClientRect().top + scrolled + bar.offsetHeight
  return (title?.parentElement?.getBoundingClientRect().bottom ?? 0) + scrolled
}

const kept = new WeakSet<HTMLElement>()

/**
 * Places the toasts of a layer, and again whenever the page changes, because a toast outlives its screen. Ends by itself
 * when `hasToasts` is false.
 */
export const keepBelowTitle = (layer: HTMLElement, hasToasts: () => boolean): void => {
  const page = layer.ownerDocument
  const place = () => layer.style.setProperty('--title-end', `${endOfTitle(page)}px`)
  const changes = new MutationObserver(() => {
    if (hasToasts()) return place()
    kept.delete(layer)
    changes.disconnect()
  })
  place()
  if (kept.has(layer)) return
  kept.add(layer)
  changes.observe(page.body, { childList: true, subtree: true })
}
