import type { Database } from '../../../collections/database.ts'
import { openDatabase } from '../../../collections/open-database.ts'
import { finishInterrupted } from '../../../collections/writes/finish-interrupted.ts'
import { dexieStorage, wipeDatabase } from '../../../collections/storage/storage.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import { discardDraft, keepAnswer } from '../../../collections/writes/write-interview.ts'
import { deleteFromBin } from '../../../collections/writes/write-bin.ts'
import type { ProfileEdit } from '../../../collections/writes/write-profile.ts'
import { createApi, type Api } from '../../../replication/http/api.ts'
import { createClient, type Client } from '../../../replication/http/client.ts'
import { undoDelete } from '../../../replication/bin/undo-delete.ts'
import { drain } from '../../../replication/drain.ts'
import { finishRecoveryWork } from '../../../replication/recovery/finish-returns.ts'
import { keepUser } from '../../../replication/pull/pull-account.ts'
import { pullForms } from '../../../replication/pull/pull-forms.ts'
import { deleteSubmission } from '../../../replication/submit.ts'
import { startSync, type Sync } from '../../../replication/sync.ts'
import { updateProfile } from '../../../replication/update-profile.ts'
import type { Disk } from '../../device.ts'
import { createFakeSyncEnv, type FakeOptions, type FakeSyncEnv } from '../../env.ts'
import { withLife, type Activity, type Life } from '../life.ts'
import type { SimAccount, Surveyor } from '../servers/sim-server.ts'
import type { SimFile, SimPlace } from '../world/content.ts'
import { logoutMark, whenNoLogout } from '../../../src/session/logout-mark.ts'
import { carryOver, takeOver } from './backup.ts'
import {
  changeAnswers,
  fillIn,
  openEdit,
  submitDraft,
  type Change,
  type SubmittedDraft,
} from './interviews.ts'
import { hashOfFile, lookAt, type Look } from './look.ts'
import { forget, reopen, retry, type ReopenedEntry } from './recovery.ts'

/** What a simulated tab runs on. */
export interface AppOptions extends FakeOptions {
  readonly disk: Disk
  readonly life: Life
  readonly activity: Activity
  readonly session: SimSession | null
  readonly uuid: () => string
}

/** Somebody who is signed in. */
export interface SimSession extends SimAccount {
  readonly name: Surveyor
}

/** How a session ends: the server says so, or the surveyor leaves nothing behind. */
export type Leaving = 'expired' | 'logout'

/** The product in one tab, as a surveyor would use it, and looked into as nobody else can. */
export interface App {
  readonly env: FakeSyncEnv
  /** Whose database is open; null while nobody is signed in. */
  readonly surveyor: () => Surveyor | null
  readonly signIn: (session: SimSession) => Promise<void>
  /** Ends the session at once; resolves when the database is closed, or gone. */
  readonly signOut: (how: Leaving) => Promise<void>
  /** Asks who is signed in, as a screen does; what the server said of it. */
  readonly account: () => Promise<string>
  /** Types an interview in; gives its draft's id. null when the form is not on the device. */
  readonly fillIn: (
    formId: string,
    answers: Readonly<Record<string, Answer>>,
    files: readonly SimFile[],
    isOld?: boolean,
  ) => Promise<string | null>
  /** Presses Submit on a draft, with all that is stored of it; without a place the draft's own counts. */
  readonly submit: (draftId: string, place?: SimPlace) => Promise<string>
  readonly discard: (draftId: string) => Promise<void>
  /** Changes a submission at once; false when it is not there to be changed. */
  readonly edit: (id: string, change: Change) => Promise<boolean>
  /** Begins an edit and leaves it open; null when the submission is not there. */
  readonly openEdit: (id: string, change: Change) => Promise<string | null>
  /** Submits what was left open. */
  readonly submitOpen: (draftId: string) => Promise<SubmittedDraft>
  /** Types an answer into a draft, or clears it. */
  readonly type: (draftId: string, fieldId: string, value: Answer | null) => Promise<void>
  /** Loses a file's document with its bytes, as a damaged disk does. */
  readonly loseFile: (fileId: string) => Promise<void>
  readonly remove: (id: string) => Promise<string>
  readonly sync: () => Promise<string>
  readonly refresh: () => Promise<void>
  readonly retry: (entryId: string) => Promise<string>
  readonly reopen: (entryId: string) => Promise<ReopenedEntry | null>
  readonly forget: (entryId: string) => Promise<void>
  /** Takes a deletion back, or restores what is in the bin; the id that the interview has then. */
  readonly undo: (id: string) => Promise<string | null>
  /** Deletes what is in the bin for good. */
  readonly binOut: (entryId: string) => Promise<void>
  readonly editProfile: (edit: ProfileEdit) => Promise<string>
  readonly backUp: () => Promise<Blob>
  readonly restore: (backup: Blob) => Promise<string>
  readonly look: () => Promise<Look | null>
  /** The SHA-256 of a file's bytes as the device reads them; null when it has none. */
  readonly hashOf: (fileId: string) => Promise<string | null>
  readonly close: () => Promise<void>
}

/** A surveyor's database, and what works on it. */
export interface Workspace {
  readonly session: SimSession
  readonly db: Database
  readonly sync: Sync
  readonly client: Client
  readonly api: Api
  readonly env: FakeSyncEnv
}

const databaseOf = ({ name }: Disk, session: SimSession): string => `${name}-${session.name}`

const openOf = async (options: AppOptions, session: SimSession): Promise<Database> => {
  const storage = withLife(dexieStorage(options.disk.port), options.life, options.activity)
  return openDatabase(databaseOf(options.disk, session), storage)
}

/** What all workspaces of a page share. */
interface Page {
  readonly env: FakeSyncEnv
  readonly client: Client
  /** Who is signed in now; null for nobody. */
  readonly current: () => SimSession | null
}

/** Opens a surveyor's workspace, as the product's session does: its calls are made for its account alone. */
const openWorkspace = async (
  options: AppOptions,
  page: Page,
  session: SimSession,
): Promise<Workspace> => {
  const token = () => (page.current()?.name === session.name ? page.env.token() : null)
  const env: FakeSyncEnv = { ...page.env, token }
  const client = page.client.forAccount(env)
  const api = createApi(client)
  const db = await openOf(options, session)
  try {
    await finishInterrupted(db, env.clock.now())
    if ((await db.user_profile.findOne(currentUser).exec()) === null) {
      await keepUser(db, userOf(session))
    }
    await finishRecoveryWork(db, env.clock.now())
    const sync = startSync({ db, client, api, env })
    const forms = await db.forms.findOne().exec()
    if (forms === null) await pullForms(db, api, env.clock.now, true)
    return { session, db, sync, client, api, env }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** What the login tells of a surveyor. */
const userOf = ({ userId, email, firstName }: SimSession) => ({
  id: userId,
  full_name: firstName,
  first_name: firstName,
  last_name: 'Verma',
  phone_number: '',
  email,
  address: '',
  is_active: true,
  is_first_login: false,
  profile_image: '',
  organization_name: '',
  organization_logo: '',
})

/** Opens the app as a start of the browser does. */
export const openApp = async (options: AppOptions): Promise<App> => {
  const env = { ...createFakeSyncEnv(options), uuid: options.uuid }
  const client = createClient(env)
  let current: SimSession | null = null
  const page: Page = { env, client, current: () => current }
  let open: Workspace | null = null
  /** One step after another, as the product's keeper does. */
  let leaving: Promise<void> = Promise.resolve()

  const workspace = (): Workspace => {
    if (open === null) throw new Error('Nobody is signed in.')
    return open
  }
  const close = async (left: Workspace | null, how: Leaving): Promise<void> => {
    left?.client.close()
    const release = how === 'logout' ? await env.liveness.hold(logoutMark) : () => {}
    await left?.sync.stop()
    await left?.db.close()
    if (how === 'logout' && left !== null) {
      await wipeDatabase(databaseOf(options.disk, left.session), options.disk.port)
    }
    release()
  }
  const signIn = async (session: SimSession): Promise<void> => {
    current = session
    env.signIn(session.token)
    await leaving
    await whenNoLogout(env)
    open = await openWorkspace(options, page, session)
  }
  const signOut = (how: Leaving): Promise<void> => {
    const left = open
    open = null
    leaving = leaving.then(() => close(left, how))
    current = null
    env.signIn(null)
    return leaving
  }

  if (options.session !== null) await signIn(options.session)
  const now = env.clock.now
  return {
    env,
    surveyor: () => open?.session.name ?? null,
    signIn,
    signOut,
    account: async () => {
      const account = await workspace().api.account()
      return account.ok ? account.value.email : account.failure.kind
    },
    fillIn: (formId, answers, files, isOld) => fillIn(workspace(), formId, answers, files, isOld),
    submit: async (draftId, place) => (await submitDraft(workspace(), draftId, place)).outcome,
    discard: draftId => discardDraft(workspace().db, draftId),
    edit: (id, change) => changeAnswers(workspace(), id, change),
    openEdit: (id, change) => openEdit(workspace(), id, change),
    submitOpen: draftId => submitDraft(workspace(), draftId),
    type: (draftId, fieldId, value) =>
      keepAnswer(workspace().db, draftId, fieldId, value ?? '', now()),
    loseFile: async fileId => {
      const file = await workspace().db.file_uploads.findOne(fileId).exec()
      await file?.incrementalRemove()
    },
    remove: id => deleteSubmission(workspace(), id),
    sync: async () => {
      const { stopped, synced } = await workspace().sync.run({ all: true })
      return `${synced} sent${stopped === null ? '' : `, stopped: ${stopped}`}`
    },
    refresh: async () => {
      await workspace().sync.refresh.now('submissions')
    },
    retry: entryId => retry(workspace(), entryId),
    reopen: entryId => reopen(workspace(), entryId),
    forget: entryId => forget(workspace(), entryId),
    undo: async id => {
      const restored = await undoDelete(workspace(), id)
      return restored.kind === 'gone' ? null : restored.submissionId
    },
    binOut: entryId => deleteFromBin(workspace().db, entryId),
    editProfile: async edit => (await updateProfile(workspace(), edit)).kind,
    backUp: () => carryOver(workspace().db, workspace().session, now()),
    restore: backup => takeOver(workspace().db, workspace().session, backup, now()),
    look: async () => (open === null ? null : lookAt(open.db, open.session.name)),
    hashOf: fileId => hashOfFile(workspace().db, fileId),
    close: async () => {
      env.die()
      const left = open
      open = null
      await leaving
      await close(left, 'expired')
    },
  }
}

/** What the worker does that the browser wakes with no window open: one run, and its end. */
export const drainOnce = async (options: AppOptions): Promise<string> => {
  const { session } = options
  if (session === null) return 'nobody is signed in'
  const env = { ...createFakeSyncEnv(options), uuid: options.uuid }
  env.signIn(session.token)
  const client = createClient(env)
  const db = await openOf(options, session)
  try {
    const { synced, left, stopped } = await drain({ db, client, api: createApi(client), env })
    return `${synced} sent, ${left} left${stopped === null ? '' : `, stopped: ${stopped}`}`
  } finally {
    env.die()
    await db.close()
  }
}
