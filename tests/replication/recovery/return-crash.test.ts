import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import {
  createDisk,
  openDevice,
  submissionOf,
  submit,
  type Device,
  type Disk,
} from '../../device.ts'
import { entriesIn, tryAgain } from '../../recovery.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'

/** A return from Recovery that a crash interrupts leaves the entry as it was, and is done by the next try. */

const forms = [{ id: 3, title: 'Water points', sections: [] }]
const file = { fieldId: 'photo', name: 'pump.txt', bytes: new Uint8Array([1, 2, 3]) }
const minute = 60_000

let server: BareServer
let device: Device
let disk: Disk
let token: string

const open = async (): Promise<void> => {
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, disk, token)
}

beforeEach(async () => {
  server = createBareServer({ forms })
  disk = createDisk()
  token = ''
  await open()
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  token = login.ok ? login.value.token : ''
  device.env.signIn(token)
})
afterEach(() => device.crash())

const now = () => device.env.clock.now()
const entryIds = async (): Promise<readonly string[]> =>
  (await entriesIn(device.db)).map(({ id }) => id)

/** The app dies at the next write to a collection. */
const dieBeforeWriteTo = (collection: 'submissions' | 'outbox') => {
  const instance = device.db[collection].storageInstance
  instance.bulkWrite = () => Promise.reject(new Error('The tab is gone.'))
}
const restart = async (): Promise<void> => {
  const at = now()
  await device.crash()
  await open()
  device.env.clock.set(at)
}

test.each(['submissions', 'outbox'] as const)(
  'refused files whose return a crash before a write to %s interrupted are sent after the next try',
  async collection => {
    server.faults.arm({ fault: '404-json', method: 'POST', path: 'upload-files' })
    const { id } = await submit(device, '3', { q: 'one' }, [file])
    await device.sync.run({ all: true })
    const [entryId = ''] = await entryIds()
    dieBeforeWriteTo(collection)
    await expect(tryAgain(device.db, entryId, now())).rejects.toThrow('The tab is gone.')

    await restart()
    expect(await entryIds()).toEqual([entryId])
    expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
    expect(await tryAgain(device.db, entryId, now())).toBe('returned')
    expect(await entryIds()).toEqual([])
    expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'pending' })
    device.env.clock.advance(2 * minute)
    await device.sync.run({ all: true })
    expect(server.rows()[0]?.files).toHaveLength(1)
    expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', files_pending: 0 })
  },
)

test('an interview in doubt whose return was interrupted is searched on the server before it is sent again', async () => {
  server.faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
  const { id } = await submit(device, '3', { q: 'lost' })
  const why = { reason: 'exhausted', status: 500, message: '', inDoubt: true } as const
  await moveToRecovery(device.db, `submission|${id}`, why, now())
  dieBeforeWriteTo('outbox')
  await expect(tryAgain(device.db, id, now())).rejects.toThrow('The tab is gone.')

  await restart()
  expect(await submissionOf(device, id)).toBeNull()
  expect(await tryAgain(device.db, id, now())).toBe('returned')
  expect(await entryIds()).toEqual([])
  device.env.clock.advance(5 * minute)
  await device.sync.run({ all: true })
  expect(server.rows()).toHaveLength(1)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced', server_id: '1' })
})
