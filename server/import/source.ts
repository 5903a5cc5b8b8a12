/**
 * A form as its source has it, whatever the source was: what the reader of a workbook and the reader of an
 * XForm both give, and the builder makes a form of.
 */

/** An expression or a value, and where it is written: `survey!D12`, or `line 34, column 5`. */
export interface Written {
  readonly text: string
  readonly place: string
}

/** A text in the form's languages; `plain` is its main one. */
export interface Texts {
  readonly plain: string
  readonly byLanguage: Readonly<Record<string, string>>
}

/** No text at all. */
export const noTexts: Texts = { plain: '', byLanguage: {} }

/** One option of a list. */
export interface SourceOption {
  readonly value: string
  readonly label: Texts
  /** Where it is written, for the report; '' for one that the import adds. */
  readonly place: string
  /** Further columns, which choice filters read. */
  readonly columns: Readonly<Record<string, string>>
}

/** The options of a field: a list, or the reason why there is none. */
export type SourceOptions =
  | { readonly kind: 'list'; readonly options: readonly SourceOption[] }
  | { readonly kind: 'elsewhere'; readonly where: string }

/** The types that a question of ODK may have; the rest is told and left out. */
export type SourceType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'range'
  | 'select_one'
  | 'select_multiple'
  | 'rank'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'geopoint'
  | 'geotrace'
  | 'geoshape'
  | 'barcode'
  | 'image'
  | 'audio'
  | 'video'
  | 'file'
  | 'note'
  | 'calculate'
  | 'acknowledge'
  | 'today'
  | 'metadata'

/** What a field begins with: a value, or an expression that is worked out once. */
export interface Initial extends Written {
  readonly isExpression: boolean
}

/** One question, calculation or note. */
export interface SourceField {
  readonly kind: 'field'
  readonly name: string
  /** Where it is among the answers; null where that is in its group, by its name. */
  readonly path: readonly string[] | null
  readonly place: string
  readonly type: SourceType
  /** The type as it was written. */
  readonly typeText: string
  readonly label: Texts
  readonly hint: Texts
  /** Longer help, which is shown when it is asked for. */
  readonly guidance: Texts
  readonly options: SourceOptions | null
  readonly hasOther: boolean
  readonly relevant: Written | null
  readonly required: Written | null
  readonly requiredMessage: Texts
  readonly constraint: Written | null
  readonly constraintMessage: Texts
  readonly calculation: Written | null
  readonly choiceFilter: Written | null
  readonly readOnly: Written | null
  /** What it holds before it is answered. */
  readonly initial: Initial | null
  readonly appearance: readonly string[]
  /** `start`, `end`, `step` of a range, `max-pixels` of an image and so on. */
  readonly parameters: Readonly<Record<string, string>>
  /** What the reader saw and the form cannot have. */
  readonly leftOut: readonly string[]
}

/** Questions that belong together, and may repeat. */
export interface SourceGroup {
  readonly kind: 'group' | 'repeat'
  /** '' for one that only holds together what is shown. */
  readonly name: string
  /** As that of a field. */
  readonly path: readonly string[] | null
  readonly place: string
  readonly label: Texts
  readonly relevant: Written | null
  /** How often it repeats, where the source says so. */
  readonly count: Written | null
  /** How many there are before any is added; 0 for a group. */
  readonly begins: number
  readonly items: readonly SourceItem[]
  readonly leftOut: readonly string[]
}

/** What a form is made of. */
export type SourceItem = SourceField | SourceGroup

/** Where forms of ODK keep what an interview is called. */
export const instanceNamePath: readonly string[] = ['meta', 'instanceName']

/** A whole form. */
export interface SourceForm {
  readonly id: string
  readonly title: string
  /** What the first step of an absolute path is called. */
  readonly root: string
  /** The author's number of this state of the form; '' where there is none. */
  readonly version: string
  /** What an interview is called, where the form says so. */
  readonly instanceName: Written | null
  readonly items: readonly SourceItem[]
  /** What was left out of the form as a whole. */
  readonly leftOut: readonly string[]
}

/** A file that is no form, with every problem that was found in it. */
export class ImportProblem extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}
