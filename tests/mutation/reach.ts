import type { Mutant } from './mutants.ts'

/** Where tests leave word of the mutants whose place they reached; see reach.setup.ts. */
const call = 'mutantReached'

interface Insert {
  readonly at: number
  readonly text: string
  /** Among those at one place, the lower come first. */
  readonly rank: number
}

/** The text as it is, but that it says which places of mutants it passes. */
export const withReach = (text: string, mutants: readonly Mutant[]): string => {
  const inserts = mutants.flatMap(insertsOf).toSorted((a, b) => a.at - b.at || a.rank - b.rank)
  let done = 0
  let made = ''
  for (const { at, text: inserted } of inserts) {
    made += text.slice(done, at) + inserted
    done = at
  }
  return made + text.slice(done)
}

/** What ends at a place comes before what starts there; of two, the outer starts first and ends last. */
const insertsOf = ({ id, from, place }: Mutant): readonly Insert[] => {
  const note = `globalThis.${call}?.('${id}')`
  const size = from.end - from.start
  const outer = place === 'statement' ? 0.5 : 0
  if (place === 'block') return [{ at: from.start + 1, text: `${note};`, rank: 0 }]
  const [open, close] = place === 'statement' ? [`{${note};`, '}'] : [`(${note},`, ')']
  return [
    { at: from.start, text: open, rank: 1e9 - size - outer },
    { at: from.end, text: close, rank: -1e9 + size + outer },
  ]
}
