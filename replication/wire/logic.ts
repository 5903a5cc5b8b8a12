import { isJsonObject, type Json } from './envelope.ts'
import { appearanceAs, type Appearance } from './form/appearance.ts'
import { languagesAs, saidIn, type Words } from './form/words.ts'

/** A JsonLogic expression: a value, or an object of one operation with its arguments. */
export type Rule = unknown

/** Rules by the key that each one replaces in a text. */
export type Rules = Readonly<Record<string, Rule>>

/**
 * The optional rules of a field, and how it is asked; without any, the field is as in the spec. Rules read other answers
 * by field id or name: `{"var": "age"}`.
 */
export interface FieldLogic extends Appearance {
  /** The field is asked only while this is true; otherwise its answer is kept on the device and not sent. */
  readonly visible_if?: Rule
  /** The field is required while this is true. */
  readonly required_if?: Rule
  /** The answer is shown and cannot be changed while this is true; then it is not checked either. */
  readonly read_only_if?: Rule
  /** An answer is valid only while this is true. */
  readonly valid_if?: Rule
  /** Shown while the answer is not valid. */
  readonly valid_message?: string
  readonly valid_messages?: Words
  /** Shown while a required answer is missing, instead of the app's own message. */
  readonly required_message?: string
  readonly required_messages?: Words
  /** The answer when an interview or an occurrence begins; calculated once. */
  readonly default_value?: Rule
  /** The fills of its texts, by key: each replaces `${key}`. The key of an answer is its field id. */
  readonly fills?: Rules
  /** What sets the answer, which the surveyor may then change. */
  readonly set_by?: readonly SetBy[]
  /** Calculates the answer, which then cannot be typed. */
  readonly calculate?: Rule
  /** Whether the calculated answer is shown. */
  readonly show_calculation?: boolean
  /** Whether the calculated answer is the interview's name. */
  readonly names_interview?: boolean
  /** Decides for each option whether it is offered; reads it as `{"var": "option.value"}` or another property. */
  readonly choice_filter?: Rule
  /** Makes the options from rows, such as those of a list. */
  readonly options_from?: OptionsFrom
  /** The seed of the random order in which the options are offered. */
  readonly random_order?: Rule
  /** The answer is the id of a case, which the interview registers or visits (docs/cases.md). */
  readonly case?: CaseOf
}

/** What an interview makes of the case whose id a field holds. */
export interface CaseOf {
  /** The name of the list that the case is in. */
  readonly list: string
  /** The field that each property of the case is saved from, by its id. */
  readonly values: Readonly<Record<string, string>>
}

/** Sets an answer whenever the surveyor changes the answer to one of `fields`, by their ids or names. */
export interface SetBy {
  readonly fields: readonly string[]
  /** Its result becomes the answer; absent to clear it. */
  readonly to?: Rule
}

/** Options that are the rows of a rule's result: `value`, `label` and `labels` name columns of these. */
export interface OptionsFrom {
  readonly rows: Rule
  readonly value: string
  readonly label: string
  /** The columns with the labels in further languages. */
  readonly labels?: Words
}

/** Characters of a message. */
const maxMessage = 400

const rules = [
  'visible_if',
  'required_if',
  'read_only_if',
  'valid_if',
  'calculate',
  'choice_filter',
  'default_value',
  'random_order',
] as const

/** Parses a rule, which may be a JSON text; undefined when it cannot be read. */
export const parseRule = (raw: unknown): Rule => {
  if (typeof raw !== 'string') return raw ?? undefined
  if (!raw.trim().startsWith('{')) return undefined
  try {
    return JSON.parse(raw) as unknown
  } catch {
    return undefined
  }
}

/** More rules in the texts of one field, or longer keys of them, than any form has. */
const maxFills = 100
const maxKeyLength = 200

/** The `fills` of a field, section or repeat, as a property to spread; no property when there are none. */
export const fillsAs = (raw: unknown): { readonly fills?: Rules } => {
  if (!isJsonObject(raw)) return {}
  const found = Object.entries(raw)
    .map(([key, rule]) => [key, parseRule(rule)] as const)
    .filter(([key, rule]) => key.length <= maxKeyLength && rule !== undefined)
    .slice(0, maxFills)
  return found.length === 0 ? {} : { fills: Object.fromEntries(found) }
}

const optionsFromAs = (raw: unknown): Pick<FieldLogic, 'options_from'> => {
  if (!isJsonObject(raw)) return {}
  const rows = parseRule(raw['rows'])
  const { words: value } = saidIn(raw['value'])
  if (rows === undefined || value === '') return {}
  return {
    options_from: {
      rows,
      value,
      label: saidIn(raw['label']).words || value,
      ...languagesAs('labels', raw['labels']),
    },
  }
}

/** More fields that set one answer than any form has. */
const maxSets = 100

const setByAs = (raw: unknown): Pick<FieldLogic, 'set_by'> => {
  const sets = (Array.isArray(raw) ? raw : []).slice(0, maxSets).flatMap((one): SetBy[] => {
    if (!isJsonObject(one) || !Array.isArray(one['fields'])) return []
    const fields = one['fields'].filter(field => typeof field === 'string').slice(0, maxSets)
    const to = parseRule(one['to'])
    return fields.length === 0 ? [] : [{ fields, ...(to === undefined ? {} : { to }) }]
  })
  return sets.length === 0 ? {} : { set_by: sets }
}

/** More properties of a case than any form saves. */
const maxProperties = 500

const caseAs = (raw: unknown): Pick<FieldLogic, 'case'> => {
  if (!isJsonObject(raw)) return {}
  const { words: list } = saidIn(raw['list'])
  if (list === '') return {}
  const values = Object.entries(isJsonObject(raw['values']) ? raw['values'] : {})
    .filter((value): value is [string, string] => typeof value[1] === 'string' && value[1] !== '')
    .slice(0, maxProperties)
  return { case: { list, values: Object.fromEntries(values) } }
}

/** Parses the rules of a field from any server, and how it is asked; {} when there is nothing of it. */
export const parseLogic = (raw: Json): FieldLogic => {
  const found: Record<string, unknown> = {}
  for (const name of rules) {
    const rule = parseRule(raw[name])
    if (rule !== undefined) found[name] = rule
  }
  const message = saidIn(raw['valid_message'])
  if (message.words !== '' && 'valid_if' in found) {
    found['valid_message'] = message.words.slice(0, maxMessage)
    Object.assign(found, languagesAs('valid_messages', raw['valid_messages'], message))
  }
  const missing = saidIn(raw['required_message'])
  if (missing.words !== '') {
    found['required_message'] = missing.words.slice(0, maxMessage)
    Object.assign(found, languagesAs('required_messages', raw['required_messages'], missing))
  }
  Object.assign(
    found,
    fillsAs(raw['fills']),
    optionsFromAs(raw['options_from']),
    setByAs(raw['set_by']),
    caseAs(raw['case']),
    appearanceAs(raw),
  )
  for (const flag of ['show_calculation', 'names_interview']) {
    if (raw[flag] === true && 'calculate' in found) found[flag] = true
  }
  return found
}
