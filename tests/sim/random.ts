/** A seeded random source: one seed gives the same history on every machine. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  readonly next: () => number
  readonly below: (limit: number) => number
  readonly pick: <Value>(values: readonly Value[]) => Value
  readonly chance: (probability: number) => boolean
}

/** Creates a source from a seed, with the mulberry32 recurrence. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: values => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('There is nothing to pick from.')
      return value
    },
    chance: probability => next() < probability,
  }
}
