/**
 * The shape of an answer: a text of some kind; a list, with or without an order; a text or a list, by the field's
 * `multiple`; addresses of files.
 */
type AnswerKind = 'text' | 'number' | 'date' | 'list' | 'ordered list' | 'text or list' | 'files'

/**
 * The twelve field types of the spec (2.survey-fill.6) and those beyond it, with the shape of their answers. The
 * answers of the types beyond the spec are texts that can be typed, because an app that does not know a type shows
 * it as TEXT.
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
  GEOTRACE: 'text',
  GEOSHAPE: 'text',
  TIME: 'text',
  DATETIME: 'text',
  RANGE: 'number',
  RATING: 'number',
  RANK: 'ordered list',
  SIGNATURE: 'files',
  SKETCH: 'files',
  AUDIO: 'files',
  BARCODE: 'text',
} as const satisfies Readonly<Record<string, AnswerKind>>

/** The name of a field type. */
export type FieldType = keyof typeof answerKinds

const kindOf = (type: FieldType): AnswerKind => answerKinds[type]

/** All field types. */
export const fieldTypes = Object.keys(answerKinds) as readonly FieldType[]

/** The field type with a name, in upper or lower case; TEXT for an unknown name. */
export const toFieldType = (name: string): FieldType => {
  const type = name.toUpperCase()
  return fieldTypes.find(known => known === type) ?? 'TEXT'
}

/** Whether the answers of a type are files. */
export const takesFiles = (type: FieldType): boolean => kindOf(type) === 'files'

/** Whether a field takes several values or files; `multiple` is from its definition. */
export const takesSeveral = (type: FieldType, multiple: boolean): boolean => {
  const kind = kindOf(type)
  const isList = kind === 'list' || kind === 'ordered list'
  return isList || ((kind === 'text or list' || kind === 'files') && multiple)
}

/** Decides how an answer is read from the wire and how two are compared; 'files' are a list of addresses. */
export type FieldKind = 'list' | 'ordered list' | 'files' | 'number' | 'date' | 'text'

/** The kind of a field's answers; 'list' also where a server allows several values of a type that takes one here. */
export const fieldKind = (type: FieldType, multiple: boolean): FieldKind => {
  const kind = kindOf(type)
  if (kind === 'text' || kind === 'text or list') return multiple ? 'list' : 'text'
  return kind
}

/** Whether answers of a kind are lists. */
export const isListKind = (kind: FieldKind | undefined): boolean =>
  kind === 'list' || kind === 'ordered list' || kind === 'files'
