import type { RxJsonSchema } from 'rxdb'
import { freeText, idText, map, schemaVersion, text, timeMs } from './schema.ts'
import type { SubmissionDoc } from './submissions.ts'

/**
 * WARNING: persisted. Why a submission disappeared: the surveyor deleted it, it was deleted on another device or
 * in the office, or a server that does not report deletions answered 404 for it and may have lost it.
 */
export type BinReason = 'surveyor' | 'elsewhere' | 'missing'

/** A submission that disappeared, kept for 30 days with its answers and files, as long as there is room. */
export interface BinDoc {
  /** The submission's id. */
  id: string
  reason: BinReason
  form_id: string
  formName: string
  /** The submission as it was last shown. */
  submission: Record<string, unknown>
  file_ids: string[]
  /** ISO 8601 UTC, when the interview was created. */
  created_at: string
  /** Epoch ms. */
  binned_at: number
  newest: number
}

/** Reads the submission of an entry. */
export const binnedSubmission = ({ submission }: Pick<BinDoc, 'submission'>): SubmissionDoc =>
  submission as unknown as SubmissionDoc

/** How entries of the bin are stored; newest first. */
export const binSchema: RxJsonSchema<BinDoc> = {
  title: 'bin',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: idText,
    reason: text(12),
    form_id: idText,
    formName: freeText,
    submission: map,
    file_ids: { type: 'array', items: freeText },
    created_at: freeText,
    binned_at: timeMs,
    newest: timeMs,
  },
  required: ['id', 'reason', 'submission', 'file_ids', 'binned_at', 'newest'],
  indexes: ['newest'],
}
