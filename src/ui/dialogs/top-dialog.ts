/**
 * How to close the dialog on top, as Esc does; null when none is open. The one on top has the focus. Without a focus it
 * is the last in the page.
 */
export const topDialog = (): (() => void) | null => {
  const focused = document.activeElement?.closest('dialog')
  const dialog = focused ?? [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog === undefined) return null
  return () => void dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
}
