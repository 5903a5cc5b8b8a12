import type { RxJsonSchema } from 'rxdb'
import type { Answer } from './submissions.ts'
import { as, idText, schemaVersion, small, text, timeMs, type DocOf } from './schema.ts'

const fields = {
  /** The interview's id and the answer key. */
  id: text(420),
  /** The interview's id in `submissions`. */
  submission_id: idText,
  question_id: idText,
  /** The occurrence within a repeat, from 0. */
  occurrence: small,
  /** The answer; '' after it was cleared. */
  value: as<Answer>({}),
  /** Epoch ms. */
  updated_at: timeMs,
}

/**
 * One live answer of an unfinished interview. Because a keystroke writes one small document, two tabs on one interview
 * merge by field.
 */
export type FormResponseDoc = DocOf<typeof fields>

/** How the live answers of unfinished interviews are stored. */
export const formResponsesSchema: RxJsonSchema<FormResponseDoc> = {
  title: 'form_responses',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: ['id', 'submission_id', 'question_id', 'value', 'updated_at'],
  indexes: ['submission_id'],
}
