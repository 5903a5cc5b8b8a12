import { submissionItemId } from '../../collections/ids.ts'
import { commitEdit } from '../collections/commit.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import { queueUnsent } from '../../replication/outbox/queue.ts'
import { moveToRecovery } from '../../replication/recovery/recover.ts'
import { makeBackup, type Owner } from '../../src/backup/make-backup.ts'
import { restoreBackup, type Restored } from '../../src/backup/restore/restore-backup.ts'
import { createDisk, openDevice, submissionOf, type Device, type Disk } from '../device.ts'
import { draftsIn } from '../drafts.ts'
import { createFakeClock, type FakeClock } from '../env.ts'
import { deriveKeysFast } from '../fast-keys.ts'
import { entriesIn } from '../recovery.ts'
import { createBareServer } from '../server/bare-server.ts'
import { shareTestServer } from '../server/share-server.ts'

/** A surveyor with phones and a server, for tests that restore a backup later. */

const passphrase = 'four goats cross the bridge'
const owner: Owner = { userId: '7', userName: 'Asha Verma', apiUrl: 'http://plain.test/api' }
export const day = 86_400_000

export interface Backend {
  readonly formId: string
  readonly server: { readonly fetch: typeof fetch; readonly origin: string }
  readonly login: () => Promise<string | null>
  /** Advances the server's own clock. */
  readonly advance: (ms: number) => void
}

let startServer: ReturnType<typeof shareTestServer>
/** Said by each file that uses `ours`, because a process runs several. */
export const shareOurs = (): void => {
  startServer = shareTestServer({ pastTotal: 3 })
  deriveKeysFast()
}

export const ours = async (): Promise<Backend> => {
  const server = await startServer()
  return {
    formId: 'household-profile',
    server,
    login: () => server.login(),
    advance: ms => server.clock.advance(ms),
  }
}
export const plain = async (): Promise<Backend> => {
  const now = () => clock.now()
  const server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }], now })
  const login = async () => null
  return { formId: '3', server, login, advance: () => {} }
}

export let backend: Backend
export let clock: FakeClock
export let device: Device
export let formId: string

export const open = async (disk: Disk, at: FakeClock = clock, isOffline = false): Promise<void> => {
  const token = await backend.login()
  device = await openDevice({ ...backend.server, clock: at }, disk, token)
  if (token === null) {
    const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
    device.env.signIn(login.ok ? login.value.token : null)
  }
  if (isOffline) device.env.cut()
  else await device.sync.refresh.now('submissions')
}
export const begin = async (start: () => Promise<Backend>): Promise<Disk> => {
  clock = createFakeClock()
  backend = await start()
  formId = backend.formId
  const disk = createDisk()
  await open(disk)
  return disk
}
export const changeTo = async (disk: Disk, at: FakeClock = clock): Promise<void> => {
  await device.crash()
  await open(disk, at)
}
export const end = (): Promise<void> => device.crash()

export const backup = () =>
  makeBackup({ db: device.db, owner, appVersion: '1', now: device.env.clock.now() }, passphrase)
export const restored = async (file: Blob): Promise<Restored> => {
  const parts = { db: device.db, owner, now: device.env.clock.now() }
  const result = await restoreBackup(parts, file, passphrase)
  if (!result.ok) throw new Error(result.failure.kind)
  return result.value
}
export const syncAll = async () => {
  await device.sync.run({ all: true })
  clock.advance(61_000)
  await device.sync.run({ all: true })
}
export const edit = (id: string, q: string) =>
  commitEdit(device.db, id, { q }, [], device.env.clock.now())
export const rowOf = async (serverId: string): Promise<string> => {
  const result = await device.api.submission(serverId)
  return result.ok
    ? (result.value.answers ?? []).map(answer => (answer as { value: string }).value).join()
    : result.failure.kind
}
export const serverIdOf = async (id: string) => (await submissionOf(device, id))?.server_id ?? ''
export const recovered = async () =>
  (await entriesIn(device.db)).map(({ kind, reason }) => `${kind}: ${reason}`)
export const openEdits = async () => (await draftsIn(device.db)).map(({ id }) => id)

export const photoOf = (interviewId: string): FileUploadDoc => ({
  id: 'photo-1',
  submission_id: interviewId,
  field_id: 'photo',
  field_name: 'photo',
  field_type: 'FILE',
  occurrence: 0,
  file_name: 'door.txt',
  file_type: 'text/plain',
  file_size: 3,
  sha256: '',
  sync_status: 'pending',
  created_at: 1,
  synced_at: 0,
})

/** Moves the edits of a submission to Recovery as if the server had failed three times. */
export const exhaust = async (id: string) => {
  await queueUnsent(device.db, clock.now())
  const why = { reason: 'exhausted', status: 500, message: 'Server error', inDoubt: true } as const
  await moveToRecovery(device.db, submissionItemId(id), why, clock.now())
  const [entry] = await entriesIn(device.db)
  return entry?.id ?? ''
}
