import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'

/** A server that does not report deletions: rows missing from its page are requested, and only a 404 or 410 removes them. */

let server: BareServer
let device: Device
/** Rows that the list leaves out although they exist. */
let hidden: ReadonlySet<string> = new Set()

/** The status of the answer for a row that is gone. */
let gone = 404

const withoutHidden = async (response: Response): Promise<Response> => {
  const body = (await response.json()) as { data: { id: number }[] }
  return Response.json({ ...body, data: body.data.filter(({ id }) => !hidden.has(String(id))) })
}

beforeEach(async () => {
  hidden = new Set()
  gone = 404
  server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  const fetch: BareServer['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const answer = await server.fetch(request)
    const isGone = answer.status === 404 && gone !== 404
    const response = isGone ? Response.json({ message: 'Gone' }, { status: gone }) : answer
    const isList = request.method === 'GET' && /\/form-submissions\?/.test(request.url)
    return isList ? withoutHidden(response) : response
  }
  device = await openDevice({ fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
})
afterEach(() => device.crash())

test.each([404, 410])('a row that was deleted elsewhere leaves the list, by a %i', async status => {
  gone = status
  const { id } = await submit(device, '3', { q: 'here' })
  const kept = await submit(device, '3', { q: 'stays' })
  const serverId = (await submissionOf(device, id))?.server_id ?? ''
  await device.api.deleteSubmission(serverId, 1000)
  await device.sync.refresh.now('submissions')
  expect(await submissionOf(device, id)).toBeNull()
  expect(await submissionOf(device, kept.id)).toMatchObject({ syncStatus: 'synced' })
})

test('a row that is only missing from the page stays', async () => {
  const { id } = await submit(device, '3', { q: 'here' })
  hidden = new Set([(await submissionOf(device, id))?.server_id ?? ''])
  await device.sync.refresh.now('submissions')
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
})

test('a failing server removes nothing', async () => {
  const { id } = await submit(device, '3', { q: 'here' })
  hidden = new Set([(await submissionOf(device, id))?.server_id ?? ''])
  for (const fault of ['500', '403-html', 'empty', 'truncated', 'drop-before', '401'] as const) {
    server.faults.arm({ fault, path: '/form-submissions/' })
    await device.sync.refresh.now('submissions')
    expect({ fault, ...(await submissionOf(device, id)) }).toMatchObject({ syncStatus: 'synced' })
  }
})
