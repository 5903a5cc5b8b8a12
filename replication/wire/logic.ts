import { isJsonObject, type Json } from './envelope.ts'
import { languagesAs, wordsOf, type Words } from './form-words.ts'

/** An expression of JsonLogic: a value, or an object of one operation with what it is applied to. */
export type Rule = unknown

/** Rules by the key that stands for each in a text. */
export type Rules = Readonly<Record<string, Rule>>

/**
 * The optional rules of a field. All of them may be absent: then the field is as the spec has it. They read
 * other answers by field id or name: `{"var": "age"}`.
 */
export interface FieldLogic {
  /** The field is asked only while this holds; else its answer is kept on the device and not sent. */
  readonly visible_if?: Rule
  /** The field must be answered while this holds. */
  readonly required_if?: Rule
  /** A given answer stands only while this holds. */
  readonly valid_if?: Rule
  /** What is said while it does not. */
  readonly valid_message?: string
  readonly valid_messages?: Words
  /** What is said while a required answer is missing, in place of the app's own words. */
  readonly required_message?: string
  readonly required_messages?: Words
  /** What the field holds when an interview or an occurrence begins; worked out once. */
  readonly default_value?: Rule
  /** What its texts are filled in with, by the key that stands in them: `${key}`. An answer's own key is its id. */
  readonly fills?: Rules
  /** The answer is worked out, and cannot be typed. */
  readonly calculate?: Rule
  /** Whether what is worked out is also shown. */
  readonly show_calculation?: boolean
  /** Whether what is worked out is what the interview is called. */
  readonly names_interview?: boolean
  /** Which options are offered: tried with each as `{"var": "option.value"}` or another of its properties. */
  readonly choice_filter?: Rule
}

/** What is wrong with an answer is said in a sentence or two. */
const maxMessage = 400

const rules = [
  'visible_if',
  'required_if',
  'valid_if',
  'calculate',
  'choice_filter',
  'default_value',
] as const

/** A rule may come as JSON text; what cannot be read is no rule. */
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

/** The `fills` of a field, section or repeat, as a property to spread; nothing where there are none. */
export const fillsAs = (raw: unknown): { readonly fills?: Rules } => {
  if (!isJsonObject(raw)) return {}
  const found = Object.entries(raw)
    .map(([key, rule]) => [key, parseRule(rule)] as const)
    .filter(([key, rule]) => key.length <= maxKeyLength && rule !== undefined)
    .slice(0, maxFills)
  return found.length === 0 ? {} : { fills: Object.fromEntries(found) }
}

/** The rules of a field of any server; without any it is `{}`, which adds nothing to the field. */
export const parseLogic = (raw: Json): FieldLogic => {
  const found: Record<string, unknown> = {}
  for (const name of rules) {
    const rule = parseRule(raw[name])
    if (rule !== undefined) found[name] = rule
  }
  const message = wordsOf(raw['valid_message'])
  if (message !== '' && 'valid_if' in found) {
    found['valid_message'] = message.slice(0, maxMessage)
    Object.assign(found, languagesAs('valid_messages', raw['valid_messages'], raw['valid_message']))
  }
  const missing = wordsOf(raw['required_message'])
  if (missing !== '') {
    found['required_message'] = missing.slice(0, maxMessage)
    Object.assign(
      found,
      languagesAs('required_messages', raw['required_messages'], raw['required_message']),
    )
  }
  Object.assign(found, fillsAs(raw['fills']))
  for (const flag of ['show_calculation', 'names_interview']) {
    if (raw[flag] === true && 'calculate' in found) found[flag] = true
  }
  return found
}
