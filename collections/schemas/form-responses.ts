import type { RxJsonSchema } from 'rxdb'
import type { Answer } from './submissions.ts'
import { idText, schemaVersion, small, text, timeMs } from './schema.ts'

/**
 * One live answer of an unfinished interview. Because a keystroke writes one small document, two tabs on one interview
 * merge by field.
 */
export interface FormResponseDoc {
  /** The interview's id and the answer key. */
  id: string
  /** The interview's id in `submissions`. */
  submission_id: string
  question_id: string
  /** The occurrence within a repeat, from 0. */
  occurrence: number
  /** The answer; '' after it was cleared. */
  value: Answer
  /** Epoch ms. */
  updated_at: number
}

/** How the live answers of unfinished interviews are stored. */
export const formResponsesSchema: RxJsonSchema<FormResponseDoc> = {
  title: 'form_responses',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text(420),
    submission_id: idText,
    question_id: idText,
    occurrence: small,
    // A text or a list of texts, which no single JSON-schema type describes.
    value: {} as never,
    updated_at: timeMs,
  },
  required: ['id', 'submission_id', 'question_id', 'value', 'updated_at'],
  indexes: ['submission_id'],
}
