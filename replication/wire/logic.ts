import type { Json } from './envelope.ts'
import { languagesAs, wordsOf, type Words } from './form-words.ts'

/** An expression of JsonLogic: a value, or an object of one operation with what it is applied to. */
export type Rule = unknown

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
  /** The answer is worked out, and cannot be typed. */
  readonly calculate?: Rule
  /** Whether what is worked out is also shown. */
  readonly show_calculation?: boolean
  /** Which options are offered: tried with each as `{"var": "option.value"}` or another of its properties. */
  readonly choice_filter?: Rule
}

/** What is wrong with an answer is said in a sentence or two. */
const maxMessage = 400

const rules = ['visible_if', 'required_if', 'valid_if', 'calculate', 'choice_filter'] as const

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
  if (raw['show_calculation'] === true && 'calculate' in found) found['show_calculation'] = true
  return found
}
