import type { Scope } from './names.ts'
import type { Term } from './terms.ts'
import type { Expression } from './tree.ts'

/** An expression that JsonLogic or our forms cannot represent. The rule is left out, with this reason. */
export class Untranslatable extends Error {}

/** What to do about a list that may be one of cases, which is no file. */
export const hintOfCases =
  '; if it is a list of cases, import the form that registers them first, or add --cases'

/** Refuses to look something up in a list that is missing. */
export const noSuchList = (name: string): Untranslatable =>
  new Untranslatable(`it looks something up in "${name}", which is not there${hintOfCases}`)

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
