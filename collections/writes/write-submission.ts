import { now as timeOfWrite } from 'rxdb'
import type { Database } from '../database.ts'
import type { DraftDoc } from '../interview/drafts.ts'
import type { FileUploadDoc } from '../schemas/file-uploads.ts'
import type { FormResponseDoc } from '../schemas/form-responses.ts'
import { keyFrom, answerAt, answerKey } from '../ids.ts'
import { asRefusals, refusedInterview } from '../interview/refusals.ts'
import { isRefused, isSubmitted, planMove, submittedIn } from '../interview/plan-move.ts'
import {
  answerPath,
  baseFields,
  canonical,
  pendingOperations,
  type Operations,
  type Update,
} from '../operation-log.ts'
import {
  type Answer,
  attentionTo,
  hiddenBy,
  type ManifestFile,
  type Reply,
  type SubmissionDoc,
  type SubmissionFields,
} from '../schemas/submissions.ts'
import { newestOf } from '../schemas/schema.ts'
import type { ShownHint } from '../schemas/history-entry.ts'
import { locatedAfter } from '../interview/located-after.ts'
import type { Transaction } from '../one-database/transaction.ts'

/** Every write that creates, edits or deletes a submission on this device. */

/** Where an interview was made; null where unknown. */
export interface Place {
  readonly latitude: number | null
  readonly longitude: number | null
  /** Metres. */
  readonly accuracy: number | null
  /** How long after the first answer it was found; absent where it was soon. */
  readonly located_after?: number
}

/** The contents of an interview when the surveyor submits it. */
export interface InterviewContents {
  readonly answers: Readonly<Record<string, Answer>>
  /**
   * The keys of answers that an edit sets even if they are unchanged, because others mean nothing without them; absent
   * for none.
   */
  readonly needed?: readonly string[]
  /** The stored answers that these are made from. What is stored later becomes an edit; absent for nothing. */
  readonly read?: readonly FormResponseDoc[]
  readonly files: readonly FileUploadDoc[]
  /** Those of the files that are the only ones of their field; absent for none. */
  readonly single?: readonly FileUploadDoc[]
  readonly place: Place
  readonly address: string
  readonly city: string
  /** The version of the review that was read while an edit was made; absent for none. */
  readonly corrects?: number
  /** The hints that were shown, with the surveyor's reasons; absent for none. An edit ignores them. */
  readonly hints?: readonly ShownHint[]
}

/** The manifest entry of a file. */
export const toManifest = (file: FileUploadDoc): ManifestFile => ({
  id: file.id,
  field_id: file.field_id,
  field_type: file.field_type,
  ...(file.occurrence > 0 ? { occurrence: file.occurrence } : {}),
  file_name: file.file_name,
  file_type: file.file_type,
  file_size: file.file_size,
  ...(file.sha256 === '' ? {} : { sha256: file.sha256 }),
})

/** An operation of this device. */
export const operationOf = async (db: Database, update: Update): Promise<Operations> => [
  { creator: await db.storageToken, time: timeOfWrite(), body: [{ ifMatch: update }] },
]

/** Plans to append an operation to a submission's log; does nothing when it is not on the device. */
const append = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  event: 'edited' | 'deleted',
  update: Update,
): Promise<void> => {
  await planMove(transaction, db, submissionId, event, async stored =>
    !isSubmitted(stored)
      ? null
      : {
          base: baseFields<SubmissionDoc>(stored.crdts),
          pending: [...pendingOperations(stored.crdts), await operationOf(db, update)],
        },
  )
}

/**
 * Plans the submission of a new interview. 'already' means that an earlier try or another tab has submitted it.
 */
export const planInterview = async (
  transaction: Transaction,
  db: Database,
  draft: DraftDoc,
  contents: InterviewContents,
  now: number,
): Promise<'committed' | 'already'> => {
  const iso = new Date(now).toISOString()
  const { hints = [] } = contents
  const submission: SubmissionFields = {
    id: draft.id,
    client_key: draft.client_key,
    server_id: '',
    form_id: draft.form_id,
    formName: draft.formName,
    definition_hash: draft.definition_hash,
    // One by one, because an object that fits Place may have more fields.
    latitude: contents.place.latitude,
    longitude: contents.place.longitude,
    accuracy: contents.place.accuracy,
    ...locatedAfter(contents.place),
    address: contents.address,
    city: contents.city,
    created_at: iso,
    updated_at: iso,
    submittedAt: iso,
    syncStatus: 'pending',
    answers: { ...contents.answers },
    files: contents.files.map(toManifest),
    files_pending: contents.files.length,
    rev: '',
    // In the history, because that is sealed, kept by every base, and never a reason for another request.
    history: [
      { at: now, what: 'saved', note: '', ...(hints.length === 0 ? {} : { hints: [...hints] }) },
    ],
    ...(draft.sent_before === undefined ? {} : { sent_before: draft.sent_before }),
    state: 'unsent',
    hidden: hiddenBy.nothing,
    attention: attentionTo.nothing,
    correction: 0,
    newest: newestOf(now),
  }
  const before = await transaction.read(db.submissions, draft.id)
  // Its row is gone, and the server may remember that key.
  const isNew =
    before !== null &&
    (before.state === 'binned' || (isRefused(before as never) && refusedInterview(before) === null))
  const client_key = isNew ? await keyFrom(`${before.client_key}|${now}`) : draft.client_key
  const former_keys = isNew
    ? [...(before.former_keys ?? []), before.client_key]
    : before?.former_keys
  const own = { ...submission, client_key, ...(former_keys === undefined ? {} : { former_keys }) }
  const isPlanned = await planCreation(transaction, db, 'submitted', own)
  return isPlanned ? 'committed' : 'already'
}

/** Plans a submission that no server has seen; its first operation is the whole of it. Returns whether it is written. */
export const planCreation = async (
  transaction: Transaction,
  db: Database,
  event: 'submitted' | 'restored',
  submission: SubmissionFields,
): Promise<boolean> => {
  const creation = await operationOf(db, { $set: submission as never })
  return planMove(transaction, db, submission.id, event, stored => ({
    base: null,
    pending: [creation],
    local: {
      ...asRefusals((stored?.refusals ?? []).filter(({ kind }) => kind !== 'create')),
      work: event === 'submitted' ? undefined : stored?.work,
    },
  }))
}

/** What an edit changes: answers set and cleared, and the list of files when it differs. */
const editOf = (
  submission: SubmissionDoc,
  answers: Readonly<Record<string, Answer>>,
  files: readonly ManifestFile[],
): { $set: Record<string, unknown>; $unset: Record<string, ''> } => {
  const $set: Record<string, unknown> = {}
  const $unset: Record<string, ''> = {}
  for (const [key, value] of Object.entries(answers)) {
    if (canonical(answerAt(submission.answers, key)) !== canonical(value))
      $set[answerPath(key)] = value
  }
  const fileKeys = new Set(
    [...submission.files, ...files].map(file => answerKey(file.field_id, file.occurrence)),
  )
  for (const key of Object.keys(submission.answers)) {
    if (!Object.hasOwn(answers, key) && !fileKeys.has(key)) $unset[answerPath(key)] = ''
  }
  if (canonical(submission.files) !== canonical(files)) $set['files'] = files
  return { $set, $unset }
}

/** What an edit has in addition to its answers and files. */
interface EditExtras {
  /** As in the contents of an interview; absent for none. */
  readonly needed?: readonly string[]
  /** The files that only the server has and that the edit removes; absent for none. */
  readonly removed?: readonly ManifestFile[]
  /** Replies to comments, as the fields that the operation sets; absent for none. */
  readonly replies?: Readonly<Record<string, Reply>>
  /** As in the contents of an interview. */
  readonly corrects?: number | undefined
}

/**
 * Plans an edit of a submission as one operation with the changes and the replies, and with the needed answers; false
 * when nothing changed.
 */
export const planEdit = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  answers: Readonly<Record<string, Answer>>,
  files: readonly FileUploadDoc[],
  now: number,
  { needed = [], removed = [], replies = {}, corrects }: EditExtras = {},
): Promise<boolean> => {
  const submission = await submittedIn(transaction, db, submissionId)
  if (submission === null) throw new Error('The submission is not on the device.')
  const isKept = ({ id }: ManifestFile) => files.some(file => file.id === id)
  // When the server may have a file, its removal is kept in the manifest until the server has confirmed it.
  const kept =
    submission.server_id === ''
      ? submission.files.filter(isKept)
      : submission.files.map(file => (isKept(file) ? file : { ...file, removed: true }))
  const added = [...removed, ...files.map(toManifest)].filter(
    file => !submission.files.some(({ id }) => id === file.id),
  )
  const { $set, $unset } = editOf(submission, answers, [...kept, ...added])
  if ([$set, $unset, replies].every(part => Object.keys(part).length === 0)) return false
  const alongside = needed.flatMap(key => {
    const value = answerAt(answers, key)
    return value === undefined ? [] : [[answerPath(key), value]]
  })
  const update: Update = {
    $set: {
      ...Object.fromEntries(alongside),
      ...$set,
      ...replies,
      ...(corrects === undefined ? {} : { corrects }),
      syncStatus: 'pending',
      updated_at: new Date(now).toISOString(),
    },
    ...(Object.keys($unset).length === 0 ? {} : { $unset }),
  }
  await append(transaction, db, submissionId, 'edited', update)
  return true
}

/**
 * Plans to hide a submission that the surveyor deleted, until the server confirms the deletion (4.1). `kept` are files
 * that the deletion names in addition, or newly, because they were fetched for the bin.
 */
export const planDeletion = async (
  transaction: Transaction,
  db: Database,
  submissionId: string,
  now: number,
  kept: readonly ManifestFile[] = [],
): Promise<void> => {
  const files = (await submittedIn(transaction, db, submissionId))?.files ?? []
  const named = [
    ...files.map(file => kept.find(({ id }) => id === file.id) ?? file),
    ...kept.filter(({ id }) => files.every(file => file.id !== id)),
  ]
  await append(transaction, db, submissionId, 'deleted', {
    $set: {
      syncStatus: 'deleted',
      state: 'deleting',
      hidden: hiddenBy.deletion,
      updated_at: new Date(now).toISOString(),
      ...(canonical(named) === canonical(files) ? {} : { files: named }),
    },
  })
}
