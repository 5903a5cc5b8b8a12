import type { Term } from '../xpath/terms.ts'
import type { Translation } from '../xpath/translation.ts'
import type { Expression } from '../xpath/tree.ts'

/** What a function becomes, given its parts. */
export interface FunctionRule {
  /** How many parts it takes, at least and at most. */
  readonly takes: readonly [least: number, most: number]
  readonly toTerm: (given: readonly Expression[], translation: Translation) => Term
}
