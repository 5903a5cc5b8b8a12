import { namedOptions, optionWords } from '../../../form/answers/reading.ts'
import { occurrenceName } from '../../../form/texts/occurrence-name.ts'
import { keysOf, plainText } from '../../../form/texts/rich-text.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import type { FieldOption } from '../../../../replication/wire/forms.ts'
import type { CompiledField, CompiledSection } from '../../../form/definition/compiled-form.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { repeats } from '../../../messages/interview/repeats.ts'
import { writtenTitle } from './titles.ts'
import type { Interview } from '../interview/interview-shape.ts'

/*
 * The texts of a form in plain words, with current answers in their placeholders, for lists, titles and other places
 * without markup.
 */

/** A text of a field in plain words. */
export const spokenText = ({ logic }: Interview, field: CompiledField, text: string): string =>
  plainText(text, key => logic.fill(field, key))

/** The title of a question, with its number if it has one. */
export const questionTitle = (interview: Interview, field: CompiledField): string => {
  const number = interview.numbers.get(field.id)
  const label = spokenText(interview, field, field.label)
  return number === 0 ? label : `${number}. ${label}`
}

/** Options with labels in plain words. */
export const spokenOptions = (
  interview: Interview,
  field: CompiledField,
  options: readonly FieldOption[],
): readonly FieldOption[] =>
  options.map(option => {
    const label = optionWords(field, option, text => spokenText(interview, field, text))
    return label === option.label ? option : { ...option, label }
  })

/** The options that an answer names, in plain words. */
export const spokenChoice = (
  interview: Interview,
  field: CompiledField,
  answer: Answer,
): readonly FieldOption[] =>
  spokenOptions(interview, field, namedOptions(field, interview.logic, answer))

/** The first words answered in an occurrence, to recognize it; '' while there are none. */
export const nameOfOccurrence = ({ logic, answers }: Interview, section: CompiledSection): string =>
  occurrenceName(section, logic, answers.get)

/**
 * The title of a section in plain words; of an occurrence, its name, after that of the outer occurrence that it is
 * within.
 */
export const sectionTitle = (interview: Interview, section: CompiledSection): string => {
  const { continues, occurrence } = section
  if (continues !== null) return fill.continued(sectionTitle(interview, continues))
  const outer = occurrence?.repeat.outer ?? null
  const own = ownTitle(interview, section)
  return outer === null ? own : `${sectionTitle(interview, outer)}${repeats.within}${own}`
}

const ownTitle = (interview: Interview, section: CompiledSection): string => {
  const fills = interview.logic.headings.get(section.id)
  const written = writtenTitle(section)
  const title = plainText(written, key => fills.get(key) ?? `\${${key}}`)
  if (section.occurrence === null || keysOf(written).length > 0) return title
  const name = nameOfOccurrence(interview, section)
  return name === '' ? title : `${title} – ${name}`
}

/** The name of the occurrence that a field is in; '' outside of repeats. */
export const occurrenceTitle = (interview: Interview, field: CompiledField): string => {
  if (field.repeatId === null) return ''
  const section = interview.form.partByIndex.get(field.index)?.section
  return section === undefined ? '' : sectionTitle(interview, section)
}
