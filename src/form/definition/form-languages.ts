import type { Words } from '../../../replication/wire/form/words.ts'
import type {
  CompiledField,
  FormLanguages,
  FormTemplate,
  TemplateSection,
} from './compiled-form.ts'

/** A plain text and its translations. */
type Text = readonly [plain: string, words: Words]

const translated = (plain: string, words: Words | undefined): readonly Text[] =>
  words === undefined ? [] : [[plain, words]]

const translatedOf = ({
  label,
  placeholder,
  help,
  guidance,
  options,
  logic,
  words,
}: CompiledField): readonly Text[] => [
  ...translated(label, words?.labels),
  ...translated(placeholder, words?.placeholders),
  ...translated(help, words?.help_texts),
  ...translated(guidance, words?.guidances),
  ...translated(logic?.valid_message ?? '', logic?.valid_messages),
  ...translated(logic?.required_message ?? '', logic?.required_messages),
  ...options.flatMap(option => translated(option.label, option.labels)),
]

const translatedIn = ({ name, names, repeat, fields }: TemplateSection): readonly Text[] => [
  ...translated(name, names),
  ...(repeat === null ? [] : translated(repeat.label, repeat.labels)),
  ...fields.flatMap(translatedOf),
]

/** The languages of a form's texts, and the one that its plain texts are in. */
export const languagesOf = (sections: readonly TemplateSection[]): FormLanguages => {
  const texts = sections.flatMap(translatedIn)
  const tags = [...new Set(texts.flatMap(([, words]) => Object.keys(words)))]
  const own = tags.find(tag => texts.every(([plain, words]) => (words[tag] ?? plain) === plain))
  return { tags, own: own ?? '' }
}

/** A text in a language; the plain text where that language is missing. */
export const inLanguage = (plain: string, words: Words | undefined, language: string): string =>
  words !== undefined && Object.hasOwn(words, language) ? (words[language] ?? plain) : plain

/** The labels of a form in a language. */
export const labelsIn = ({ sections }: FormTemplate, language: string): readonly string[] =>
  sections.flatMap(({ fields }) =>
    fields.map(({ label, words }) => inLanguage(label, words?.labels, language)),
  )

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
