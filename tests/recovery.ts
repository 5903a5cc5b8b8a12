import type { Database } from '../collections/database.ts'
import {
  asRefusals,
  entriesOf,
  entryIn as readEntry,
  planPayload,
  planRefusal,
  planWithoutEntry,
  type EntryKey,
  type RecoveryEntry,
} from '../collections/interview/refusals.ts'
import { readEntries } from '../collections/recovery-entries.ts'
import { planMove } from '../collections/interview/plan-move.ts'
import { transact } from '../collections/one-database/transaction.ts'
import type { Refusal } from '../collections/schemas/refusal.ts'
import { newestOf } from '../collections/schemas/schema.ts'
import { hiddenBy, type SubmissionDoc } from '../collections/schemas/submissions.ts'
import { currentUser, type UserProfileDoc } from '../collections/schemas/user-profile.ts'
import {
  deleteRecoveryEntry as deleteEntry,
  reopenEntry as reopen,
} from '../collections/writes/write-recovery.ts'
import { keepEntryApart as keepApart } from '../replication/recovery/entry-apart.ts'
import { tryAgain as returnEntry } from '../replication/recovery/return-recovered.ts'
import { operationOf } from '../collections/writes/write-submission.ts'
import { storedDocuments } from './stored-documents.ts'

/** What is in Recovery, as the tests read and change it. */

/** All entries, the newest first. */
export const entriesIn = async (db: Database): Promise<RecoveryEntry[]> => [
  ...(await readEntries(db)),
]

/** All entries as the storage has them, whatever this tab remembers. */
export const storedEntries = async (db: Database): Promise<readonly RecoveryEntry[]> => {
  const submissions = await storedDocuments<SubmissionDoc>(db.submissions as never)
  const profiles = await storedDocuments<UserProfileDoc>(db.user_profile as never)
  return [
    ...submissions.flatMap(entriesOf),
    ...profiles
      .flatMap(({ refusals = [] }) => refusals)
      .map(refusal => ({ ...refusal, submission_id: currentUser })),
  ]
}

/** An entry; null when there is none. */
export const entryIn = async (db: Database, id: string): Promise<RecoveryEntry | null> =>
  (await readEntries(db)).find(entry => entry.id === id) ?? null

/** An entry that must be there; the newest without an id. */
export const theEntry = async (db: Database, id?: string): Promise<RecoveryEntry> => {
  const entry = id === undefined ? (await entriesIn(db))[0] : await entryIn(db, id)
  if (!entry) throw new Error(`No such entry: ${id ?? 'Recovery is empty'}`)
  return entry
}

/** What is stored of an entry. */
const refusalOf = (entry: RecoveryEntry): Refusal => {
  const { submission_id: _, ...refusal } = entry
  return refusal.kind === 'create'
    ? { ...refusal, file_ids: [], payload: { ...refusal.payload, submission: null } }
    : refusal
}

/** Stores entries that were not there. That of an interview becomes its document, with what its payload says. */
export const addEntry = (db: Database, ...entries: readonly RecoveryEntry[]): Promise<void> =>
  transact(async transaction => {
    for (const entry of entries) {
      if (entry.kind !== 'create') {
        await planRefusal(transaction, db, entry.submission_id, refusalOf(entry))
        continue
      }
      const pending = [await operationOf(db, { $set: interviewOf(entry) as never })]
      await planMove(transaction, db, entry.id, 'brought', () => ({
        base: null,
        pending,
        local: asRefusals([refusalOf(entry)]),
      }))
    }
  })

const interviewOf = ({ id, payload, moved_at, ...entry }: RecoveryEntry) => {
  const { crdts: _, ...given } = (payload['submission'] ?? {}) as Partial<SubmissionDoc>
  return {
    client_key: '',
    server_id: '',
    form_id: entry.form_id,
    formName: entry.formName,
    definition_hash: entry.definition_hash,
    latitude: null,
    longitude: null,
    accuracy: null,
    address: '',
    city: '',
    created_at: entry.created_at,
    updated_at: entry.created_at,
    submittedAt: entry.created_at,
    syncStatus: 'pending',
    answers: {},
    files: entry.file_ids.map(fileId => ({ id: fileId, field_id: 'f', field_type: 'FILE' })),
    files_pending: 0,
    rev: '',
    history: [],
    state: 'unsent',
    hidden: hiddenBy.nothing,
    newest: newestOf(moved_at),
    ...given,
    id,
  }
}

/** Stores an entry, in place of the one with its id if that is there. */
export const putEntry = (db: Database, entry: RecoveryEntry): Promise<void> =>
  transact(async transaction => {
    const refusal = refusalOf(entry)
    const isThere = (await readEntry(transaction, db, entry)) !== null
    if (isThere) await planPayload(transaction, db, entry, refusal.payload)
    else await planRefusal(transaction, db, entry.submission_id, refusal)
  })

/** Removes an entry, and leaves its files. */
export const dropEntry = (db: Database, id: string): Promise<void> =>
  transact(async transaction => {
    const entry = await entryIn(db, id)
    if (entry === null) return
    if ((await readEntry(transaction, db, entry)) === null) return
    await planWithoutEntry(transaction, db, entry, 'forgotten')
  })

const keyOf = async (db: Database, id: string): Promise<EntryKey> =>
  (await entryIn(db, id)) ?? { id, submission_id: id }

/** Puts the entry with this id back into the outbox. */
export const tryAgain = async (db: Database, id: string, now: number) =>
  returnEntry(db, await keyOf(db, id), now)

/** Opens the entry with this id for editing. */
export const reopenEntry = async (db: Database, id: string, now: number, uuid: () => string) =>
  reopen(db, await keyOf(db, id), now, uuid)

/** Deletes the entry with this id. */
export const deleteRecoveryEntry = async (db: Database, id: string, now: number) =>
  deleteEntry(db, await keyOf(db, id), now)

/** Gives the occurrences of the entry with this id their own numbers. */
export const keepEntryApart = async (db: Database, id: string) => keepApart(db, await keyOf(db, id))
