import type { Scope } from './names.ts'
import type { Term } from './terms.ts'
import type { Expression } from './tree.ts'

/** What JsonLogic, or a form of ours, cannot say; the rule is left out, with this reason. */
export class CannotSay extends Error {}

/** What the parts of a translation share. */
export interface Translation {
  readonly scope: Scope
  /** Translates a part. Throws CannotSay and ExpressionProblem. */
  readonly term: (expression: Expression) => Term
  /** The same within another scope. */
  readonly within: (scope: Scope) => Translation
  /** Remembers that something means a little less here than it did. */
  readonly simplify: (how: string) => void
}
