import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { editProfile } from '../../device.ts'
import { moveToRecovery } from '../../../replication/recovery/recover.ts'
import { queueProfile } from '../../../replication/outbox/queue.ts'
import { updateProfile } from '../../../replication/update-profile.ts'
import { until } from '../../env.ts'
import { entriesIn, tryAgain } from '../../recovery.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'
import { openProfilePhone, type ProfilePhone } from '../profile-phone.ts'

/** Refused edits of the profile: moved to Recovery completely, and returned from there. */

let server: TestServer
let phone: ProfilePhone

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  phone = await openProfilePhone(server)
})
afterEach(() => phone.device.crash())

const outbox = () => phone.device.db.outbox.find().exec()
const recovered = () => entriesIn(phone.device.db)

const tooLong = 'A'.repeat(101)

const refuse = async () => {
  const outcome = await updateProfile(phone.device, { first_name: tooLong })
  expect(outcome).toMatchObject({ kind: 'refused' })
  return outcome
}

test('an edit goes to Recovery completely, and the profile shows the server’s row', async () => {
  const { first_name } = await phone.account()
  const outcome = await refuse()
  expect('message' in outcome && outcome.message).toMatch(/\w/)
  await until('the server’s row', async () => (await phone.stored()).first_name === first_name)
  expect(await phone.isSynced()).toBe(true)
  const [entry] = await recovered()
  expect(entry).toMatchObject({ kind: 'profile', status: 422, form_id: '' })
  expect(JSON.stringify(entry?.payload)).toContain(tooLong)
})

test('a second refusal is reported although the clock was set back since the first', async () => {
  await refuse()
  phone.device.env.clock.advance(-3_600_000)
  await refuse()
  expect(await recovered()).toHaveLength(2)
})

test('an edit that was made while another was on its way is sent although that one is refused', async () => {
  let later: Promise<unknown> = Promise.resolve(null)
  phone.onUpdate = async () => {
    phone.onUpdate = () => {}
    later = updateProfile(phone.device, { last_name: 'Fine' })
    await until('it is stored', async () => (await phone.stored()).last_name === 'Fine')
  }
  await refuse()
  expect(await later).toEqual({ kind: 'updated' })
  expect((await phone.account())['last_name']).toBe('Fine')
  const [entry] = await recovered()
  expect(JSON.stringify(entry?.payload)).not.toContain('Fine')
})

test('an edit is not lost to a later one', async () => {
  await refuse()
  expect(await updateProfile(phone.device, { last_name: 'Fine' })).toEqual({ kind: 'updated' })
  expect(await recovered()).toHaveLength(1)
})

test('edits made since the refusal stay, wherever a crash came between', async () => {
  await editProfile(phone.device.db, { first_name: tooLong })
  await queueProfile(phone.device.db, phone.device.env.clock.now())
  const why = { reason: 'invalid', status: 422, message: 'too long', inDoubt: false } as const
  const [item] = await outbox()
  await moveToRecovery(phone.device.db, item?.id ?? '', why, phone.device.env.clock.now())
  // The same move again, as after a crash before the item was removed, and with an edit since.
  await editProfile(phone.device.db, { last_name: 'Since' })
  await phone.device.db.outbox.insert({ ...item?.toMutableJSON(true), id: item?.id } as never)
  await phone.device.sync.run({ all: true })
  await until('synced', phone.isSynced)
  expect((await phone.account())['last_name']).toBe('Since')
  expect(JSON.stringify((await recovered())[0]?.payload)).toContain(tooLong)
})

test('an edit that is tried again is sent once the server accepts it', async () => {
  server.faults.arm({ fault: '404-json', path: '/account-update' })
  expect(await updateProfile(phone.device, { first_name: 'Later' })).toMatchObject({
    kind: 'refused',
  })
  const [entry] = await recovered()
  await phone.device.crash()
  await phone.start()
  expect(await tryAgain(phone.device.db, entry?.id ?? '', phone.device.env.clock.now())).toBe(
    'returned',
  )
  expect(await recovered()).toHaveLength(0)
  await phone.device.sync.wake()
  await until('synced', phone.isSynced)
  expect((await phone.account())['first_name']).toBe('Later')
})

test('three answered failures send an edit to Recovery, and fewer do not', async () => {
  server.faults.arm({ fault: '500', path: '/account-update', times: 3 })
  expect(await updateProfile(phone.device, { first_name: 'Tried' })).toMatchObject({
    kind: 'unsent',
  })
  await phone.device.sync.run({ all: true })
  expect(await recovered()).toHaveLength(0)
  await phone.device.sync.run({ all: true })
  expect((await recovered())[0]).toMatchObject({ kind: 'profile', reason: 'exhausted' })
})

const refuseTwo = async (laterMs: number) => {
  for (const first_name of ['Earlier', 'Later']) {
    server.faults.arm({ fault: '404-json', path: '/account-update' })
    await updateProfile(phone.device, { first_name })
    phone.device.env.clock.advance(laterMs)
  }
}

test('two edits that are refused at the same time are both kept', async () => {
  await refuseTwo(0)
  const kept = JSON.stringify(await recovered())
  expect(kept).toContain('Earlier')
  expect(kept).toContain('Later')
})

test.each([false, true])(
  'of two edits that return the later one counts, newest first: %s',
  async newestFirst => {
    await refuseTwo(60_000)
    const entries = (await recovered()).sort((a, b) => a.moved_at - b.moved_at)
    for (const { id } of newestFirst ? entries.toReversed() : entries) {
      expect(await tryAgain(phone.device.db, id, phone.device.env.clock.now())).toBe('returned')
    }
    await phone.device.sync.run({ all: true })
    await until('synced', phone.isSynced)
    expect((await phone.account())['first_name']).toBe('Later')
  },
)
