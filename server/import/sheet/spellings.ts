import type { Initial, Written } from '../source.ts'

/*
 * How the cells of a workbook spell what an expression or a value says otherwise.
 */

const yes = /^(y|yes|t|true|true\(\)|1|x)$/i
const no = /^(n|no|f|false|false\(\)|0)$/i

/** A column of yes and no, in the spellings that workbooks have; anything else is an expression. */
export const flagRule = (written: Written | null): Written | null => {
  if (written === null) return null
  if (yes.test(written.text)) return { ...written, text: 'true()' }
  return no.test(written.text) ? { ...written, text: 'false()' } : written
}

/** An expression; a cell that says no more than yes or no says what is always or never so. */
export const ruleOf = (written: Written | null): Written | null => {
  if (written === null || !/^(yes|no|true|false)$/i.test(written.text)) return written
  return { ...written, text: /^(yes|true)$/i.test(written.text) ? 'true()' : 'false()' }
}

const reference = /\$\{[^{}]+\}/
const call = /(^|[\s(,=+*-])[a-z][\w:-]*\(.*\)/i
const sum = /^\s*\(?\s*-?[\d.]+\s*\)?\s*(\+|\*|-|div\s|mod\s)\s*\(?[\d.\s()+*-]*$/

/** Types whose values have a hyphen or a plus sign in them. */
const signedTypes = /^(date|datetime|time|geo|text|select|rank|note)/i

/** Whether a default is an expression, as the reference converter decides it. */
export const initialOf = (written: Written | null, type: string): Initial | null => {
  if (written === null) return null
  const { text } = written
  const isSum = sum.test(text) && !signedTypes.test(type.trim())
  return { ...written, isExpression: reference.test(text) || call.test(text) || isSum }
}
