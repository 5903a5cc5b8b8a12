import type { Database } from '../collections/database.ts'
import { fieldsOfVersion } from '../collections/queries.ts'
import { fieldKind, toFieldType, type FieldKind } from './wire/field-types.ts'

/** The kind of a field by its id; undefined where its form is not on the device. */
export type FieldKinds = (fieldId: string) => FieldKind | undefined

/** For rows whose form is not known. */
export const unknownKinds: FieldKinds = () => undefined

/** Reads the kinds of the fields of a form, as its newest version on the device has them. */
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

/** The same for several forms, each read once. */
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
