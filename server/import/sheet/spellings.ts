import type { Initial, Written } from '../source.ts'

/* The spellings in workbook cells for expressions and values. */

const yes = /^(y|yes|t|true|true\(\)|1|x)$/i
const no = /^(n|no|f|false|false\(\)|0)$/i

/** A yes/no column in the usual spellings. Any other text is an expression. */
export const flagRule = (written: Written | null): Written | null => {
  if (written === null) return null
  if (yes.test(written.text)) return { ...written, text: 'true()' }
  return no.test(written.text) ? { ...written, text: 'false()' } : written
}

/** An expression. A cell with only yes or no becomes a constant condition. */
export const ruleOf = (written: Written | null): Written | null => {
  if (written === null || !/^(yes|no|true|false)$/i.test(written.text)) return written
  return { ...written, text: /^(yes|true)$/i.test(written.text) ? 'true()' : 'false()' }
}

const reference = /\$\{[^{}]+\}/
const call = /(^|[\s(,=+*-])[a-z][\w:-]*\(.*\)/i
const sum = /^\s*\(?\s*-?[\d.]+\s*\)?\s*(\+|\*|-|div\s|mod\s)\s*\(?[\d.\s()+*-]*$/

/** Types whose values may contain a hyphen or a plus sign. */
const signedTypes = /^(date|datetime|time|geo|text|select|rank|note)/i

/** Whether a default is an expression, decided as in the reference converter. */
export const initialOf = (written: Written | null, type: string): Initial | null => {
  if (written === null) return null
  const { text } = written
  const isSum = sum.test(text) && !signedTypes.test(type.trim())
  return { ...written, isExpression: reference.test(text) || call.test(text) || isSum }
}
