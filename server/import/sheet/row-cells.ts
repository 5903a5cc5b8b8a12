import type { SourceSet, Written } from '../source.ts'
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

/** What the column `trigger` says: a change of the questions in it sets the answer to the row's calculation. */
export const setByAt = (row: Row): readonly SourceSet[] => {
  const trigger = writtenAt(row, 'trigger')
  if (trigger === null) return []
  const value = ruleAt(row, 'calculation')
  const by = trigger.text.split(',').map(text => ({ text: text.trim(), place: trigger.place }))
  return [{ by, to: value === null ? null : { ...value, isExpression: true } }]
}

const parameterPattern = /([\w-]+)\s*=\s*([^\s;,]+)/g

/** What of the parameters in a text cannot be read; '' for nothing. */
export const unreadParameters = (text: string): string =>
  text.replaceAll(parameterPattern, '').replace(/^[\s;,]+|[\s;,]+$/g, '')

/** The parameters in a text such as `start=0 end=10`, by name. */
export const parametersOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(parameterPattern)].map(([, name = '', value = '']) => [name, value]),
  )
