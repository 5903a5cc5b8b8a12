/** What an answer is: a text; a list; a text or a list, as the field says; or the addresses of files. */
type AnswerKind = 'text' | 'list' | 'text or list' | 'files'

/** The twelve field types of the spec (2.survey-fill.6), each with what its answers are. */
const answerKinds = {
  TEXT: 'text',
  EMAIL: 'text',
  NUMBER: 'text',
  PASSWORD: 'text',
  TEL: 'text',
  TEXTAREA: 'text',
  DATE: 'text',
  RADIO: 'text',
  CHECKBOX: 'list',
  SELECT: 'text or list',
  FILE: 'files',
  IMAGE: 'files',
} as const satisfies Readonly<Record<string, AnswerKind>>

/** One of the twelve. */
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
export const takesSeveral = (type: FieldType, multiple: boolean): boolean =>
  kindOf(type) === 'list' || (kindOf(type) !== 'text' && multiple)

/** Whether answers to a field are sent as lists; the addresses of files always are. */
export const sendsList = ({ type, multiple }: { type: FieldType; multiple: boolean }): boolean =>
  kindOf(type) === 'list' || takesFiles(type) || multiple
