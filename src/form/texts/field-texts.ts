import type { Words } from '../../../replication/wire/form/words.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import { keysOf } from './rich-text.ts'
import type { CompiledField, TemplateSection } from '../definition/compiled-form.ts'

const all = (plain = '', words: Words | undefined): readonly string[] =>
  words === undefined ? [plain] : [plain, ...Object.values(words)]

/** Most options have one text without a placeholder, and a form has thousands of options. */
const mayHaveKeys = ({ label, labels }: FieldOption): boolean =>
  labels !== undefined || label.includes('${')

const optionTexts = (options: readonly FieldOption[]): readonly string[] =>
  options.filter(mayHaveKeys).flatMap(({ label, labels }) => all(label, labels))

const distinct = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap(keysOf)),
]

/** The keys of the placeholders in a field's texts, in all languages. */
export const fillKeysOf = ({
  label,
  help,
  placeholder,
  guidance,
  options,
  logic,
  words,
}: CompiledField) =>
  distinct([
    ...all(label, words?.labels),
    ...all(help, words?.help_texts),
    ...all(placeholder, words?.placeholders),
    ...all(guidance, words?.guidances),
    ...all(logic?.valid_message, logic?.valid_messages),
    ...all(logic?.required_message, logic?.required_messages),
    ...optionTexts(options),
  ])

/** The keys of the placeholders in the labels of a field's options. */
export const optionKeysOf = ({ options }: Pick<CompiledField, 'options'>): readonly string[] =>
  distinct(optionTexts(options))

/** The keys of the placeholders in a section's heading. */
export const headingKeysOf = ({ name, names }: TemplateSection): readonly string[] =>
  distinct(all(name, names))

/** The keys of the placeholders in the name of a section's occurrences. */
export const titleKeysOf = ({ repeat }: TemplateSection): readonly string[] =>
  repeat === null ? [] : distinct(all(repeat.label, repeat.labels))
