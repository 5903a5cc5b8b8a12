import type { Rule } from '../../../replication/wire/logic.ts'
import { givenName, instanceIdPath, type SourceField } from '../source.ts'

const isSeveral = ({ type }: SourceField): boolean => type === 'select_multiple' || type === 'rank'

/**
 * The rule for a constant that a field begins with. Several options are written in one text, and a moment gets the
 * device's time zone.
 */
export const constantRule = (field: SourceField, text: string): Rule => {
  if (isSeveral(field)) return { words: [text] }
  return field.type === 'dateTime' ? { to_moment: [text] } : { cat: [text] }
}

/** The rule for a value that the device knows without asking; an interview's own id is marked as one, as in ODK. */
export const givenRule = ({ type, typeText }: SourceField, path: readonly string[]): Rule => {
  const given = { var: type === 'today' ? '$today' : `$${givenName(typeText) ?? ''}` }
  return path.join('/') === instanceIdPath.join('/') ? { cat: ['uuid:', given] } : given
}

/**
 * A value as the answer of a field: a list, a whole number, a day, a moment, or a time, also of a moment such as now. A
 * calculation of an XForm has the type of its bind.
 */
export const fitted = (field: SourceField, rule: Rule): Rule => {
  if (isSeveral(field)) return { words: [rule] }
  switch (field.type === 'calculate' ? field.typeText : field.type) {
    case 'int':
    case 'integer':
      return { trunc: [rule] }
    case 'date':
      return { to_day: [rule] }
    case 'dateTime':
      return { to_moment: [rule] }
    case 'time':
      return { coalesce: [{ slice: [rule, 11, 16] }, { slice: [rule, 0, 5] }] }
    default:
      return rule
  }
}
