import { currentUser, type UserProfileDoc } from '../../collections/schemas/user-profile.ts'
import { createDisk, openDevice, type Device, type Disk } from '../device.ts'
import type { TestServer } from '../server/make-server.ts'
import { signIn, type Ask } from '../server/surveyor.ts'

/** A surveyor's phone with their profile, and the real server that it came from. */
export interface ProfilePhone {
  readonly server: TestServer
  readonly ask: Ask
  readonly token: string
  device: Device
  disk: Disk
  /** Called before each account-update reaches the server. */
  onUpdate: () => Promise<void> | void
  /** The number of account-updates sent. */
  updates: number
  readonly start: () => Promise<void>
  readonly restart: () => Promise<void>
  readonly stored: () => Promise<UserProfileDoc>
  /** The account on the server. */
  readonly account: () => Promise<Record<string, string>>
  readonly isSynced: () => Promise<boolean>
}

/** Signs in on a new phone and fetches the profile. */
export const openProfilePhone = async (server: TestServer): Promise<ProfilePhone> => {
  await server.reset()
  const token = await server.login()
  const ask = await signIn(server)
  const disk = createDisk()
  const fetch: TestServer['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.endsWith('/account-update')) {
      phone.updates += 1
      await phone.onUpdate()
    }
    return server.fetch(request)
  }
  const open = () => openDevice({ fetch, origin: server.origin }, phone.disk, token)
  const stored = async () =>
    (
      await phone.device.db.user_profile.findOne(currentUser).exec(true)
    ).toMutableJSON() as UserProfileDoc
  const phone: ProfilePhone = {
    server,
    ask,
    token,
    disk,
    device: await openDevice({ fetch, origin: server.origin }, disk, token),
    onUpdate: () => {},
    updates: 0,
    start: async () => {
      phone.device = await open()
    },
    restart: async () => {
      await phone.device.crash()
      await phone.start()
    },
    stored,
    account: async () => (await ask('account')).data as Record<string, string>,
    isSynced: async () =>
      (await stored()).syncStatus === 'synced' &&
      (await phone.device.db.outbox.find().exec()).length === 0,
  }
  await phone.device.sync.refresh.now('account')
  return phone
}
