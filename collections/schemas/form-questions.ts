import type { RxJsonSchema } from 'rxdb'
import {
  count,
  flag,
  freeText,
  idText,
  optional,
  schemaVersion,
  small,
  text,
  type DocOf,
} from './schema.ts'

const fields = {
  /** The version's hash and the field's id. Older documents have the field's id alone. */
  id: text(300),
  form_id: idText,
  definition_hash: text(80),
  field_id: idText,
  section_id: freeText,
  section_name: freeText,
  section_order: count,
  name: freeText,
  label: freeText,
  placeholder: freeText,
  type: freeText,
  /** The position within the whole form, from 0. */
  order: small,
  /** JSON text of `{value, label}` pairs. */
  options: freeText,
  is_required: flag,
  help_text: freeText,
  multiple: flag,
  /** The target size when an image of this field is compressed, in kB; 0 means the app's default. */
  max_kb: count,
  /**
   * JSON text of the field's extensions beyond the spec (FieldMore in wire/): rules and the like; absent when
   * there are none.
   */
  logic: optional(freeText),
}

/**
 * The definition of one field in one version of its form. Only the fill and detail screens load them. A version
 * stays as long as a draft, an unsent submission or Recovery needs it.
 */
export type FormQuestionDoc = DocOf<typeof fields>

/** How fields are stored, once for each version of their form. */
export const formQuestionsSchema: RxJsonSchema<FormQuestionDoc> = {
  title: 'form_questions',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: ['id', 'form_id', 'definition_hash', 'field_id', 'order', 'type'],
  indexes: [['definition_hash', 'order'], 'form_id'],
}
