import type { Database } from '../collections/database.ts'
import { fieldsOfVersion } from '../collections/queries.ts'
import { fieldKind, toFieldType, type FieldKind } from './wire/field-types.ts'

/** Returns the kind of a field by its id; undefined when its form is not on the device. */
export type FieldKinds = (fieldId: string) => FieldKind | undefined

/** The kinds for rows whose form is not on the device. */
export const unknownKinds: FieldKinds = () => undefined

/** Reads the kinds of a form's fields, in its newest version on the device. */
export const readFieldKinds = async (
  { forms, form_questions }: Pick<Database, 'forms' | 'form_questions'>,
  formId: string,
): Promise<FieldKinds> => {
  const form = await forms.findOne(formId).exec()
  if (form === null) return unknownKinds
  const fields = await fieldsOfVersion(form.definition_hash).build(form_questions).exec()
  const kinds = new Map(
    fields.map(({ field_id, type, multiple }) => [
      field_id,
      fieldKind(toFieldType(type), multiple),
    ]),
  )
  return fieldId => kinds.get(fieldId)
}

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
