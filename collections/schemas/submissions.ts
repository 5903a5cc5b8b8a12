import type { RxJsonSchema } from 'rxdb'
import { getCRDTSchemaPart } from 'rxdb/plugins/crdt'
import type { OperationLog } from '../operation-log.ts'
import type { HistoryEntry } from './history-entry.ts'
import type { Refusal } from './refusal.ts'
import {
  as,
  coordinate,
  count,
  freeText,
  idText,
  map,
  objects,
  optional,
  schemaVersion,
  small,
  text,
  texts,
  timeMs,
  type DocOf,
} from './schema.ts'

/**
 * WARNING: persisted. pending: the server does not have all of it; deleted: hidden until the server confirms the
 * deletion.
 */
export type SyncStatus = 'pending' | 'synced' | 'deleted'

/**
 * WARNING: persisted. The state of an interview; collections/interview/machine.ts has its moves. open: it was never
 * submitted, and is being filled in. unsent: no server has it. stored: the server has its row. refused: it is in Recovery
 * only. deleting: the surveyor deleted it, and the server has not confirmed that. binned: it disappeared, and can be
 * restored.
 */
export type SubmissionState = 'open' | 'unsent' | 'stored' | 'refused' | 'deleting' | 'binned'

/** WARNING: persisted. Why a submission is not in the lists, as a number because indexes begin with it. */
export const hiddenBy = { nothing: 0, deletion: 1, bin: 2, refusal: 3, filling: 4 } as const

/** WARNING: persisted. What of a submission waits for the surveyor, as a number because an index begins with it. */
export const attentionTo = { nothing: 0, work: 1, workAndRefusal: 2, refusal: 3 } as const

/**
 * WARNING: persisted. Why a submission disappeared: the surveyor deleted it, it was deleted on another device or
 * in the office, or a server that does not report deletions answered 404 for it and may have lost it.
 */
export type BinReason = 'surveyor' | 'elsewhere' | 'missing'

/** Why a submission is in the bin, and since when. WARNING: persisted. */
export interface Binned {
  readonly reason: BinReason
  /** Epoch ms. */
  readonly at: number
  /** The id that it had on the server; '' when it had none. */
  readonly server_id: string
}

/** One answer of the surveyor; a list for fields that take several values. */
export type Answer = string | string[]

/** A file that the interview was submitted with. Its bytes are in `file_uploads` under the same id. */
export interface ManifestFile {
  id: string
  field_id: string
  field_type: string
  /** The occurrence within a repeat; absent for the first, and outside of repeats. */
  occurrence?: number
  file_name: string
  file_type: string
  file_size: number
  /** The digest of its bytes, in hex; absent for files of earlier versions. */
  sha256?: string
  /** Removed by an edit that the server has not confirmed; absent otherwise. */
  removed?: boolean
}

/** A request that may have created a row for an interview. WARNING: persisted. */
export interface SentBefore {
  /** The body of the request. */
  body: Record<string, unknown>
  /** When it was sent, epoch ms. */
  sentAt: number
}

/**
 * What is being filled in: an interview that was never submitted, or the edit of one. Its answers are in `form_responses`
 * and its new files in `file_uploads`, under the interview's id. WARNING: persisted.
 */
export interface Work {
  /** Whether its answers are the whole interview, and not only changes. */
  readonly isWhole: boolean
  /** Whether it was the edit of a submission that disappeared. */
  readonly isDetached: boolean
  /** The version of the form that it was begun with. */
  readonly definition_hash: string
  /** ISO 8601 UTC of the first keystroke. */
  readonly created_at: string
  /** Epoch ms of the last keystroke. */
  readonly updated_at: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
  /** As in the submission. */
  readonly located_after?: number
  /**
   * The scroll position: the index of the field at the top, plus the part of it that was scrolled past (0 to
   * 0.99).
   */
  readonly scroll: number
  /** An earlier request of this interview whose outcome is unknown; absent where there was none. */
  readonly sent_before?: SentBefore
}

/** A comment on an answer, or on the whole submission, as the server says it. WARNING: persisted. */
export interface ReviewComment {
  readonly id: string
  /** ISO 8601 UTC. */
  readonly at: string
  readonly author: string
  readonly by: 'office' | 'surveyor'
  /** '' for the whole submission. */
  readonly field_id: string
  readonly occurrence: number
  readonly text: string
}

/** What the office says of a submission. WARNING: persisted. */
export interface Review {
  readonly state: 'received' | 'correction' | 'corrected' | 'accepted' | 'rejected'
  /** Counts what the office has said and decided. */
  readonly version: number
  readonly comments: readonly ReviewComment[]
}

/** The surveyor's reply to a comment, in an edit that the server has not confirmed. WARNING: persisted. */
export interface Reply {
  /** The id of the comment. */
  readonly to: string
  readonly field_id: string
  readonly occurrence: number
  readonly text: string
  /** ISO 8601 UTC. */
  readonly at: string
}

const fields = {
  /** `temp_{timestamp}` for interviews of this device, the server's id for others; never changes. */
  id: idText,
  /** A UUID from the first keystroke on. The server makes one row per key. */
  client_key: text(64),
  /** The keys that it had before it was restored from the bin; absent for none. */
  former_keys: optional(texts),
  /** '' until the server has assigned one. */
  server_id: idText,
  form_id: idText,
  formName: freeText,
  definition_hash: text(80),
  latitude: coordinate,
  longitude: coordinate,
  /** Metres; null when unknown. */
  accuracy: coordinate,
  /** The seconds from the first answer to its position, where they were more than an hour; absent otherwise. */
  located_after: optional(count),
  address: freeText,
  city: freeText,
  /** ISO 8601 UTC. */
  created_at: freeText,
  updated_at: freeText,
  submittedAt: freeText,
  syncStatus: as<SyncStatus>(text(10)),
  /** Answers by answer key (collections/ids.ts). */
  answers: map<Record<string, Answer>>(),
  files: objects<ManifestFile>(),
  /** How many of `files` the server has not confirmed. */
  files_pending: count,
  /** The server's revision of the base, for If-Match; '' when unknown. */
  rev: freeText,
  history: objects<HistoryEntry>(),
  /** An earlier request that may have made its row; only while it is unsent. */
  sent_before: optional(map<SentBefore>()),
  state: as<SubmissionState>(text(10)),
  /** One of `hiddenBy`; follows from the state. */
  hidden: small,
  /** In the bin only. */
  binned: optional(map<Binned>()),
  /** What is being filled in, a note of this device; absent for nothing. */
  work: optional(map<Work>()),
  /** What the server refused of it, oldest first, a note of this device; absent for none. */
  refusals: optional(as<readonly Refusal[]>(objects())),
  /** One of `attentionTo`; follows from the work and the refusals. */
  attention: as<number>({ ...small, default: 0 }),
  /** The ids of further rows of it on a server without keys, a note of this device; absent for none. */
  copies: optional(texts),
  /** What the office says of it; absent for nothing. */
  review: optional(map<Review>()),
  /** The surveyor's replies by their ids, in edits that the server has not confirmed; absent for none. */
  replies: optional(map<Record<string, Reply>>()),
  /** The version of the review that such an edit corrects; absent for none. */
  corrects: optional(count),
  /** 1 while the surveyor is to correct it, otherwise 0; follows from the review and the edits. */
  correction: as<number>({ ...small, default: 0 }),
  /** The order of its list: by its time, in the bin by the time of its end. */
  newest: timeMs,
  /** The server's row, in a document that RxDB has pulled; never stored. */
  row: optional(map<Record<string, unknown>>()),
  crdts: as<OperationLog>(getCRDTSchemaPart()),
}

/**
 * An interview. Its operation log (`crdts`) is `[server base, …pending operations, local notes]`, and every other
 * field is derived from the log (interview/logged.ts). The notes are what only this device knows of it.
 */
export type SubmissionDoc = DocOf<typeof fields>

/** What of a submission is neither its log nor a note of this device. */
export type SubmissionFields = Omit<SubmissionDoc, 'crdts' | 'work' | 'refusals' | 'copies' | 'row'>

/** How submissions are stored: a CRDT whose document is the replay of its log. */
export const submissionsSchema: RxJsonSchema<SubmissionDoc> = {
  title: 'submissions',
  version: schemaVersion,
  primaryKey: 'id',
  type: 'object',
  properties: fields,
  required: [
    'id',
    'client_key',
    'server_id',
    'form_id',
    'created_at',
    'syncStatus',
    'answers',
    'state',
    'hidden',
    'attention',
    'correction',
    'newest',
    'crdts',
  ],
  indexes: [
    ['hidden', 'newest'],
    ['hidden', 'form_id', 'newest'],
    ['hidden', 'syncStatus', 'newest'],
    ['hidden', 'form_id', 'syncStatus', 'newest'],
    'server_id',
    'attention',
    ['correction', 'hidden', 'newest'],
  ],
  crdt: { field: 'crdts' },
}
