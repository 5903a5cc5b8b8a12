import type { SourceOption, SourceSet, Written } from '../source.ts'
import { flagRule, ruleOf } from './spellings.ts'
import type { Row } from './workbook.ts'

/* The cells of a row of the survey. */

/** The text in a column; '' when it is empty. */
export const cellOf = (row: Row, column: string): string => row.cells.get(column)?.text ?? ''

/** The row with other cells; an empty text takes a cell away. */
export const changed = (row: Row, cells: Readonly<Record<string, string>>): Row => {
  const place = row.cells.get('type')?.place ?? row.place
  const all = new Map<string, Written>(row.cells)
  for (const [column, text] of Object.entries(cells)) {
    if (text === '') all.delete(column)
    else all.set(column, { text, place: all.get(column)?.place ?? place })
  }
  return { ...row, cells: all }
}

/** The beginning of a group that is asked for one option, with the option's label. */
export const groupOfOption = (begin: Row, name: string, { label }: SourceOption): Row => {
  const untitled = [...begin.cells.keys()].filter(column => /^label(::|$)/.test(column))
  return changed(begin, {
    ...Object.fromEntries(untitled.map(column => [column, ''])),
    ...Object.fromEntries(
      Object.entries(label.byLanguage).map(([language, text]) => [`label::${language}`, text]),
    ),
    type: 'begin group',
    name,
    label: label.plain,
  })
}

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
    [...text.matchAll(parameterPattern)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  )
