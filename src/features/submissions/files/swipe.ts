/** A finger that moves less than this has pressed, not swiped. */
const swipePx = 50

/** Which way a finger's way across the screen leads: on, back, or nowhere when it went up, down or not far. */
export const swipeStep = (acrossPx: number, downPx: number): -1 | 0 | 1 => {
  if (Math.abs(acrossPx) < swipePx || Math.abs(acrossPx) < 2 * Math.abs(downPx)) return 0
  return acrossPx < 0 ? 1 : -1
}
