import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { FieldType } from '../../../replication/wire/field-types.ts'
import type { AppearanceWord } from '../../../replication/wire/form/appearance.ts'
import type { FieldOption } from '../../../replication/wire/forms.ts'
import type { CompiledField } from '../definition/compiled-form.ts'
import type { LogicState } from '../logic/logic-state.ts'
import type { Reading } from '../types/field-type.ts'
import { typeOf } from '../types/types.ts'

/** Converts a stored answer to what people read. */
export const readAnswer = (
  type: FieldType,
  answer: Answer,
  options: readonly FieldOption[],
  appearance: readonly AppearanceWord[] = [],
): Reading => {
  const { files, read } = typeOf(type)
  const isEmpty = [answer].flat().every(part => part.trim() === '')
  return files === null && isEmpty ? { kind: 'none' } : read(answer, options, appearance)
}

/**
 * The options that an answer names; of a long list only these are read. The offered ones are first, because a filter may
 * distinguish several of one value; then those that are not offered any more.
 */
export const namedOptions = (
  field: CompiledField,
  logic: Pick<LogicState, 'options' | 'unfiltered'>,
  answer: Answer,
): readonly FieldOption[] => {
  const named = new Set([answer].flat().filter(value => value !== ''))
  const isNamed = ({ value }: FieldOption): boolean => named.has(value)
  const offered = logic.options(field).filter(isNamed)
  return offered.length === named.size
    ? offered
    : [...offered, ...logic.unfiltered(field).filter(isNamed)]
}

/** The label of an option in plain words, which `wordsOf` makes of a form's text; that of a row is in plain words. */
export const optionWords = (
  field: CompiledField,
  { label }: FieldOption,
  wordsOf: (text: string) => string,
): string => (field.logic?.options_from === undefined ? wordsOf(label) : label)
