import type { RxJsonSchema } from 'rxdb'
import type { Operations } from '../operation-log.ts'
import type { DraftDoc } from './drafts.ts'
import type { OutboxDoc, RecoveryReason } from './outbox.ts'
import type { HistoryEntry, SubmissionDoc } from './submissions.ts'
import { count, freeText, idText, map, objects, schemaVersion, text, timeMs } from './schema.ts'

/** What an entry from the outbox holds. WARNING: persisted. */
export interface RecoveredPayload {
  /** The whole document with its operation log; null when it no longer existed. */
  readonly submission: SubmissionDoc | null
  /** The refused edits of the profile; empty for other kinds. */
  readonly profile: readonly Operations[]
  /** The body as it was last sent. */
  readonly sent: Readonly<Record<string, unknown>>
  /** What the outbox item recorded of requests with an unknown outcome. */
  readonly item: Pick<OutboxDoc, 'in_doubt' | 'sentAt' | 'sentOps' | 'sentHash'>
}

/** Reads an entry's payload. That of a document that could not be migrated holds none of it. */
export const payloadOf = ({ payload }: Pick<RecoveryDoc, 'payload'>): RecoveredPayload => ({
  submission: (payload['submission'] ?? null) as SubmissionDoc | null,
  profile: (payload['profile'] ?? []) as readonly Operations[],
  sent: (payload['sent'] ?? {}) as Record<string, unknown>,
  item: (payload['item'] ?? {
    in_doubt: true,
    sentAt: 0,
    sentOps: 0,
    sentHash: '',
  }) as RecoveredPayload['item'],
})

/** The submission that an entry is about; the entry's own id when it names none. */
export const submissionIdOf = (entry: Pick<RecoveryDoc, 'id' | 'payload'>): string =>
  payloadOf(entry).submission?.id ?? entry.id

/** What a draft made from an entry must remember: the request that may have made a row of it. */
export const sentBefore = ({ item, sent }: RecoveredPayload): Pick<DraftDoc, 'sent_before'> =>
  item.in_doubt ? { sent_before: { body: { ...sent }, sentAt: item.sentAt } } : {}

/** Work that the server refused, kept until the surveyor deletes it (decisions 3). */
export interface RecoveryDoc {
  /** The submission's id for a new interview; otherwise the outbox item's id and a time. */
  id: string
  /** What was being sent. */
  kind: 'create' | 'edit' | 'delete' | 'files' | 'profile' | 'document'
  reason: RecoveryReason
  /** The HTTP status, or 0 when there was none. */
  status: number
  message: string
  form_id: string
  formName: string
  definition_hash: string
  /** The whole document or the refused operations, ready to be restored. */
  payload: Record<string, unknown>
  file_ids: string[]
  history: HistoryEntry[]
  /** ISO 8601 UTC, when the interview was created. */
  created_at: string
  /** Epoch ms. */
  moved_at: number
  newest: number
}

/** How work that the server refused is stored. */
export const recoverySchema: RxJsonSchema<RecoveryDoc> = {
  title: 'recovery',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text(300),
    kind: freeText,
    reason: text(20),
    status: count,
    message: freeText,
    form_id: idText,
    formName: freeText,
    definition_hash: text(80),
    payload: map,
    file_ids: { type: 'array', items: freeText },
    history: objects,
    created_at: freeText,
    moved_at: timeMs,
    newest: timeMs,
  },
  required: ['id', 'kind', 'reason', 'payload', 'moved_at', 'newest'],
  indexes: ['newest', ['reason', 'newest']],
}
