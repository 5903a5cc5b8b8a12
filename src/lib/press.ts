import type { Clock } from '../../replication/env.ts'

const pressed = new WeakMap<Document, { isDown: boolean }>()

/** What ends a press. A key does so too, because a press that ends outside the page may have no other end. */
const ends = ['pointerup', 'pointercancel', 'keydown']

/** Follows from now on whether a finger or a mouse button is down on a page. */
export const watchPress = (page: Document): void => {
  if (pressed.has(page)) return
  const press = { isDown: false }
  pressed.set(page, press)
  const set = (isDown: boolean) => () => void (press.isDown = isDown)
  page.addEventListener('pointerdown', set(true), true)
  for (const end of ends) page.addEventListener(end, set(false), true)
}

/**
 * Runs when the press that is under way has become a click. A change of the layout before that would move the pressed
 * button away, and the click would be lost.
 */
export const afterPress = (page: Document, clock: Pick<Clock, 'after'>, run: () => void): void => {
  // Of a touch the browser makes the blur and the click at once, after the finger is up.
  const soon = () => void clock.after(0, run)
  if (pressed.get(page)?.isDown !== true) return soon()
  const waiting = new AbortController()
  const over = () => {
    waiting.abort()
    soon()
  }
  for (const end of ends) {
    page.addEventListener(end, over, { capture: true, signal: waiting.signal })
  }
}
