import { afterEach, expect, test } from 'vitest'
import { checkedStorage } from '../../../src/dev/mode.ts'
import { createDisk, openDevice, type Device } from '../../device.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'
import { submittedDocs } from '../../submitted.ts'

/** In RxDB's dev-mode every write is checked, also those by which RxDB hands over what it has pulled. */

let device: Device | null = null
afterEach(() => device?.crash())

const call = async (
  server: BareServer,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
) => {
  const answer = await server.fetch(`${server.origin}/api/surveyor${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as { data: { id: number } }
}

test('the surveyor, the forms and the rows arrive in dev-mode too', async () => {
  const server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  const opened = await openDevice(server, createDisk(), null, checkedStorage)
  device = opened
  const login = await opened.api.login('asha@transect.example', 'fieldwork-2026')
  opened.env.signIn(login.ok ? login.value.token : null)
  const row = {
    form_id: 3,
    latitude: 12.5,
    longitude: 77.5,
    created_at: '2026-11-20T09:30:00.250Z',
    answers: [{ form_field_id: 'q', value: 'here' }],
  }
  const { data } = await call(server, opened.env.token(), 'POST', '/form-submissions', row)
  await opened.sync.refresh.now('account')
  await opened.sync.refresh.now('forms')
  await opened.sync.refresh.now('submissions')

  expect(await opened.db.user_profile.findOne().exec()).toMatchObject({ first_name: 'Asha' })
  expect(await opened.db.forms.findOne('3').exec()).toMatchObject({ title: 'Water points' })
  const [found] = await submittedDocs(opened.db)
  expect(found).toMatchObject({ server_id: String(data.id), answers: { q: 'here' } })
})
