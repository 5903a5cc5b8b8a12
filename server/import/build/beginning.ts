import type { Rule } from '../../../replication/wire/logic.ts'
import type { SourceField } from '../source.ts'

const isSeveral = ({ type }: SourceField): boolean => type === 'select_multiple' || type === 'rank'

/** The rule for a constant that a field begins with. Several options are written in one text. */
export const constantBeginning = (field: SourceField, text: string): Rule =>
  isSeveral(field) ? { words: [text] } : { cat: [field.type === 'time' ? text.slice(0, 5) : text] }

/** A value that a field begins with, as its answer: a list, or the part of a moment that a day or a time takes. */
export const beginningOf = (field: SourceField, rule: Rule): Rule => {
  if (isSeveral(field)) return { words: [rule] }
  if (field.type === 'date') return { to_day: [rule] }
  return field.type === 'time' ? { slice: [rule, 11, 16] } : rule
}
