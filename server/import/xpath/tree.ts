/** An XPath expression of a form, as far as forms use the language. `at` is the place of its first character. */
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

/** A condition in brackets, and the step that it stands after; -1 for where the path begins. */
export interface Condition {
  readonly after: number
  readonly of: Expression
}

/** `/data/group/age`, `../age`, `.`, `age`, `instance('x')/root/item[name = 3]/label`. */
export interface Path {
  readonly kind: 'path'
  /** Where it begins: at the root, at the field itself, or at what a function or a reference gives. */
  readonly from: 'root' | 'here' | Call | Reference
  /** Names, `.`, `..` and `*`. */
  readonly steps: readonly string[]
  readonly conditions: readonly Condition[]
  readonly at: number
}

/** A function with what it is given. */
export interface Call {
  readonly kind: 'call'
  readonly name: string
  readonly given: readonly Expression[]
  readonly at: number
}

/** The operators with two sides, weakest binding first. */
export const binaryOperators = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
  ['|'],
] as const

/** One of them. */
export type BinaryOperator = (typeof binaryOperators)[number][number]

/** What cannot be read of an expression, with the place of the character (from 0) where it shows. */
export class ExpressionProblem extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}
