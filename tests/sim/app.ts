import { finishInterrupted } from '../../collections/writes/finish-interrupted.ts'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { answerKey } from '../../collections/ids.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import { dexieStorage } from '../../collections/storage/storage.ts'
import type { Answer, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { discardDraft } from '../../collections/writes/write-interview.ts'
import { commitEdit } from '../../collections/writes/write-submission.ts'
import { createApi } from '../../replication/http/api.ts'
import { createClient } from '../../replication/http/client.ts'
import { finishRecoveryWork } from '../../replication/recovery/finish-returns.ts'
import { deleteSubmission, submitInterview } from '../../replication/submit.ts'
import { startSync } from '../../replication/sync.ts'
import { fillIn, type Disk, type TestFile } from '../device.ts'
import { createFakeSyncEnv, type FakeOptions, type FakeSyncEnv } from '../env.ts'
import { withLife, type Activity, type Life } from './life.ts'
import { lookAt, type Look } from './look.ts'

/** What a simulated tab runs on. */
export interface AppOptions extends FakeOptions {
  readonly disk: Disk
  readonly life: Life
  readonly activity: Activity
  readonly token: string | null
  readonly uuid: () => string
}

/** The product in one tab, as a surveyor would use it, and looked into as nobody else can. */
export interface App {
  readonly env: FakeSyncEnv
  /** Types an interview in; gives back its draft's id. */
  readonly fillIn: (
    formId: string,
    answers: Readonly<Record<string, Answer>>,
    files: readonly TestFile[],
  ) => Promise<string>
  /** Presses Submit on a draft, with all that is stored of it. */
  readonly submit: (draftId: string) => Promise<string>
  readonly discard: (draftId: string) => Promise<void>
  /** Changes one answer; false when the submission is not there to be changed. */
  readonly edit: (id: string, field: string, value: string) => Promise<boolean>
  readonly remove: (id: string) => Promise<string>
  readonly sync: () => Promise<string>
  readonly refresh: () => Promise<void>
  readonly look: () => Promise<Look>
  readonly close: () => Promise<void>
}

/** Opens the app as a start of the browser does. */
export const openApp = async (options: AppOptions): Promise<App> => {
  const env = { ...createFakeSyncEnv(options), uuid: options.uuid }
  env.signIn(options.token)
  const storage = withLife(dexieStorage(options.disk.port), options.life, options.activity)
  const db = await openDatabase(options.disk.name, storage)
  try {
    await finishInterrupted(db, env.clock.now())
    await finishRecoveryWork(db, env.clock.now())
  } catch (error) {
    await db.close()
    throw error
  }
  const client = createClient(env)
  const api = createApi(client)
  const sync = startSync({ db, client, api, env })
  const parts = { db, env, sync }
  return {
    env,
    fillIn: async (formId, answers, files) => {
      const { draft } = await fillIn(
        { ...parts, client, api, crash: async () => {} },
        formId,
        answers,
        files,
      )
      return draft.id
    },
    submit: draftId => submitDraft(parts, draftId),
    discard: draftId => discardDraft(db, draftId),
    edit: async (id, field, value) => {
      const doc = await db.submissions.findOne(id).exec()
      if (doc === null || doc.hidden === 1) return false
      const { answers, files } = doc.toJSON() as SubmissionDoc
      const kept = await db.file_uploads.findByIds(files.map(file => file.id)).exec()
      const docs = [...kept.values()].map(file => file.toMutableJSON())
      return commitEdit(db, id, { ...answers, [answerKey(field)]: value }, docs, env.clock.now())
    },
    remove: id => deleteSubmission(parts, id),
    sync: async () => {
      const { stopped, synced } = await sync.run({ all: true })
      return `${synced} sent${stopped === null ? '' : `, stopped: ${stopped}`}`
    },
    refresh: async () => {
      await sync.refresh.now('submissions')
    },
    look: () => lookAt(db),
    close: async () => {
      env.die()
      await sync.stop()
      await db.close()
    },
  }
}

const submitDraft = async (
  parts: Parameters<typeof submitInterview>[0] & { readonly db: Database },
  draftId: string,
): Promise<string> => {
  const { db } = parts
  const draft = (await db.drafts.findOne(draftId).exec(true)).toMutableJSON()
  const selector = { submission_id: draftId }
  const responses = await db.form_responses.find({ selector }).exec()
  const files = await db.file_uploads.find({ selector }).exec()
  return submitInterview(parts, draft, {
    answers: Object.fromEntries(
      responses.map(({ question_id, value }) => [answerKey(question_id), value as Answer]),
    ),
    files: files.map(file => file.toMutableJSON() as FileUploadDoc),
    place: { latitude: 12.9716, longitude: 77.5946, accuracy: 8 },
    address: '',
    city: '',
  })
}
