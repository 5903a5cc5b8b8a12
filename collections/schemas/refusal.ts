import type { HistoryEntry } from './history-entry.ts'

/**
 * WARNING: persisted. Why work left the outbox without reaching the server. backup: it is from a backup, and may be older
 * than what is here or on the server.
 */
export type RecoveryReason =
  | 'draft'
  | 'deleted'
  | 'invalid'
  | 'refused'
  | 'exhausted'
  | 'orphan'
  | 'unreadable'
  | 'migration'
  | 'backup'

/**
 * WARNING: persisted. What was being sent. create: the interview itself, which is in the state 'refused'. The others are
 * parts of an interview, or of the profile. document: one of an earlier version that could not be migrated.
 */
export type RefusalKind = 'create' | 'edit' | 'delete' | 'files' | 'profile' | 'document'

/** Work that the server refused, as its document has it until the surveyor decides (decisions 3). WARNING: persisted. */
export interface Refusal {
  /** The submission's id for a new interview; otherwise the outbox item's id and a time. */
  readonly id: string
  readonly kind: RefusalKind
  readonly reason: RecoveryReason
  /** The HTTP status, or 0 when there was none. */
  readonly status: number
  readonly message: string
  readonly form_id: string
  readonly formName: string
  readonly definition_hash: string
  /** The refused operations, ready to be restored (interview/refusals.ts). */
  readonly payload: Readonly<Record<string, unknown>>
  readonly file_ids: readonly string[]
  readonly history: HistoryEntry[]
  /** ISO 8601 UTC, when the interview was created. */
  readonly created_at: string
  /** Epoch ms. */
  readonly moved_at: number
}
