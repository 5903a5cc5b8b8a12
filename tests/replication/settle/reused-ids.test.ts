import { afterEach, expect, test } from 'vitest'
import { commitEdit } from '../../collections/commit.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import { submit } from '../../device.ts'
import { barePassword, createBareServer, type BareServer } from '../../server/bare-server.ts'
import { openPlainPhone, photo, type PlainPhone } from '../plain-phone.ts'

/** A plain server that was restored from a backup counts its ids from there, and gives lost ones again. */

let phone: PlainPhone
afterEach(() => phone.device.crash())

/** The server after the restore, which has no rows. The phone's token is valid. */
const createRestored = async (): Promise<BareServer> => {
  const server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  await server.fetch(`${server.origin}/api/surveyor/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ email: 'asha@transect.example', password: barePassword }),
  })
  return server
}

/** A phone whose only interview the server has lost; its next one gets the same id. */
const loseRow = async (): Promise<string> => {
  let restored: BareServer | null = null
  phone = await openPlainPhone(
    {},
    fetch => (input, init) => (restored?.fetch ?? fetch)(input, init),
  )
  const { id } = await submit(phone.device, '3', { q: 'lost' }, [photo('a.txt', 1)])
  await phone.settle()
  await phone.device.sync.refresh.now('submissions')
  restored = await createRestored()
  return id
}
const answers = async () => (await phone.submissions()).map(each => each.answers['q'])

test('an interview whose row a restored server has lost is kept when another one gets its id', async () => {
  const id = await loseRow()
  await submit(phone.device, '3', { q: 'new' })
  await phone.settle()
  expect(await answers()).toEqual(['new'])
  const { db, env } = phone.device
  expect(await restoreFromBin(db, id, env.clock.now())).toMatchObject({ lostFiles: 0 })
  expect((await answers()).toSorted()).toEqual(['lost', 'new'])
})

test('an interview that this phone only knows from a list is kept, too', async () => {
  let restored: BareServer | null = null
  phone = await openPlainPhone(
    { past: 1 },
    fetch => (input, init) => (restored?.fetch ?? fetch)(input, init),
  )
  await phone.settle()
  await phone.device.sync.refresh.now('submissions')
  expect(await answers()).toEqual(['row 0'])
  restored = await createRestored()
  await submit(phone.device, '3', { q: 'new' })
  await phone.settle()
  expect(await answers()).toEqual(['new'])
  await restoreFromBin(phone.device.db, '1', phone.device.env.clock.now())
  expect((await answers()).toSorted()).toEqual(['new', 'row 0'])
})

test('its unsent edit does not change the other one', async () => {
  const id = await loseRow()
  const { db, env } = phone.device
  await commitEdit(db, id, { q: 'lost, edited' }, [], env.clock.now())
  await submit(phone.device, '3', { q: 'new' })
  await phone.settle()
  expect(await answers()).toEqual(['new'])
  await restoreFromBin(db, id, env.clock.now())
  expect((await answers()).toSorted()).toEqual(['lost, edited', 'new'])
})
