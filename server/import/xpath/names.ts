import type { Kind } from './terms.ts'
import type { Expression } from './tree.ts'

/** The kind of value that rules read from a field. A calculation may result in a number or a text. */
export type Holds = 'number' | 'text' | 'choice' | 'list' | 'date' | 'answer' | 'files'

/** The kind of term for a field's answer. */
export const kindByHolds: Readonly<Record<Holds, Kind>> = {
  number: 'number',
  text: 'text',
  choice: 'choice',
  list: 'list',
  date: 'date',
  answer: 'answer',
  files: 'answer',
}

/** What a name or path in an expression refers to. */
export type Meaning =
  | {
      readonly kind: 'field'
      readonly id: string
      readonly holds: Holds
      /** The section that repeats it; null when it does not repeat. */
      readonly repeatId: string | null
      /** Whether it has options with labels. */
      readonly hasLabels: boolean
    }
  | {
      readonly kind: 'repeat'
      readonly id: string
      /** The meaning of a path that continues from one of its occurrences. */
      readonly child: (steps: readonly string[]) => Meaning
    }
  | { readonly kind: 'group' }
  /** A column of rows, inside a condition in brackets. */
  | { readonly kind: 'column'; readonly key: string; readonly holds: Kind }
  /** A column of the options, inside a choice filter. */
  | { readonly kind: 'option'; readonly column: string }
  /** It is in the source, but could not be translated. */
  | { readonly kind: 'left-out'; readonly name: string }
  | { readonly kind: 'nowhere'; readonly name: string }
  | { readonly kind: 'several'; readonly name: string }

/** The context of an expression, which determines what its names refer to. */
export interface Scope {
  /** The meaning of a reference or a path; `.` is the field itself. */
  readonly meaning: (of: Expression & { readonly kind: 'reference' | 'path' }) => Meaning
  /** The repeat that contains the expression, or null. */
  readonly repeatId: string | null
  /** The outer repeat of a repeat that is within another; null for others. */
  readonly outerOf: (repeatId: string) => string | null
  /** Whether the expression is evaluated only when the field itself has an answer, as a constraint is. */
  readonly isAnswered: boolean
  /** Whether it is a condition in brackets, which is evaluated for each row. */
  readonly isInRows: boolean
  /** Whether it may read the last interview, as only a value can that an interview begins with. */
  readonly mayReadLast: boolean
  /** The key of a lookup list; null when there is none with the name. */
  readonly list: (name: string) => string | null
}

/** Whether an expression is evaluated in one occurrence of a repeat: it is in the repeat, or in one within it. */
export const isWithin = ({ repeatId, outerOf }: Scope, other: string): boolean =>
  repeatId !== null && (repeatId === other || outerOf(repeatId) === other)
