/** Below this distance it is a press and not a swipe. */
const swipePx = 50

/** The step of a swipe: 1 to the next file, -1 to the previous one, 0 when it was vertical or too short. */
export const swipeStep = (acrossPx: number, downPx: number): -1 | 0 | 1 => {
  if (Math.abs(acrossPx) < swipePx || Math.abs(acrossPx) < 2 * Math.abs(downPx)) return 0
  return acrossPx < 0 ? 1 : -1
}
