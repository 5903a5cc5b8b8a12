/** What an answer is: a text of some kind; a list, or one in an order; a text or a list, as the field says; or the addresses of files. */
type AnswerKind = 'text' | 'number' | 'date' | 'list' | 'ordered list' | 'text or list' | 'files'

/**
 * The twelve field types of the spec (2.survey-fill.6) and those beyond it, each with what its answers are. An app
 * that does not know a type shows it as TEXT, so the answers of those beyond are texts that can be typed.
 */
const answerKinds = {
  TEXT: 'text',
  EMAIL: 'text',
  NUMBER: 'number',
  PASSWORD: 'text',
  TEL: 'text',
  TEXTAREA: 'text',
  DATE: 'date',
  RADIO: 'text',
  CHECKBOX: 'list',
  SELECT: 'text or list',
  FILE: 'files',
  IMAGE: 'files',
  NOTE: 'text',
  ACKNOWLEDGE: 'text',
  GEOPOINT: 'text',
  TIME: 'text',
  DATETIME: 'text',
  RANGE: 'number',
  RANK: 'ordered list',
} as const satisfies Readonly<Record<string, AnswerKind>>

/** One of them. */
export type FieldType = keyof typeof answerKinds

const kindOf = (type: FieldType): AnswerKind => answerKinds[type]

/** All of them. */
export const fieldTypes = Object.keys(answerKinds) as readonly FieldType[]

/** The type of a name, in capitals or not; any other type is shown as TEXT. */
export const toFieldType = (name: string): FieldType => {
  const type = name.toUpperCase()
  return fieldTypes.find(known => known === type) ?? 'TEXT'
}

/** Whether files are attached to fields of a type. */
export const takesFiles = (type: FieldType): boolean => kindOf(type) === 'files'

/** Whether a field takes several values or files; `multiple` is what its definition says. */
export const takesSeveral = (type: FieldType, multiple: boolean): boolean => {
  const kind = kindOf(type)
  const isList = kind === 'list' || kind === 'ordered list'
  return isList || ((kind === 'text or list' || kind === 'files') && multiple)
}

/** How an answer is read from the wire, and when two of them are the same; the addresses of files are a list. */
export type FieldKind = 'list' | 'ordered list' | 'number' | 'date' | 'text'

/** The kind of a field's answers. A server may have sent several values of a type that takes one here. */
export const fieldKind = (type: FieldType, multiple: boolean): FieldKind => {
  const kind = kindOf(type)
  if (kind === 'number' || kind === 'date' || kind === 'ordered list') return kind
  return kind === 'list' || kind === 'files' || multiple ? 'list' : 'text'
}

/** Whether answers of a kind are lists. */
export const isListKind = (kind: FieldKind | undefined): boolean =>
  kind === 'list' || kind === 'ordered list'
