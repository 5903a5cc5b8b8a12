import { finishLateAnswers } from '../collections/writes/write-work.ts'
import { findSubmitted } from '../collections/interview/plan-move.ts'
import type { Database } from '../collections/database.ts'
import { openDatabase } from '../collections/open-database.ts'
import type { FileUploadDoc } from '../collections/schemas/file-uploads.ts'
import { answerKey } from '../collections/ids.ts'
import type { IndexedDbPort } from '../collections/storage/raw-database.ts'
import type { Answer, SubmissionDoc } from '../collections/schemas/submissions.ts'
import { attachFile } from '../collections/writes/write-files.ts'
import { keepAnswer, startDraft } from '../collections/writes/write-interview.ts'
import { planProfileEdit, type ProfileEdit } from '../collections/writes/write-profile.ts'
import { transact } from '../collections/one-database/transaction.ts'
import { createApi, type Api } from '../replication/http/api.ts'
import { createClient, type Client } from '../replication/http/client.ts'
import { deletionHeldMs } from '../replication/limits.ts'
import { deleteSubmission, submitInterview, type SubmitOutcome } from '../replication/submit.ts'
import { startSync, type Sync } from '../replication/sync.ts'
import { workspaceStorage } from '../src/storage/workspace-storage.ts'
import { createFakeSyncEnv, createIndexedDb, type FakeOptions, type FakeSyncEnv } from './env.ts'

/** One tab on a device, in memory: real collections on Dexie, real sync, a server to talk to. */
export interface Device {
  readonly env: FakeSyncEnv
  readonly db: Database
  readonly client: Client
  readonly api: Api
  readonly sync: Sync
  /** Stops the app as a crash does: nothing is finished, and the disk stays. */
  readonly crash: () => Promise<void>
}

export interface Disk {
  readonly name: string
  readonly port: IndexedDbPort
}

let disks = 0

/** The storage of a new device. Opening it again finds what was written. */
export const createDisk = (): Disk => {
  disks += 1
  // Broadcasts reach every process of this machine, so the name must be unique to this one.
  return { name: `device-${process.pid}-${disks}`, port: createIndexedDb() }
}

/** Starts the app on a disk; `wrap` puts something around its storage. */
export const openDevice = async (
  options: FakeOptions,
  disk: Disk,
  token: string | null,
  wrap: (storage: ReturnType<typeof workspaceStorage>) => typeof storage = storage => storage,
): Promise<Device> => {
  const env = createFakeSyncEnv(options)
  env.signIn(token)
  const db = await openDatabase(disk.name, wrap(workspaceStorage({ indexedDb: disk.port })))
  await finishLateAnswers(db, env.clock.now())
  const client = createClient(env)
  const api = createApi(client)
  const sync = startSync({ db, client, env })
  return {
    env,
    db,
    client,
    api,
    sync,
    crash: async () => {
      env.die()
      await sync.stop()
      await db.close()
    },
  }
}

/** Takes the device's calls instead of the server until the returned function runs; null lets a call pass. */
export const interceptCalls = (
  { client }: Pick<Device, 'client'>,
  answer: (...given: Parameters<Client['call']>) => ReturnType<Client['call']> | null,
): (() => void) => {
  const { call } = client
  Object.assign(client, {
    call: (...given: Parameters<Client['call']>) => answer(...given) ?? call(...given),
  })
  return () => void Object.assign(client, { call })
}

/** No page of changes arrives, as if there were no network for it. */
export const withoutChanges: Parameters<typeof interceptCalls>[1] = (name, { query }) =>
  name === 'submissions' && query?.['since'] !== undefined
    ? Promise.resolve({ ok: false, failure: { kind: 'offline' } })
    : null

export interface TestFile {
  readonly fieldId: string
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Fills in an interview as the fill screen does, and leaves it as a draft. */
export const fillIn = async (
  { db, env }: Device,
  formId: string,
  answers: Readonly<Record<string, Answer>>,
  files: readonly TestFile[] = [],
) => {
  const draft = await startDraft(db, {
    formId,
    formName: `Form ${formId}`,
    definitionHash: 'v1',
    clientKey: env.uuid() + env.clock.now(),
    now: env.clock.now(),
  })
  for (const [fieldId, value] of Object.entries(answers)) {
    await keepAnswer(db, draft.id, fieldId, value, env.clock.now())
  }
  const docs: FileUploadDoc[] = []
  for (const file of files) {
    const doc: FileUploadDoc = {
      id: `${draft.id}-${docs.length}`,
      submission_id: draft.id,
      field_id: file.fieldId,
      field_name: file.fieldId,
      field_type: 'FILE',
      occurrence: 0,
      file_name: file.name,
      file_type: 'text/plain',
      file_size: file.bytes.length,
      sha256: '',
      sync_status: 'pending',
      created_at: env.clock.now(),
      synced_at: 0,
    }
    await attachFile(db, doc, new Blob([file.bytes], { type: 'text/plain' }))
    docs.push(doc)
  }
  const keyed = Object.fromEntries(
    Object.entries(answers).map(([fieldId, value]) => [answerKey(fieldId), value]),
  )
  const place = { latitude: 12.9716, longitude: 77.5946, accuracy: 8 }
  return { draft, contents: { answers: keyed, files: docs, place, address: '', city: '' } }
}

/** Fills in and submits. */
export const submit = async (
  device: Device,
  formId: string,
  answers: Readonly<Record<string, Answer>>,
  files: readonly TestFile[] = [],
): Promise<{ readonly id: string; readonly outcome: SubmitOutcome }> => {
  const { draft, contents } = await fillIn(device, formId, answers, files)
  const outcome = await submitInterview(device, draft, contents)
  return { id: draft.id, outcome }
}

/** Deletes a submission here, and on the server when its Undo is gone. */
export const deleteEverywhere = async (device: Device, id: string): Promise<void> => {
  await deleteSubmission(device, id)
  device.env.clock.advance(deletionHeldMs)
  await device.sync.runIfAutomatic()
}

/** The stored submission; null when it was removed. */
export const submissionOf = async (
  { db }: Pick<Device, 'db'>,
  id: string,
): Promise<SubmissionDoc | null> => findSubmitted(db, id)

/** Edits the profile without queueing it; false when nothing changed. */
export const editProfile = (db: Database, edit: ProfileEdit): Promise<boolean> =>
  transact(transaction => planProfileEdit(transaction, db, edit))
