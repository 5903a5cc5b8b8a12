import { compileForm } from '../form/definition/compile.ts'
import type { CompiledField } from '../form/definition/compiled-form.ts'
import { fieldInLanguage } from '../form/definition/form-languages.ts'
import { readAnswer } from '../form/answers/reading.ts'
import { plainText } from '../form/texts/rich-text.ts'
import { languageToRead } from '../interviews/language-to-read.ts'
import { readingText } from '../interviews/reading-text.ts'
import { hiddenSecret } from '../messages/submissions/submission.ts'
import type { CaseForm } from './case-forms.ts'

/** How a property of a case is read. */
export interface PropertyWords {
  readonly label: string
  /** A value in the words of its question; '' for an empty one. */
  readonly textOf: (value: string) => string
}

/** The words of the properties of a list, in the order in which forms save them: first those that register its cases. */
export interface ListWords {
  /** Without those that no form on the device saves. */
  readonly properties: readonly string[]
  readonly of: (property: string) => PropertyWords
}

/**
 * The words of the cases of a list: the labels of the questions that save a property, and of their options. `languages`
 * has the language that the surveyor chose for each form, by its id.
 */
export const listWords = (
  forms: readonly CaseForm[],
  list: string,
  languages: Readonly<Record<string, string>>,
): ListWords => {
  const words = new Map<string, PropertyWords>()
  const registers = ({ use }: CaseForm) => use.registered.includes(list)
  const inTurn = [...forms.filter(registers), ...forms.filter(form => !registers(form))]
  for (const { form, use } of inTurn) {
    const saved = use.saved.filter(one => one.list === list && !words.has(one.property))
    if (saved.length === 0) continue
    const questions = [...new Set(saved.map(({ question }) => question))]
    const { template } = compileForm({ ...form, definition_hash: '' }, questions, 0)
    const language = languageToRead(languages[form.id], template.languages)
    for (const { property, question } of saved) {
      const field = template.fields.find(({ fieldId }) => fieldId === question.field_id)
      if (field !== undefined) words.set(property, wordsOfField(fieldInLanguage(field, language)))
    }
  }
  return {
    properties: [...words.keys()],
    of: property => words.get(property) ?? { label: wordsOfName(property), textOf: value => value },
  }
}

/** A name that authors of forms give, such as `water_points`, as a label. */
export const wordsOfName = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const wordsOfField = (field: CompiledField): PropertyWords => {
  const { type, multiple, options, appearance } = field
  return {
    label: inPlainWords(field.label),
    textOf: value => {
      const answer = multiple ? value.split(' ') : value
      const reading = readAnswer(type, answer, options, appearance)
      switch (reading.kind) {
        case 'none':
          return ''
        case 'incomplete':
          return value
        case 'secret':
          return hiddenSecret
        case 'files':
          return reading.text
      }
      return readingText(reading)
    },
  }
}

const inPlainWords = (label: string): string => plainText(label, () => '…')
