import type { AuthorForm, SurveyRow } from './form.ts'

/** The rows of small forms. */

/** A row of a question, a group or a repeat. */
export const row = (
  type: string,
  name = '',
  more: Readonly<Record<string, string>> = {},
): SurveyRow => ({
  type,
  name,
  label: `Label of ${name}`,
  ...more,
})
/** A row of a calculation. */
export const calculated = (name: string, calculation: string, more = {}): SurveyRow => ({
  type: 'calculate',
  name,
  calculation,
  ...more,
})
/** The rows of a list of options. */
export const options = (
  list_name: string,
  names: string,
  more: Readonly<Record<string, string>> = {},
) => names.split(' ').map(name => ({ list_name, name, label: `${list_name} ${name}`, ...more }))

/** The end of a repeat. */
export const end = { type: 'end repeat' }
/** The end of a group. */
export const endGroup = { type: 'end group' }

/** A form that is answered here and in the other engine. */
export interface WalkedForm extends AuthorForm {
  readonly of: string
  /** Lines of the report beyond what is translated, each by a part of it. */
  readonly report?: readonly string[]
  /** Names that the form lacks, because they are left out with a line. */
  readonly lacks?: readonly string[]
  /** Only as an XForm or a workbook. */
  readonly only?: 'xml' | 'xlsx'
  /** Answers that a question of this name may get. */
  readonly answers?: Readonly<Record<string, readonly string[]>>
}
