import type { Rule } from '../../../replication/wire/logic.ts'
import { literalText, type Term } from '../xpath/terms.ts'
import { Untranslatable } from '../xpath/translation.ts'

/** The part of a day (`YYYY-MM-DD`) for each letter of a format. */
const pieces: Readonly<Record<string, (day: Rule) => Rule>> = {
  Y: day => ({ slice: [day, 0, 4] }),
  y: day => ({ slice: [day, 2, 4] }),
  m: day => ({ slice: [day, 5, 7] }),
  n: day => ({ to_text: [{ to_number: [{ slice: [day, 5, 7] }] }] }),
  d: day => ({ slice: [day, 8, 10] }),
  e: day => ({ to_text: [{ to_number: [{ slice: [day, 8, 10] }] }] }),
}

/** `format-date(day, '%d/%m/%Y')`; '' while the day is empty. Names of days and months are not supported. */
export const formatDay = (day: Rule, format: Term): Rule => {
  const literal = literalText(format)
  if (literal === null) throw new Untranslatable('the format of a date is calculated')
  const parts = literal.split(/(%.)/su).filter(part => part !== '')
  const rules = parts.map(part => {
    if (!part.startsWith('%')) return part
    const piece = pieces[part.slice(1)]
    if (piece === undefined)
      throw new Untranslatable(`"${part}" in the format of a date has no counterpart`)
    return piece(day)
  })
  return { if: [day, { cat: rules }, ''] }
}
