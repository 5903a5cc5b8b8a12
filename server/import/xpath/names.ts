import type { Kind } from './terms.ts'
import type { Expression } from './tree.ts'

/** What a field gives to rules that read it; a calculation may give a number or a text. */
export type Holds = 'number' | 'text' | 'choice' | 'list' | 'date' | 'answer' | 'files'

/** What an answer is to an expression. */
export const kindByHolds: Readonly<Record<Holds, Kind>> = {
  number: 'number',
  text: 'text',
  choice: 'choice',
  list: 'list',
  date: 'date',
  answer: 'answer',
  files: 'answer',
}

/** What a name or path in an expression stands for. */
export type Meaning =
  | {
      readonly kind: 'field'
      readonly id: string
      readonly holds: Holds
      /** The section that repeats it; null when it is asked once. */
      readonly repeatId: string | null
      /** Whether it has options whose labels can be looked up. */
      readonly hasLabels: boolean
    }
  | {
      readonly kind: 'repeat'
      readonly id: string
      /** What a path from one of its occurrences leads to. */
      readonly child: (steps: readonly string[]) => Meaning
    }
  | { readonly kind: 'group' }
  /** A column of rows, inside a condition in brackets. */
  | { readonly kind: 'column'; readonly key: string; readonly holds: Kind }
  /** A column of the options, inside a choice filter. */
  | { readonly kind: 'option'; readonly column: string }
  /** It was there, and could not be brought along. */
  | { readonly kind: 'left-out'; readonly name: string }
  | { readonly kind: 'nowhere'; readonly name: string }
  | { readonly kind: 'several'; readonly name: string }

/** Where an expression stands, and so what its names mean. */
export interface Scope {
  /** The meaning of a reference or a path; `.` is the field itself. */
  readonly meaning: (of: Expression & { readonly kind: 'reference' | 'path' }) => Meaning
  /** The repeat that the expression is within, or null. */
  readonly repeatId: string | null
  /** Whether it is only looked at once the field itself has an answer, as a constraint is. */
  readonly isAnswered: boolean
  /** Whether it is a condition in brackets, which is tried with each row. */
  readonly isInRows: boolean
  /** The key of a list that is looked things up in; null where there is none of the name. */
  readonly list: (name: string) => string | null
}
