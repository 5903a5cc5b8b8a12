import type { RxJsonSchema } from 'rxdb'
import type { HistoryEntry } from './history-entry.ts'
import type { RecoveryReason } from './refusal.ts'
import {
  as,
  count,
  flag,
  freeText,
  idText,
  map,
  objects,
  optional,
  schemaVersion,
  small,
  text,
  timeMs,
  type DocOf,
} from './schema.ts'

/** WARNING: persisted. SUBMISSION creates, edits or deletes, depending on what the submission still needs. */
export type OutboxType = 'SUBMISSION' | 'FILE_UPLOAD' | 'PROFILE'

/**
 * WARNING: persisted.
 *
 *   queued ──trigger──► ready ──sent──► (removed)
 *     ▲                  │ ├─failed──► waiting ──due or trigger──► ready
 *     └────no network────┘ └─refused─► (removed, its refusal is in Recovery)
 */
export type OutboxState = 'queued' | 'ready' | 'waiting'

/**
 * The order of sending: the interview that the surveyor waits for, then answers, then files. Answers and files have one
 * more for each failure, so that what is too large for the network does not keep others waiting. WARNING: persisted.
 */
export const outboxRank = { interactive: 0, answers: 1, files: 1000, last: 1e6 } as const

/** What an item's rank becomes when it waits for another try, which has no precedence any more, after a failure or not. */
export const nextRank = (
  { type, rank }: Pick<OutboxDoc, 'type' | 'rank'>,
  hasFailed: boolean,
): number => {
  const { answers, files, last } = outboxRank
  const [first, most] = type === 'FILE_UPLOAD' ? [files, last] : [answers, files - 1]
  return Math.min(most, Math.max(first, rank) + (hasFailed ? 1 : 0))
}

const fields = {
  /** Derived from the item's subject, so that queueing twice makes one item (collections/ids.ts). */
  id: text(420),
  /** When the work was done, epoch ms; older items go first. */
  timestamp: timeMs,
  type: as<OutboxType>(text(20)),
  tempId: freeText,
  /** 'currentUser' for the profile, whose `form_id` is '' because it belongs to no form. */
  submission_id: idText,
  form_id: idText,
  /** The field whose files are sent; '' otherwise. */
  field_id: freeText,
  endpoint: freeText,
  method: freeText,
  /** The body as it was last sent; frozen while `in_doubt`. */
  payload: map<Record<string, unknown>>(),
  description: freeText,
  state: as<OutboxState>(text(12)),
  rank: small,
  retryCount: count,
  /** How many tries in a row had no answer; absent for none. */
  unanswered: optional(count),
  lastError: freeText,
  /** Epoch ms; 0 means now. */
  nextRetryAt: timeMs,
  /** A request may have reached the server, but its outcome is unknown. */
  in_doubt: flag,
  /** When that request was sent, epoch ms. */
  sentAt: timeMs,
  /** How many pending operations that request contained. */
  sentOps: count,
  /** Identifies those operations, so that a late answer never confirms others. */
  sentHash: freeText,
  history: objects<HistoryEntry>(),
}

/** Something that the server does not have yet. */
export type OutboxDoc = DocOf<typeof fields>

/** An item that went to Recovery, as it was last, why, and the HTTP status that caused it, or 0. */
export interface Recovered extends OutboxDoc {
  readonly reason: RecoveryReason
  readonly status: number
}

/** How the outbox is stored. What goes next and what is due are walks along an index. */
export const outboxSchema: RxJsonSchema<OutboxDoc> = {
  title: 'outbox',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: [
    'id',
    'timestamp',
    'type',
    'submission_id',
    'form_id',
    'state',
    'rank',
    'retryCount',
    'nextRetryAt',
  ],
  indexes: [
    ['state', 'rank', 'timestamp'],
    ['state', 'nextRetryAt'],
    ['form_id', 'timestamp'],
    'submission_id',
  ],
}
