import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { AppearanceWord } from '../../../replication/wire/form/appearance.ts'
import type { FieldOption, NumberRange } from '../../../replication/wire/forms.ts'
import type { DatePart, DateRange } from './dates.ts'

/** What a field type knows about its answers. Its input and its words belong to the screen. */
export interface FieldTypeRules<Problem extends { readonly kind: string } = { kind: string }> {
  /** What a field without options becomes: itself, a TEXT because it could not be answered, or one box for Yes. */
  readonly withoutOptions: 'itself' | 'text' | 'yes'
  /** null for a type that takes no files. */
  readonly files: FileLimits | null
  /** The single value of a list that another version of the form stored. */
  readonly fromList: (items: readonly string[]) => string
  /** A typed text as it is stored. `isNumeric`: whether it is typed on a numeric keyboard. */
  readonly normalize: (
    typed: string,
    field: { readonly isNumeric: boolean; readonly appearance: readonly AppearanceWord[] },
  ) => string
  /** Whether a text counts as no answer. */
  readonly isBlank: (text: string) => boolean
  /** The problem of an answer that is not blank; null for none. */
  readonly problem: (text: string, dates: DateRange) => Problem | null
  /** A non-blank answer as the rules of a form read it. */
  readonly toLogic: (text: string) => string | number
  /** A non-empty answer as people read it. */
  readonly read: (
    answer: Answer,
    options: readonly FieldOption[],
    appearance: readonly AppearanceWord[],
  ) => Reading
  /** The limits of its numbers where a form sets none. */
  readonly range: NumberRange
  /** The estimated height of the input, in pixels. */
  readonly heightPx: (field: {
    readonly options: readonly FieldOption[]
    readonly multiple: boolean
    readonly appearance: readonly AppearanceWord[]
  }) => number
  /** Whether an answer helps to distinguish unfinished interviews. */
  readonly isDistinctive: boolean
  /** Whether the answer is copied to a copy of the interview. */
  readonly isCopied: boolean
}

/** The limits of a file field. */
export interface FileLimits {
  readonly maxBytes: number
  /** Only pictures, which are compressed before they are stored. */
  readonly arePhotos: boolean
}

/** An answer as people read it. */
export type Reading =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** Only the beginning of an answer, such as the prefix of a phone number. */
  | { readonly kind: 'incomplete'; readonly text: string }
  /** `YYYY-MM-DD`, or the text that was typed in place of it; of a month or a year, its first day. */
  | { readonly kind: DatePart; readonly text: string }
  /** `HH:MM` */
  | { readonly kind: 'time'; readonly text: string }
  /** A day and a time, with their time zone. */
  | { readonly kind: 'moment'; readonly text: string }
  /** Degrees, and the accuracy in metres; null where that is not known. */
  | {
      readonly kind: 'position'
      readonly latitude: number
      readonly longitude: number
      readonly metres: number | null
    }
  /** A line or an area: its number of vertices, its length and, of an area, its size, in metres; and its worst accuracy. */
  | {
      readonly kind: 'trace'
      readonly points: number
      readonly length: number
      readonly area: number | null
      readonly metres: number | null
    }
  | { readonly kind: 'options'; readonly chosen: readonly FieldOption[] }
  | { readonly kind: 'secret' }
  /** A box that was ticked. */
  | { readonly kind: 'acknowledged' }
  /** The addresses of files; '' before any was sent. */
  | { readonly kind: 'files'; readonly text: string }

/** Whether an answer is hidden from onlookers, so that it is in no list, review or name. */
export const isMasked = ({
  appearance,
}: {
  readonly appearance?: readonly AppearanceWord[]
}): boolean => appearance?.includes('masked') === true

/** The text of an answer; the items of a list are joined by commas. */
export const joinedText = (answer: Answer): string =>
  typeof answer === 'string' ? answer : answer.join(', ')

/** The height of an input of one line, in pixels. */
export const linePx = 52

/** A line of text; every other type is a variant of it. */
export const line: FieldTypeRules<never> = {
  withoutOptions: 'itself',
  files: null,
  fromList: items => items.join(', '),
  normalize: typed => typed,
  isBlank: text => text.trim() === '',
  problem: () => null,
  toLogic: text => text,
  read: answer => ({ kind: 'text', text: joinedText(answer) }),
  range: { min: 0, max: 10, step: 1 },
  heightPx: () => linePx,
  isDistinctive: false,
  isCopied: true,
}
