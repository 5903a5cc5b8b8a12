import type { Words } from '../../../replication/wire/form-words.ts'
import type { CompiledField, FormLanguages, TemplateSection } from './compiled-form.ts'

/** A plain text and its translations. */
type Text = readonly [plain: string, words: Words | undefined]

const textsOfField = ({
  label,
  placeholder,
  help,
  guidance,
  options,
  logic,
  words,
}: CompiledField): Text[] => [
  [label, words?.labels],
  [placeholder, words?.placeholders],
  [help, words?.help_texts],
  [guidance, words?.guidances],
  [logic?.valid_message ?? '', logic?.valid_messages],
  [logic?.required_message ?? '', logic?.required_messages],
  ...options.map((option): Text => [option.label, option.labels]),
]

const textsOf = ({ name, names, repeat, fields }: TemplateSection): readonly Text[] => [
  [name, names],
  ...(repeat === null ? [] : [[repeat.label, repeat.labels] satisfies Text]),
  ...fields.flatMap(textsOfField),
]

/** The languages of a form's texts, and the one that its plain texts are in. */
export const languagesOf = (sections: readonly TemplateSection[]): FormLanguages => {
  const texts = sections.flatMap(textsOf).filter(([, words]) => words !== undefined)
  const tags = [...new Set(texts.flatMap(([, words = {}]) => Object.keys(words)))]
  const own = tags.find(tag => texts.every(([plain, words]) => (words?.[tag] ?? plain) === plain))
  return { tags, own: own ?? '' }
}

/** A text in a language; the plain text where that language is missing. */
export const inLanguage = (plain: string, words: Words | undefined, language: string): string =>
  words !== undefined && Object.hasOwn(words, language) ? (words[language] ?? plain) : plain

/** A field with its texts in a language. */
export const fieldInLanguage = (field: CompiledField, language: string): CompiledField => {
  const { words } = field
  return {
    ...field,
    label: inLanguage(field.label, words?.labels, language),
    placeholder: inLanguage(field.placeholder, words?.placeholders, language),
    help: inLanguage(field.help, words?.help_texts, language),
    guidance: inLanguage(field.guidance, words?.guidances, language),
    options: field.options.map(option =>
      option.labels === undefined
        ? option
        : { ...option, label: inLanguage(option.label, option.labels, language) },
    ),
    logic: logicInLanguage(field.logic, language),
  }
}

const logicInLanguage = (
  logic: CompiledField['logic'],
  language: string,
): CompiledField['logic'] => {
  const { valid_message: wrong, required_message: missing } = logic ?? {}
  if (logic === null || (wrong === undefined && missing === undefined)) return logic
  return {
    ...logic,
    ...(wrong === undefined
      ? {}
      : { valid_message: inLanguage(wrong, logic.valid_messages, language) }),
    ...(missing === undefined
      ? {}
      : { required_message: inLanguage(missing, logic.required_messages, language) }),
  }
}
