import type { CompiledField } from './compiled-form.ts'

/* The keys under which rules read values, so that no name in a form is taken for a path. */

/** Made once per number, because each is needed thousands of times. */
const answerKeys: string[] = []

/** The key under which rules read a field's answer; within a repeat, that of the same occurrence. */
export const answerKeyOf = ({ number }: Pick<CompiledField, 'number'>): string =>
  (answerKeys[number] ??= `f${number}`)

/** The key of the answers of all occurrences, as a list. */
export const listKeyOf = ({ number }: Pick<CompiledField, 'number'>): string => `a${number}`

/** The key of the answers of all occurrences by their place, with null for the missing ones. */
export const placesKeyOf = ({ number }: Pick<CompiledField, 'number'>): string => `e${number}`

/** The key of the answers of all occurrences by their place and, before that, by the place of the outer one. */
export const nestedKeyOf = ({ number }: Pick<CompiledField, 'number'>): string => `n${number}`

/** The keys of all values that combine the occurrences of a field. */
export const setKeysOf = (field: Pick<CompiledField, 'number'>): readonly string[] => [
  listKeyOf(field),
  placesKeyOf(field),
  nestedKeyOf(field),
]

/** The key of an occurrence's place in its repeat, by the key of the number of occurrences. */
export const placeKeyOf = (countKey: string): string => `p${countKey}`

/** The key of the labels of a field's options, by value. */
export const labelsKeyOf = ({ number }: Pick<CompiledField, 'number'>): string => `l${number}`

/** The key of the answer in the last interview. */
export const lastKeyOf = ({ number }: Pick<CompiledField, 'number'>): string => `last${number}`

/** The key of a list. A dot in its id would be a path. */
export const listIdKeyOf = (id: string): string => `list ${id.replaceAll('.', '_')}`
