/** Admits a limited number at once. Others wait for their turn, but not forever. */
export interface Turns {
  /** Resolves with a function that ends the turn, or with null when the wait took too long. */
  readonly enter: () => Promise<(() => void) | null>
}

/** Creates turns with every place free. */
export const createTurns = (places: number, waitMs: number): Turns => {
  let free = places
  const waiting = new Set<() => void>()
  const leave = () => {
    const [next] = waiting
    if (next === undefined) free += 1
    else next()
  }
  const turn = (): (() => void) => {
    let isOver = false
    return () => {
      if (!isOver) leave()
      isOver = true
    }
  }
  return {
    enter: () => {
      if (free > 0) {
        free -= 1
        return Promise.resolve(turn())
      }
      return new Promise(resolve => {
        const come = () => {
          clearTimeout(timer)
          waiting.delete(come)
          resolve(turn())
        }
        const timer = setTimeout(() => {
          waiting.delete(come)
          resolve(null)
        }, waitMs)
        waiting.add(come)
      })
    },
  }
}
