import { keysOf, plainText } from '../../../form/texts/rich-text.ts'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import type { CompiledField, CompiledSection } from '../../../form/definition/compiled-form.ts'
import { writtenTitle } from './titles.ts'
import type { Interview } from '../interview/interview-shape.ts'

/*
 * The texts of a form in plain words, with what is filled into them as answers stand now: for lists, titles and
 * whatever else can show no marks.
 */

/** A text of a field in plain words. */
export const spokenText = ({ logic }: Interview, field: CompiledField, text: string): string =>
  plainText(text, key => logic.fill(field, key))

/** A field's question with its number, where it has one. */
export const questionTitle = (interview: Interview, field: CompiledField): string => {
  const number = interview.numbers.get(field.id)
  const label = spokenText(interview, field, field.label)
  return number === 0 ? label : `${number}. ${label}`
}

/** Options with their labels in plain words. */
export const spokenOptions = (
  interview: Interview,
  field: CompiledField,
  options: readonly FieldOption[],
): readonly FieldOption[] =>
  options.map(option => {
    const label = spokenText(interview, field, option.label)
    return label === option.label ? option : { ...option, label }
  })

/** More of an answer than this would be no title. */
const longestName = 40

/** The first words answered in an occurrence, which tell it from the others; '' while there are none. */
export const nameOfOccurrence = (interview: Interview, { fields }: CompiledSection): string => {
  const named = fields.find(field => field.type === 'TEXT' && interview.validity.isAsked(field))
  const answer = named === undefined ? '' : interview.answers.get(named)
  const words = typeof answer === 'string' ? answer.trim() : ''
  return words.length > longestName ? `${words.slice(0, longestName)}…` : words
}

/** What stands over a section, in plain words; of an occurrence, what it is called. */
export const sectionTitle = (interview: Interview, section: CompiledSection): string => {
  const fills = interview.logic.headings.get(section.id)
  const written = writtenTitle(section)
  const title = plainText(written, key => fills.get(key) ?? `\${${key}}`)
  if (section.occurrence === null || keysOf(written).length > 0) return title
  const name = nameOfOccurrence(interview, section)
  return name === '' ? title : `${title} – ${name}`
}

/** What the section of a field is called, where that is an occurrence; '' outside of repeats. */
export const occurrenceTitle = (interview: Interview, field: CompiledField): string => {
  if (field.repeatId === null) return ''
  const section = interview.form.partByIndex.get(field.index)?.section
  return section === undefined ? '' : sectionTitle(interview, section)
}
