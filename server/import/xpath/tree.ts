/** An XPath expression, limited to what forms use. `at` is the index of its first character. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'text'; readonly value: string; readonly at: number }
  | Reference
  | Path
  | Call
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
      readonly at: number
    }
  | { readonly kind: 'negative'; readonly of: Expression; readonly at: number }

/** `${name}` of an XLSForm. */
export interface Reference {
  readonly kind: 'reference'
  readonly name: string
  readonly at: number
}

/** A condition in brackets, and the index of the step before it; -1 for the start of the path. */
export interface Condition {
  readonly after: number
  readonly of: Expression
}

/** `/data/group/age`, `../age`, `.`, `age`, `instance('x')/root/item[name = 3]/label`. */
export interface Path {
  readonly kind: 'path'
  /** Its start: the root, the field itself, or the result of a function or a reference. */
  readonly from: 'root' | 'here' | Call | Reference
  /** Names, `.`, `..` and `*`. */
  readonly steps: readonly string[]
  readonly conditions: readonly Condition[]
  readonly at: number
}

/** A function call with its arguments. */
export interface Call {
  readonly kind: 'call'
  readonly name: string
  readonly given: readonly Expression[]
  readonly at: number
}

/** The binary operators by precedence, lowest first. */
export const binaryOperators = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
  ['|'],
] as const

/** A binary operator. */
export type BinaryOperator = (typeof binaryOperators)[number][number]

/** An unreadable part of an expression, with the character's index (from 0). */
export class ExpressionProblem extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}
