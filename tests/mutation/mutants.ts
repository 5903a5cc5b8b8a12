import { createHash } from 'node:crypto'
import { parseSync } from 'oxc-parser'
import { changesOf, type Change } from './operators.ts'
import { childrenOf, type Node } from './syntax.ts'

/** The product with one small fault in it: a piece of one file, and what stands there instead. */
export interface Mutant extends Change {
  /** The same as long as the fault is: it depends on the text around it, and not on where that stands in the file. */
  readonly id: string
  /** From the project's root. */
  readonly file: string
  readonly line: number
  /** The text that is replaced. */
  readonly was: string
}

/** Where a change can be seen to be reached: a place that the code in it cannot leave out. */
interface Within {
  readonly chain: Node | null
  readonly inThrow: boolean
}

/** Every mutant of a file, in the order of its text. */
export const mutantsOf = (file: string, text: string): readonly Mutant[] => {
  const changes: Change[] = []
  const visit = (node: Node, within: Within): void => {
    // Types are gone when it runs; words of an error are for people.
    const chain = node.type === 'ChainExpression' ? node : within.chain
    const inThrow = within.inThrow || node.type === 'ThrowStatement'
    for (const change of changesOf(node, text)) {
      if (inThrow && change.kind === 'string') continue
      const place = chain === null || change.place === 'block' ? change : { ...change, from: chain }
      changes.push(place)
    }
    for (const { child, leavesChain } of childrenOf(node)) {
      visit(child, { chain: leavesChain ? null : chain, inThrow })
    }
  }
  visit(parseSync(file, text).program as unknown as Node, { chain: null, inThrow: false })
  return named(file, text, changes)
}

const named = (file: string, text: string, changes: readonly Change[]): readonly Mutant[] => {
  const seen = new Map<string, number>()
  return changes
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map(change => {
      const was = text.slice(change.start, change.end)
      const line = text.slice(0, change.start).split('\n').length
      const name = [file, change.kind, was, change.by].join('\0')
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      const id = createHash('sha256').update(`${name}\0${count}`).digest('hex').slice(0, 8)
      return { ...change, id, file, line, was }
    })
}

/** The text with the fault in it. */
export const withMutant = (text: string, { file, start, end, was, by }: Mutant): string => {
  if (text.slice(start, end) !== was) throw new Error(`${file} changed while it was mutated.`)
  return text.slice(0, start) + by + text.slice(end)
}

/**
 * So many mutants, the same ones for the same seed: what is added to a file later moves none of the others out
 * but for those that the new ones displace.
 */
export const sampleOf = (
  mutants: readonly Mutant[],
  seed: number,
  size: number,
): readonly Mutant[] => {
  const rank = ({ id }: Mutant) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return mutants
    .map(mutant => [rank(mutant), mutant] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, size)
    .map(([, mutant]) => mutant)
}
