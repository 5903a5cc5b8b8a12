/** Lets so many in at once; the others wait for their turn, but not for ever. */
export interface Turns {
  /** Resolves with what ends the turn, or with null when it did not come in time. */
  readonly enter: () => Promise<(() => void) | null>
}

/** Begins with every place free. */
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
