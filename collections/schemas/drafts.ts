import type { RxJsonSchema } from 'rxdb'
import type { SentBefore } from './submissions.ts'
import { coordinate, count, freeText, idText, map, schemaVersion, text, timeMs } from './schema.ts'

/** An unfinished interview, from its first keystroke; its answers are in `form_responses`. */
export interface DraftDoc {
  /** `temp_{timestamp}` for a new interview, `edit_{submission id}` for an edit. */
  id: string
  /** Sent with the interview to the server; '' for an edit. */
  client_key: string
  form_id: string
  formName: string
  /** The version of the form that the draft was started with. It never changes. */
  definition_hash: string
  /** The submission being edited; '' for a new interview. */
  submission_id: string
  /** The id that the interview is submitted under; '' for the draft's own. Set when an edit lost its submission. */
  submit_as?: string
  /**
   * The id of its row on the server, when a row exists although the interview is unfinished here; '' or absent
   * otherwise.
   */
  arrived_as?: string
  /** An earlier request of this interview whose outcome is unknown; absent where there was none. */
  sent_before?: SentBefore
  /** ISO 8601 UTC of the first keystroke. */
  created_at: string
  /** Epoch ms of the last keystroke. */
  updated_at: number
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  /**
   * The scroll position: the index of the field at the top, plus the part of it that was scrolled past (0 to
   * 0.99).
   */
  scroll: number
  newest: number
}

/** How unfinished interviews are stored; newest first, of one form or of all. */
export const draftsSchema: RxJsonSchema<DraftDoc> = {
  title: 'drafts',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text(210),
    client_key: text(64),
    form_id: idText,
    formName: freeText,
    definition_hash: text(80),
    submission_id: freeText,
    submit_as: freeText,
    arrived_as: freeText,
    sent_before: map,
    created_at: freeText,
    updated_at: timeMs,
    latitude: coordinate,
    longitude: coordinate,
    accuracy: coordinate,
    scroll: count,
    newest: timeMs,
  },
  required: ['id', 'form_id', 'updated_at', 'newest'],
  indexes: ['newest', ['form_id', 'newest']],
}
