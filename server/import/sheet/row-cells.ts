import type { Written } from '../source.ts'
import { flagRule, ruleOf } from './spellings.ts'
import type { Row } from './workbook.ts'

/* The cells of a row of the survey. */

const aliases: Readonly<Record<string, string>> = {
  relevance: 'relevant',
  readonly: 'read_only',
  calculate: 'calculation',
  constraint_msg: 'constraint_message',
  required_msg: 'required_message',
  caption: 'label',
}

/** The row with the current names of its columns. */
export const withAliases = (row: Row): Row => ({
  ...row,
  cells: new Map(
    [...row.cells].map(([column, cell]) => {
      const [base = '', ...rest] = column.split('::')
      return [[aliases[base] ?? base, ...rest].join('::'), cell]
    }),
  ),
})

/** The cell of a column; null when it is empty. */
export const writtenAt = (row: Row, column: string): Written | null => row.cells.get(column) ?? null

/** The expression in a column. */
export const ruleAt = (row: Row, column: string): Written | null => ruleOf(writtenAt(row, column))
/** A yes or no, or an expression. */
export const flagAt = (row: Row, column: string): Written | null => flagRule(writtenAt(row, column))

/** The parameters in a text such as `start=0 end=10`, by name. */
export const parametersOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)\s*=\s*([^\s;,]+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
