import type { RxJsonSchema } from 'rxdb'
import type { HistoryEntry } from './history-entry.ts'
import type { RecoveryReason } from './refusal.ts'
import {
  count,
  flag,
  freeText,
  idText,
  map,
  objects,
  schemaVersion,
  small,
  text,
  timeMs,
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

/** Something that the server does not have yet. */
export interface OutboxDoc {
  /** Derived from the item's subject, so that queueing twice makes one item (collections/ids.ts). */
  id: string
  /** When the work was done, epoch ms; older items go first. */
  timestamp: number
  type: OutboxType
  tempId: string
  /** 'currentUser' for the profile, whose `form_id` is '' because it belongs to no form. */
  submission_id: string
  form_id: string
  /** The field whose files are sent; '' otherwise. */
  field_id: string
  endpoint: string
  method: string
  /** The body as it was last sent; frozen while `in_doubt`. */
  payload: Record<string, unknown>
  description: string
  state: OutboxState
  rank: number
  retryCount: number
  lastError: string
  /** Epoch ms; 0 means now. */
  nextRetryAt: number
  /** A request may have reached the server, but its outcome is unknown. */
  in_doubt: boolean
  /** When that request was sent, epoch ms. */
  sentAt: number
  /** How many pending operations that request contained. */
  sentOps: number
  /** Identifies those operations, so that a late answer never confirms others. */
  sentHash: string
  history: HistoryEntry[]
}

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
  properties: {
    id: text(420),
    timestamp: timeMs,
    type: text(20),
    tempId: freeText,
    submission_id: idText,
    form_id: idText,
    field_id: freeText,
    endpoint: freeText,
    method: freeText,
    payload: map,
    description: freeText,
    state: text(12),
    rank: small,
    retryCount: count,
    lastError: freeText,
    nextRetryAt: timeMs,
    in_doubt: flag,
    sentAt: timeMs,
    sentOps: count,
    sentHash: freeText,
    history: objects,
  },
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
