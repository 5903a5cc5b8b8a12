import type { FormList } from '../../replication/wire/form/files.ts'
import type { MediaKind } from '../../replication/wire/form/media.ts'
import type { NumberRange } from '../../replication/wire/forms.ts'

/**
 * A form as in its source. The readers of workbooks and XForms both produce it, and the builder makes a form from
 * it.
 */

/** An expression or a value, with its place: `survey!D12`, or `line 34, column 5`. */
export interface Written {
  readonly text: string
  readonly place: string
}

/** A text in the form's languages; `plain` is in the main one. */
export interface Texts {
  readonly plain: string
  readonly byLanguage: Readonly<Record<string, string>>
}

/** An empty text. */
export const noTexts: Texts = { plain: '', byLanguage: {} }

/** The names of the files that a label shows, by their kind, in the form's languages. */
export type SourceMedia = Readonly<Partial<Record<MediaKind, Texts>>>

/** One option of a list. */
export interface SourceOption {
  readonly value: string
  readonly label: Texts
  readonly media: SourceMedia
  /** Its place, for the report; '' for an option that the import adds. */
  readonly place: string
  /** Further columns, for choice filters. */
  readonly columns: Readonly<Record<string, string>>
}

/** Options that are rows of a list or of a repeat. */
export interface SourceRows {
  readonly kind: 'rows'
  /** An expression for the rows, such as `instance('villages')/root/item`; a reference stands for its repeat. */
  readonly nodeset: string
  /** The name of the list; null for the occurrences of a repeat. */
  readonly list: string | null
  /** The columns of what is stored and of what is shown. */
  readonly value: string
  readonly label: string
  /** The columns of the label in further languages. */
  readonly labels: Readonly<Record<string, string>>
  /** What the source defines for the options, but rows cannot have. */
  readonly leftOut: readonly string[]
}

/** The options of a field: a list, rows, or the reason why there is none. */
export type SourceOptions =
  | { readonly kind: 'list'; readonly options: readonly SourceOption[] }
  | SourceRows
  /** `why` follows "the answer is typed:" in the report. */
  | { readonly kind: 'elsewhere'; readonly why: string }

/** The supported types of an ODK question. Others are reported and left out. */
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

/** The initial value of a field: a constant, or an expression that is evaluated once. */
export interface Initial extends Written {
  readonly isExpression: boolean
}

/** What sets a field's answer when the surveyor changes another one. */
export interface SourceSet {
  /** The names of the fields that are changed, each as an expression. */
  readonly by: readonly Written[]
  /** The new answer; null to clear it. */
  readonly to: Initial | null
}

/** A case that interviews register or visit: an entity of ODK. */
export interface SourceCase {
  readonly list: string
  /** The path of the group or repeat that has it, below the root. */
  readonly at: readonly string[]
  readonly place: string
  /** The id of the case that is visited; null where only new ones are registered. */
  readonly id: Written | null
  readonly label: Written | null
  readonly creates: When
  readonly updates: When
  readonly saved: readonly Saved[]
}

/** When something is done: always, never, or while an expression holds. */
export type When = 'always' | 'never' | Written

/** A property of a case, and the path of the question that it is saved from. */
export interface Saved {
  readonly property: string
  readonly path: readonly string[]
  readonly place: string
}

/** What a hidden field of a case is for (cases/hidden-fields.ts). */
export type CasePart =
  | {
      readonly kind: 'id'
      readonly of: SourceCase
      /** The field with the id of a new case, where an interview may also visit one. */
      readonly freshId: string | null
    }
  /** The id of a new case, kept also while another one is chosen. */
  | { readonly kind: 'fresh' }
  | { readonly kind: 'act'; readonly of: SourceCase; readonly labelId: string }
  | { readonly kind: 'label'; readonly given: Written }
  | { readonly kind: 'seen' }

/** One question, calculation or note. */
export interface SourceField {
  readonly kind: 'field'
  readonly name: string
  /** Its id in the form; absent where its name or path is. */
  readonly id?: string
  /** The property of a case that its answer is saved to, as written. */
  readonly saveTo?: Written
  /** Absent for what is no hidden field of a case. */
  readonly ofCase?: CasePart
  /** Its path among the answers; null means its name within its group. */
  readonly path: readonly string[] | null
  readonly place: string
  readonly type: SourceType
  /** The type as written. */
  readonly typeText: string
  readonly label: Texts
  readonly media: SourceMedia
  readonly hint: Texts
  /** Longer help, shown on request. */
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
  /** The value before the first answer. */
  readonly initial: Initial | null
  /** What sets it later, in order. */
  readonly setBy: readonly SourceSet[]
  readonly appearance: readonly string[]
  /** `start`, `end`, `step` of a range, `max-pixels` of an image and so on. */
  readonly parameters: Readonly<Record<string, string>>
  /** Parts of the source that a form cannot have. */
  readonly leftOut: readonly string[]
}

/** Whether a cell says yes. */
export const isYes = (written: Written | null): boolean =>
  /^(yes|true(\(\))?|1)$/i.test(written?.text.trim() ?? '')
/** Whether a cell says no, or is empty. */
export const isNo = (written: Written | null): boolean =>
  written === null || /^(no|false(\(\))?|0)$/i.test(written.text.trim())

/** The limits of a range, by default 1 to 10 as in the reference converter; the source may put the larger one first. */
export const rangeOf = ({ parameters }: SourceField): NumberRange => {
  const numberOf = (name: string, otherwise: number): number => {
    const number = Number(parameters[name] ?? otherwise)
    return Number.isFinite(number) ? number : otherwise
  }
  const start = numberOf('start', 1)
  const end = numberOf('end', 10)
  const step = Math.abs(numberOf('step', 1)) || 1
  return { min: Math.min(start, end), max: Math.max(start, end), step }
}

/** Whether a field only calculates a value, without a question. */
export const isCalculated = ({ type }: SourceField): boolean =>
  type === 'calculate' || type === 'today' || type === 'metadata'

/** A group of questions, which may repeat. */
export interface SourceGroup {
  readonly kind: 'group' | 'repeat'
  /** '' for a group that is only a layout. */
  readonly name: string
  /** Its path, as for a field. */
  readonly path: readonly string[] | null
  readonly place: string
  readonly label: Texts
  readonly relevant: Written | null
  /** The number of occurrences, when the source has one. */
  readonly count: Written | null
  /** The number of occurrences at the start; 0 for a group. */
  readonly begins: number
  readonly appearance: readonly string[]
  readonly items: readonly SourceItem[]
  readonly leftOut: readonly string[]
}

/** An item of a form. */
export type SourceItem = SourceField | SourceGroup

/** Where ODK forms store an interview's name. */
export const instanceNamePath: readonly string[] = ['meta', 'instanceName']
/** Where ODK forms store what identifies an interview, such as `uuid:0c9a…`. */
export const instanceIdPath: readonly string[] = ['meta', 'instanceID']

/** A whole form. */
export interface SourceForm {
  readonly id: string
  readonly title: string
  /** The name of the first step in an absolute path. */
  readonly root: string
  /** The author's version of the form; '' when missing. */
  readonly version: string
  /** The expression for an interview's name, when the form has one. */
  readonly instanceName: Written | null
  /** Where it reads the interview's own id, which the source does not define; null when it does not. */
  readonly readsId: Written | null
  readonly items: readonly SourceItem[]
  readonly cases: readonly SourceCase[]
  /** The lists in the source itself by their name; made when they are looked up. */
  readonly lists: ReadonlyMap<string, () => FormList>
  /** The files of further lists, by the list's name. */
  readonly files: ReadonlyMap<string, string>
  /** What was left out of the form as a whole. */
  readonly leftOut: readonly string[]
}

/** A file that is not a valid form, with all its problems. */
export class ImportProblem extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** The name in our expressions of each value that a device knows without asking, by its name in a workbook. */
const givenNames: Readonly<Record<string, string>> = {
  start: 'start',
  end: 'end',
  username: 'username',
  email: 'email',
  phonenumber: 'phonenumber',
  uuid: 'uuid',
  deviceid: 'deviceid',
  imei: 'deviceid',
}

/** The name of such a value without its `$`; null when unknown. */
export const givenName = (type: string): string | null => {
  const name = type
    .trim()
    .toLowerCase()
    .replace(/^uri:|^get[\s_-]/, '')
    .replace(/[\s_-]/g, '')
    .replace(/^(start|end)time$/, '$1')
  return Object.hasOwn(givenNames, name) ? (givenNames[name] ?? null) : null
}
