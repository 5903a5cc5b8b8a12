import type { Term } from '../xpath/terms.ts'
import type { Translation } from '../xpath/translation.ts'
import type { Expression } from '../xpath/tree.ts'

/** Translates a function and its arguments. */
export interface FunctionRule {
  /** The minimum and maximum number of arguments. */
  readonly takes: readonly [least: number, most: number]
  readonly toTerm: (given: readonly Expression[], translation: Translation) => Term
}
