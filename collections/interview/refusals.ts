import type { Database } from '../database.ts'
import type { Transaction } from '../one-database/transaction.ts'
import { pendingOperations, type Operations } from '../operation-log.ts'
import type { OutboxDoc } from '../schemas/outbox.ts'
import type { Refusal } from '../schemas/refusal.ts'
import { newestOf } from '../schemas/schema.ts'
import {
  attentionTo,
  hiddenBy,
  type SubmissionDoc,
  type SubmissionFields,
  type Work,
} from '../schemas/submissions.ts'
import { currentUser, type UserProfileDoc } from '../schemas/user-profile.ts'
import { contentOf } from './content.ts'
import { planLog, withNotes } from './logged.ts'
import type { InterviewEvent } from './machine.ts'
import { isRefused, planMove } from './plan-move.ts'

/**
 * Recovery is a view: every refusal of every submission and of the profile. Only the surveyor ends one, by deleting it,
 * by opening it or by a return to the outbox (decisions 3).
 */

/** Names an entry: its id, and the submission that has it, or 'currentUser' for the profile. */
export type EntryKey = Pick<RecoveryEntry, 'id' | 'submission_id'>

/** A refusal as the screens show it. */
export interface RecoveryEntry extends Refusal {
  /** The submission that has it, or 'currentUser' for the profile. */
  readonly submission_id: string
}

/** What an entry from the outbox holds. WARNING: persisted. */
export interface RecoveredPayload {
  /**
   * The whole document with the refused operations in its log. Null when it no longer existed, and as it is stored for an
   * interview, because its own document has it.
   */
  readonly submission: SubmissionDoc | null
  /** The refused edits of the profile; empty for other kinds. */
  readonly profile: readonly Operations[]
  /** The body as it was last sent. */
  readonly sent: Readonly<Record<string, unknown>>
  /** What the outbox item recorded of requests with an unknown outcome. */
  readonly item: Pick<OutboxDoc, 'in_doubt' | 'sentAt' | 'sentOps' | 'sentHash'>
}

/** Reads an entry's payload. That of a document that could not be migrated holds none of it. */
export const payloadOf = ({ payload }: Pick<Refusal, 'payload'>): RecoveredPayload => ({
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

/** What a draft made from an entry must remember: the request that may have made a row of it. */
export const sentBefore = ({ item, sent }: RecoveredPayload): Pick<Work, 'sent_before'> =>
  item.in_doubt ? { sent_before: { body: { ...sent }, sentAt: item.sentAt } } : {}

/** The entries of a submission, oldest first. */
export const entriesOf = (doc: SubmissionDoc): readonly RecoveryEntry[] =>
  (doc.refusals ?? []).map(refusal => {
    const entry = { ...refusal, submission_id: doc.id }
    // One whose interview was nowhere has none.
    if (refusal.kind === 'create' && pendingOperations(doc.crdts).length > 0) {
      const submission = contentOf(doc)
      const file_ids = doc.files.map(({ id }) => id)
      return { ...entry, file_ids, payload: { ...refusal.payload, submission } }
    }
    const { submission } = payloadOf(refusal)
    // It may have been joined with another document since.
    if (submission === null || submission.id === doc.id) return entry
    return { ...entry, payload: { ...refusal.payload, submission: { ...submission, id: doc.id } } }
  })

/** The entry of a refused interview; null for any other submission. */
export const refusedInterview = (doc: SubmissionDoc): RecoveryEntry | null =>
  entriesOf(doc).find(({ kind }) => kind === 'create') ?? null

/** The entries of the profile, oldest first. */
export const entriesOfProfile = (
  profile: Pick<UserProfileDoc, 'refusals'>,
): readonly RecoveryEntry[] =>
  (profile.refusals ?? []).map(refusal => ({ ...refusal, submission_id: currentUser }))

/** An entry as a transaction leaves it; null when there is none. */
export const entryIn = async (
  transaction: Transaction,
  db: Database,
  { id, submission_id }: EntryKey,
): Promise<RecoveryEntry | null> => {
  const isOf = (entry: RecoveryEntry) => entry.id === id
  if (submission_id === currentUser) {
    const profile = await transaction.read(db.user_profile, currentUser)
    return profile === null ? null : (entriesOfProfile(profile).find(isOf) ?? null)
  }
  const stored = await transaction.read(db.submissions, submission_id)
  return stored === null ? null : (entriesOf(stored).find(isOf) ?? null)
}

/** The field of a submission with these refusals. */
export const asRefusals = (
  refusals: readonly Refusal[],
): { refusals: readonly Refusal[] | undefined } => ({
  refusals: refusals.length === 0 ? undefined : refusals,
})

/** Refusals with one more. Two may have the same time, because the clock was set back, and none replaces another. */
export const withRefusal = (
  refusals: readonly Refusal[] = [],
  added: Refusal,
): readonly Refusal[] => {
  const isTaken = (wanted: string) => refusals.some(({ id }) => id === wanted)
  const at = added.id.lastIndexOf('|')
  let { id } = added
  for (let time = Number(added.id.slice(at + 1)); isTaken(id);) {
    time += 1
    id = `${added.id.slice(0, at)}|${time}`
  }
  return [...refusals, { ...added, id }]
}

/** Plans to change the refusals of a submission, or of the profile; a refused submission without any is gone. */
const planRefusals = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  event: InterviewEvent,
  change: (refusals: readonly Refusal[]) => readonly Refusal[],
): Promise<void> => {
  if (submissionId === currentUser) {
    await planLog(transaction, db.user_profile, currentUser, stored =>
      stored === null || stored._deleted
        ? null
        : withNotes(stored, asRefusals(change(stored.refusals ?? []))),
    )
    return
  }
  await planMove(transaction, db, submissionId, event, stored => {
    if (stored === null || stored._deleted) return null
    const local = asRefusals(change(stored.refusals ?? []))
    const isEmpty = local.refusals === undefined && event !== 'returned'
    if (isRefused(stored) && isEmpty) return { base: asGone(stored), pending: [] }
    const isOver = event === 'forgotten' && !local.refusals?.some(({ kind }) => kind === 'create')
    return isRefused(stored) && isOver
      ? { base: asHeld(stored), pending: [], local }
      : withNotes(stored, local)
  })
}

/** Plans to end an entry. */
export const planWithoutEntry = (
  transaction: Transaction,
  db: Database,
  { id, submission_id }: EntryKey,
  event: 'forgotten' | 'returned' | 'reopened',
): Promise<void> =>
  planRefusals(transaction, db, submission_id, event, refusals =>
    refusals.filter(refusal => refusal.id !== id),
  )

/** Plans to store an entry with another payload. */
export const planPayload = (
  transaction: Transaction,
  db: Database,
  { id, submission_id }: EntryKey,
  payload: Refusal['payload'],
): Promise<void> =>
  planRefusals(transaction, db, submission_id, 'refused', refusals =>
    refusals.map(refusal => (refusal.id === id ? { ...refusal, payload } : refusal)),
  )

/**
 * Plans to add a refusal to what it is about: to the profile, to a submission, also one in the bin, or else to a document
 * that holds nothing but refusals.
 */
export const planRefusal = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  refusal: Refusal,
  event: 'refused' | 'brought' = 'refused',
): Promise<void> => {
  const profile = await transaction.read(db.user_profile, currentUser)
  const id = submissionId === currentUser && profile === null ? refusal.id : submissionId
  const isHeld = id === currentUser || (await transaction.read(db.submissions, id)) !== null
  if (isHeld) {
    return planRefusals(transaction, db, id, event, refusals => withRefusal(refusals, refusal))
  }
  await planMove(transaction, db, id, event, () => ({
    base: asHeld({ ...nothing, ...pickNamed(refusal), id, newest: newestOf(refusal.moved_at) }),
    pending: [],
    local: asRefusals([refusal]),
  }))
}

const pickNamed = ({ form_id, formName, definition_hash, created_at }: Refusal) => ({
  form_id,
  formName,
  definition_hash,
  created_at,
})

/** A submission without anything. */
const nothing = {
  client_key: '',
  server_id: '',
  latitude: null,
  longitude: null,
  accuracy: null,
  address: '',
  city: '',
  updated_at: '',
  submittedAt: '',
  syncStatus: 'deleted',
  answers: {},
  files: [],
  files_pending: 0,
  rev: '',
  history: [],
  state: 'refused',
  hidden: hiddenBy.refusal,
  attention: attentionTo.nothing,
  correction: 0,
} as const satisfies Partial<SubmissionDoc>

/** What stays of a submission that only its refusals have: they name its answers and files. */
export const asHeld = (stored: SubmissionFields): SubmissionFields => ({
  ...nothing,
  id: stored.id,
  client_key: stored.client_key,
  ...(stored.former_keys === undefined ? {} : { former_keys: stored.former_keys }),
  form_id: stored.form_id,
  formName: stored.formName,
  definition_hash: stored.definition_hash,
  created_at: stored.created_at,
  newest: stored.newest,
  answers: {},
  files: [],
  history: [],
})

/** What stays of a submission that is gone: the fields that its tombstone needs. */
export const asGone = (
  stored: SubmissionDoc,
): Partial<SubmissionDoc> & { readonly _deleted: boolean } => ({
  id: stored.id,
  client_key: stored.client_key,
  server_id: stored.server_id,
  form_id: stored.form_id,
  created_at: stored.created_at,
  syncStatus: 'deleted',
  answers: {},
  files: [],
  state: stored.state,
  hidden: hiddenBy.deletion,
  attention: attentionTo.nothing,
  correction: 0,
  newest: stored.newest,
  _deleted: true,
})

/** What stays of a submission that is gone outside Recovery: its refusals, or only its tombstone. */
export const asEnded = (stored: SubmissionDoc): Partial<SubmissionDoc> =>
  (stored.refusals ?? []).length > 0 ? asHeld(stored) : asGone(stored)
