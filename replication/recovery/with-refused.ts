import { canonical, type Operations } from '../../collections/operation-log.ts'

/**
 * The pending edits with `refused` ones, without those that are pending already, in the order in which they were made. A
 * refused edit is not always the oldest, because an older one may have been returned before it. Of edits of one time the
 * refused ones are first.
 */
export const withRefused = (
  refused: readonly Operations[],
  pending: readonly Operations[],
): readonly Operations[] => {
  const held = new Set(pending.map(canonical))
  const returned = refused.filter(operations => !held.has(canonical(operations)))
  return [...returned, ...pending].sort((one, other) => madeAt(one) - madeAt(other))
}

const madeAt = (operations: Operations): number => operations[0]?.time ?? 0
