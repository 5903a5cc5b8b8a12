import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import type { DateRange } from './dates.ts'

/** All that a field type knows of its answers, except what is shown: its input and its words are the screen's. */
export interface FieldTypeRules<Problem extends { readonly kind: string } = { kind: string }> {
  /** What a field without options becomes: itself, a TEXT because it could not be answered, or one box for Yes. */
  readonly withoutOptions: 'itself' | 'text' | 'yes'
  /** null for a type that takes no files. */
  readonly files: FileLimits | null
  /** The answer of a field for one value, from the list that another version of the form stored. */
  readonly fromList: (items: readonly string[]) => string
  /** A typed text as it is stored. */
  readonly normalize: (typed: string) => string
  /** Whether a text counts as no answer. */
  readonly isBlank: (text: string) => boolean
  /** What is wrong with an answer that is not blank; null when nothing is. */
  readonly problem: (text: string, dates: DateRange) => Problem | null
  /** An answer that is not blank as the rules of a form see it. */
  readonly toLogic: (text: string) => string | number
  /** What a person reads in place of an answer that is not empty. */
  readonly read: (answer: Answer, options: readonly FieldOption[]) => Reading
  /** About how high the input is, in pixels. */
  readonly heightPx: (field: {
    readonly options: readonly FieldOption[]
    readonly multiple: boolean
  }) => number
  /** Whether an answer helps to tell one unfinished interview from another. */
  readonly isTelling: boolean
}

/** What a file field takes. */
export interface FileLimits {
  readonly maxBytes: number
  /** Only pictures, which are compressed before they are stored. */
  readonly arePhotos: boolean
}

/** An answer as a person reads it. */
export type Reading =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** Only the beginning of an answer, such as the prefix of a phone number. */
  | { readonly kind: 'incomplete'; readonly text: string }
  /** `YYYY-MM-DD`, or whatever was typed in place of it. */
  | { readonly kind: 'day'; readonly text: string }
  /** `HH:MM` */
  | { readonly kind: 'time'; readonly text: string }
  /** A day and a time, with the zone it was read in. */
  | { readonly kind: 'moment'; readonly text: string }
  /** Degrees, and within how many metres; null where that is not known. */
  | {
      readonly kind: 'position'
      readonly latitude: number
      readonly longitude: number
      readonly metres: number | null
    }
  | { readonly kind: 'options'; readonly chosen: readonly FieldOption[] }
  | { readonly kind: 'secret' }
  /** A box that was ticked. */
  | { readonly kind: 'acknowledged' }
  /** The addresses of files; '' before any was sent. */
  | { readonly kind: 'files'; readonly text: string }

/** The text of an answer, the items of a list with a comma between them. */
export const plainText = (answer: Answer): string =>
  typeof answer === 'string' ? answer : answer.join(', ')

/** The height of an input of one line, in pixels. */
export const linePx = 52

/** A line of text, which every other type is a variant of. */
export const line: FieldTypeRules<never> = {
  withoutOptions: 'itself',
  files: null,
  fromList: items => items.join(', '),
  normalize: typed => typed,
  isBlank: text => text.trim() === '',
  problem: () => null,
  toLogic: text => text,
  read: answer => ({ kind: 'text', text: plainText(answer) }),
  heightPx: () => linePx,
  isTelling: false,
}
