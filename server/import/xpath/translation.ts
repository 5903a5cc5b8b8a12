import type { Scope } from './names.ts'
import type { Term } from './terms.ts'
import type { Expression } from './tree.ts'

/** An expression that JsonLogic or our forms cannot represent. The rule is left out, with this reason. */
export class Untranslatable extends Error {}

/** The functions that all parts of a translation share. */
export interface Translation {
  readonly scope: Scope
  /** Translates a part. Throws Untranslatable and ExpressionProblem. */
  readonly term: (expression: Expression) => Term
  /** A translation of the same form with another scope. */
  readonly within: (scope: Scope) => Translation
  /** Reports that something is simplified compared with the source. */
  readonly simplify: (how: string) => void
}
