import type { Database } from '../../collections/database.ts'
import { fieldsOfForm } from '../../collections/queries.ts'
import { fieldKind, isListKind, toFieldType, type FieldKind } from '../wire/field-types.ts'

/**
 * Returns the kind of a field by its id; undefined when its form is not on the device, and when it takes several answers,
 * or files, in only some of the versions that are.
 */
export type FieldKinds = (fieldId: string) => FieldKind | undefined

/** The kinds for rows whose form is not on the device. */
export const unknownKinds: FieldKinds = () => undefined

/**
 * Reads the kinds of a form's fields, in its newest version, or in another one on the device where that lacks the field.
 * Interviews of earlier versions are also read by them, and a list that was read as a text would become a single answer.
 */
export const readFieldKinds = async (
  { forms, form_questions }: Pick<Database, 'forms' | 'form_questions'>,
  formId: string,
): Promise<FieldKinds> => {
  const form = await forms.findOne(formId).exec()
  if (form === null) return unknownKinds
  const kinds = new Map<string, FieldKind | undefined>()
  const fields = await fieldsOfForm(formId).build(form_questions).exec()
  const isNewest = (field: (typeof fields)[number]) =>
    field.definition_hash === form.definition_hash
  for (const field of [...fields.filter(isNewest), ...fields.filter(one => !isNewest(one))]) {
    const kind = fieldKind(toFieldType(field.type), field.multiple)
    const known = kinds.get(field.field_id)
    if (!kinds.has(field.field_id)) kinds.set(field.field_id, kind)
    else if (shapeOf(known) !== shapeOf(kind)) kinds.set(field.field_id, undefined)
  }
  return fieldId => kinds.get(fieldId)
}

const shapeOf = (kind: FieldKind | undefined): 'files' | 'list' | 'one' =>
  kind === 'files' ? 'files' : isListKind(kind) ? 'list' : 'one'

/** Creates a reader of kinds for several forms, which reads each form once. */
export const createKindReader = (
  db: Pick<Database, 'forms' | 'form_questions'>,
): ((formId: string) => Promise<FieldKinds>) => {
  const read = new Map<string, Promise<FieldKinds>>()
  return formId => {
    const known = read.get(formId) ?? readFieldKinds(db, formId)
    read.set(formId, known)
    return known
  }
}
