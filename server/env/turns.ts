/** Admits a limited number at once, and fewer of each owner. The others wait for their turn, for a limited time. */
export interface Turns {
  /** Resolves with a function that ends the turn, or with null when the wait took too long. */
  readonly enter: (owner: string) => Promise<(() => void) | null>
  /** How many wait now. */
  readonly waiting: () => number
}

interface Waiting {
  readonly owner: string
  readonly admit: () => void
}

/** Creates turns with every place free. An owner who holds `placesOfOne` waits while others pass. */
export const createTurns = (places: number, placesOfOne: number, waitMs: number): Turns => {
  let free = places
  const heldBy = new Map<string, number>()
  const waiting = new Set<Waiting>()
  const heldOf = (owner: string): number => heldBy.get(owner) ?? 0
  const mayEnter = (owner: string): boolean => free > 0 && heldOf(owner) < placesOfOne

  const leave = (owner: string) => {
    free += 1
    if (heldOf(owner) > 1) heldBy.set(owner, heldOf(owner) - 1)
    else heldBy.delete(owner)
    for (const next of waiting) if (mayEnter(next.owner)) next.admit()
  }
  const take = (owner: string): (() => void) => {
    free -= 1
    heldBy.set(owner, heldOf(owner) + 1)
    let isOver = false
    return () => {
      if (!isOver) leave(owner)
      isOver = true
    }
  }
  return {
    waiting: () => waiting.size,
    enter: owner => {
      if (mayEnter(owner)) return Promise.resolve(take(owner))
      return new Promise(resolve => {
        const admit = () => {
          clearTimeout(timer)
          waiting.delete(entry)
          resolve(take(owner))
        }
        const entry: Waiting = { owner, admit }
        const timer = setTimeout(() => {
          waiting.delete(entry)
          resolve(null)
        }, waitMs)
        waiting.add(entry)
      })
    },
  }
}
