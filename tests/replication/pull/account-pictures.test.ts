import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentOrganization, logoBlob } from '../../../collections/schemas/organization.ts'
import { updateProfile } from '../../../replication/update-profile.ts'
import { until } from '../../env.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'
import { openProfilePhone, type ProfilePhone } from '../profile-phone.ts'

/**
 * The organization's logo and the surveyor's picture stay on the device as long as the server has them (1.4, 3.9).
 */

let server: TestServer
let phone: ProfilePhone

beforeAll(async () => {
  server = await startTestServer({ pastTotal: 1 })
})
afterAll(() => server.close())
beforeEach(async () => {
  phone = await openProfilePhone(server)
})
afterEach(() => phone.device.crash())

const organization = () => phone.device.db.organization.findOne(currentOrganization).exec(true)
const logo = async () => (await (await organization()).getAttachment(logoBlob)?.getData()) ?? null
const fetchAccount = () => phone.device.sync.refresh.now('account')

test('a logo that the server removed is removed from the device, and returns with it', async () => {
  const has = await server.db.query<{ id: string; logo_sha256: string }>(
    'select id, logo_sha256 from organizations where logo_sha256 is not null',
  )
  expect((await logo())?.type).toMatch(/^image\//)
  await server.db.query('update organizations set logo_sha256 = null')
  await fetchAccount()
  expect(await logo()).toBeNull()
  expect((await organization()).logo_url).toBe('')

  for (const { id, logo_sha256 } of has) {
    await server.db.query('update organizations set logo_sha256 = $2 where id = $1', [
      id,
      logo_sha256,
    ])
  }
  await fetchAccount()
  expect((await logo())?.type).toMatch(/^image\//)
})

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a picture that the server removed is removed from the device too', async () => {
  await updateProfile(phone.device, { profile_image_local: pixel })
  await until('synced', phone.isSynced)
  await fetchAccount()
  expect(await phone.stored()).toMatchObject({ profile_image_local: pixel })
  expect((await phone.stored()).profile_image).not.toBe('')

  await server.db.query('update users set image_sha256 = null')
  await fetchAccount()
  expect(await phone.stored()).toMatchObject({ profile_image: '', profile_image_local: '' })
})
