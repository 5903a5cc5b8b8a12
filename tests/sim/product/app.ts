import { isNoRoom } from '../../../collections/storage/no-room.ts'
import { discardDraft, finishLateAnswers } from '../../../collections/writes/write-work.ts'
import type { Database } from '../../../collections/database.ts'
import { openDatabase } from '../../../collections/open-database.ts'
import { oneDatabase } from '../../../collections/one-database/storage.ts'
import { wipeDatabase } from '../../../collections/one-database/stored.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import { currentUser } from '../../../collections/schemas/user-profile.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { deleteFromBin, emptyExpired } from '../../../collections/writes/write-bin.ts'
import type { ProfileEdit } from '../../../collections/writes/write-profile.ts'
import { createApi, type Api } from '../../../replication/http/api.ts'
import { createClient, type Client } from '../../../replication/http/client.ts'
import { undoDelete, deleteSubmission } from '../../../replication/submit.ts'
import { drain } from '../../../replication/drain.ts'
import { keepUser } from '../../../replication/rows/keep-user.ts'
import { startSync, type Sync } from '../../../replication/sync.ts'
import { updateProfile } from '../../../replication/update-profile.ts'
import type { Disk } from '../../device.ts'
import { createFakeSyncEnv, type FakeOptions, type FakeSyncEnv } from '../../env.ts'
import { withLife, type Activity, type Life } from '../life.ts'
import type { SimAccount, Surveyor } from '../servers/sim-server.ts'
import type { SimFile, SimPlace } from '../world/content.ts'
import type { Member } from '../world/members.ts'
import { logoutMark, whenNoLogout } from '../../../src/session/logout-mark.ts'
import { carryOver, takeOver } from './backup.ts'
import {
  answerReview,
  changeAnswers,
  fillIn,
  keepMember,
  openEdit,
  submitDraft,
} from './interviews.ts'
import type { Change, SimReply, SubmittedDraft } from './interviews.ts'
import { hashOfFile, lookAt, type Look } from './look.ts'
import { forget, reopen, retry, type ReopenedEntry } from './recovery.ts'

/** The environment of a simulated tab. */
export interface AppOptions extends FakeOptions {
  readonly disk: Disk
  readonly life: Life
  readonly activity: Activity
  readonly session: SimSession | null
  readonly uuid: () => string
}

/** A signed-in surveyor. */
export interface SimSession extends SimAccount {
  readonly name: Surveyor
}

/** How a session ends: by the server, or by a logout that leaves nothing. */
export type Leaving = 'expired' | 'logout'

/** The product in one tab, used as a surveyor would, with additional access to its internals. */
export interface App {
  readonly env: FakeSyncEnv
  /** The owner of the open database; null while signed out. */
  readonly surveyor: () => Surveyor | null
  readonly signIn: (session: SimSession) => Promise<void>
  /** Ends the session at once. Resolves when the database is closed or deleted. */
  readonly signOut: (how: Leaving) => Promise<void>
  /** Fetches the account, as a screen does. Returns the outcome. */
  readonly account: () => Promise<string>
  /** Fills in an interview and returns its draft's id; null when the form is not on the device. */
  readonly fillIn: (
    formId: string,
    answers: Readonly<Record<string, Answer>>,
    files: readonly SimFile[],
    isOld?: boolean,
  ) => Promise<string | null>
  /** Presses Submit on a draft with all its stored contents; without a place the draft's own is used. */
  readonly submit: (draftId: string, place?: SimPlace) => Promise<string>
  readonly discard: (draftId: string) => Promise<void>
  /** Edits a submission at once; false when it is not there. */
  readonly edit: (id: string, change: Change) => Promise<boolean>
  readonly keepMember: (id: string, member: Member) => Promise<boolean>
  readonly answerReview: (
    id: string,
    answers: Change['answers'],
    reply: SimReply,
  ) => Promise<boolean>
  /** Starts an edit and leaves it open; null when the submission is not there. */
  readonly openEdit: (id: string, change: Change) => Promise<string | null>
  /** Submits an open draft. */
  readonly submitOpen: (draftId: string) => Promise<SubmittedDraft>
  /** Types an answer in a draft, or clears it. */
  readonly type: (draftId: string, fieldId: string, value: Answer | null) => Promise<void>
  /** Loses a file's document with its bytes, as with a damaged disk. */
  readonly loseFile: (fileId: string) => Promise<void>
  readonly remove: (id: string) => Promise<string>
  readonly sync: () => Promise<string>
  readonly refresh: () => Promise<void>
  readonly retry: (entryId: string) => Promise<string>
  readonly reopen: (entryId: string) => Promise<ReopenedEntry | null>
  readonly forget: (entryId: string) => Promise<void>
  /** Undoes a deletion, or restores an entry of the bin. Returns the interview's id afterwards. */
  readonly undo: (id: string) => Promise<'undone' | 'anew' | 'gone'>
  /** Deletes an entry of the bin for good. */
  readonly binOut: (entryId: string) => Promise<void>
  readonly editProfile: (edit: ProfileEdit) => Promise<string>
  readonly backUp: () => Promise<Blob>
  readonly restore: (backup: Blob) => Promise<string>
  readonly look: () => Promise<Look | null>
  /** The SHA-256 of a file's bytes as read by the device; null when it has none. */
  readonly hashOf: (fileId: string) => Promise<string | null>
  readonly close: () => Promise<void>
}

/** A surveyor's database, and the services on it. */
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
  const storage = withLife(oneDatabase(options.disk.port), options.life, options.activity)
  return openDatabase(databaseOf(options.disk, session), storage)
}

/** What all workspaces of a page share. */
interface Page {
  readonly env: FakeSyncEnv
  readonly client: Client
  /** The signed-in surveyor's session; null while signed out. */
  readonly current: () => SimSession | null
}

/** Opens a surveyor's workspace, as the product's session does: all its calls use this account. */
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
    const user = await db.user_profile.findOne(currentUser).exec()
    if (user === null) await keepUser(db, userOf(session))
    await emptyExpired(db, env.clock.now())
    await finishLateAnswers(db, env.clock.now())
    const sync = startSync({ db, client, env })
    // As the app does in the background.
    sync.refresh.ifStale('submissions').catch((error: unknown) => {
      if (!isNoRoom(error)) throw error
    })
    const forms = await db.forms.findOne().exec()
    if (forms === null) await sync.refresh.now('forms')
    return { session, db, sync, client, api, env }
  } catch (error) {
    await db.close()
    throw error
  }
}
/** The user in the login's answer. */
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

/** Opens the app, as a start in the browser does. */
export const openApp = async (options: AppOptions): Promise<App> => {
  const env = { ...createFakeSyncEnv(options), uuid: options.uuid }
  const client = createClient(env)
  let current: SimSession | null = null
  const page: Page = { env, client, current: () => current }
  let open: Workspace | null = null
  /** One step after another, as in the product's keeper. */
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
    keepMember: (id, member) => keepMember(workspace(), id, member),
    answerReview: (id, answers, reply) => answerReview(workspace(), id, answers, reply),
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
      const { refresh } = workspace().sync
      await refresh.account()
      await refresh.now('submissions')
    },
    retry: entryId => retry(workspace(), entryId),
    reopen: entryId => reopen(workspace(), entryId),
    forget: entryId => forget(workspace(), entryId),
    undo: async id => {
      const before = await keyOf(workspace().db, id)
      const restored = await undoDelete(workspace(), id)
      if (restored.kind === 'gone') return 'gone'
      return (await keyOf(workspace().db, id)) === before ? 'undone' : 'anew'
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

/** One run of the worker when the browser wakes it without a window. */
export const drainOnce = async (options: AppOptions): Promise<string> => {
  const { session } = options
  if (session === null) return 'nobody is signed in'
  const env = { ...createFakeSyncEnv(options), uuid: options.uuid }
  env.signIn(session.token)
  const client = createClient(env)
  const db = await openOf(options, session)
  try {
    const { synced, left, stopped } = await drain({ db, client, env })
    return `${synced} sent, ${left} left${stopped === null ? '' : `, stopped: ${stopped}`}`
  } finally {
    env.die()
    await db.close()
  }
}

// '' when it is not on the device.
const keyOf = async (db: Workspace['db'], id: string): Promise<string> =>
  (await db.submissions.findOne(id).exec())?.client_key ?? ''
