import * as v from 'valibot'
import { isJsonObject, type Json } from '../envelope.ts'
import { number } from './values.ts'

/** How a field is asked, beyond its type, in the words of XLSForm (docs/form-logic.md#how-a-field-is-asked). */

/** A word of an appearance; `columns-3` is the word of a number of columns. */
const words = [
  'likert',
  'list',
  'list-nolabel',
  'columns',
  'columns-pack',
  'no-buttons',
  'masked',
  'counter',
  'month-year',
  'year',
  'maps',
  'placement-map',
  'map',
] as const

/** The number of columns in `columns-3`. */
const columnsPattern = /^columns-([1-9]|10)$/

/** A word by which a field says how it is asked. */
export type AppearanceWord = (typeof words)[number] | `columns-${number}`

/** Whether a word is one of an appearance. */
export const isAppearanceWord = (word: string): word is AppearanceWord =>
  words.some(known => known === word) || columnsPattern.test(word)

const parameterNames = [
  'capture-accuracy',
  'warning-accuracy',
  'incremental',
  'max-pixels',
  'tick_interval',
  'placeholder',
] as const

/** Whether a name is one of a parameter. */
export const isParameterName = (name: string): name is ParameterName =>
  parameterNames.some(known => known === name)

/** A number by which a field says how it is asked. */
export type ParameterName = (typeof parameterNames)[number]

/** The parameters of a field, by name. */
export type Parameters = Readonly<Partial<Record<ParameterName, number>>>

/** How a field is asked; absent where nothing is said. An app that does not know it asks the plain question. */
export interface Appearance {
  /** In the order of the form. */
  readonly appearance?: readonly AppearanceWord[]
  readonly parameters?: Parameters
}

const appearanceIn = (raw: unknown): readonly AppearanceWord[] => {
  const written = typeof raw === 'string' ? raw.split(/\s+/) : Array.isArray(raw) ? raw : []
  return [...new Set(written)].filter(word => typeof word === 'string' && isAppearanceWord(word))
}

const parametersIn = (raw: unknown): Parameters => {
  if (!isJsonObject(raw)) return {}
  const found = parameterNames.flatMap(name => {
    const value = v.safeParse(number, raw[name])
    const isMeant = value.success && (name === 'placeholder' || value.output > 0)
    return isMeant ? [[name, value.output] as const] : []
  })
  return Object.fromEntries(found)
}

/** The appearance of a field from any server, as properties to spread. Words and parameters that are not known are omitted. */
export const appearanceAs = (raw: Json): Appearance => {
  // Most fields have none.
  if (raw['appearance'] === undefined && raw['parameters'] === undefined) return {}
  const appearance = appearanceIn(raw['appearance'])
  const parameters = parametersIn(raw['parameters'])
  return {
    ...(appearance.length === 0 ? {} : { appearance }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  }
}
