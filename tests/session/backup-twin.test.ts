import { submittedDocs } from '../submitted.ts'
import { afterEach, expect, test } from 'vitest'
import { deleteSubmission } from '../../replication/submit.ts'
import { makeBackup, type Owner } from '../../src/backup/make-backup.ts'
import { restoreBackup } from '../../src/backup/restore/restore-backup.ts'
import { createDisk, openDevice, submit, type Device } from '../device.ts'
import { createFakeClock } from '../env.ts'
import { deriveKeysFast } from '../fast-keys.ts'
import { createBareServer } from '../server/bare-server.ts'

/**
 * A second phone has fetched the row of an interview and then restores a backup in which the interview is unsent. It is
 * one interview, also on a server without keys that changes what it lists.
 */

type Row = Record<string, unknown>
type Alter = (row: Row) => void

const passphrase = 'four goats cross the bridge'
const owner: Owner = { userId: '7', userName: 'Asha Verma', apiUrl: 'http://plain.test/api' }
const minute = 60_000

let device: Device
deriveKeysFast()
afterEach(() => device.crash())

/** Sends an interview from one phone, and restores its backup on another one that has fetched the row. */
const restoreElsewhere = async (alter: Alter, q: string) => {
  const clock = createFakeClock()
  const forms = [{ id: 3, title: 'Water points', sections: [] }]
  const server = createBareServer({ forms, now: () => clock.now() })
  const fetch: typeof server.fetch = async (input, init) => {
    const request = new Request(input, init)
    const response = await server.fetch(request)
    if (request.method !== 'GET' || !request.url.includes('form-submissions')) return response
    const body = (await response.json()) as { data: Row | Row[] | null }
    for (const row of [body.data ?? []].flat()) alter(row)
    return Response.json(body, { status: response.status })
  }
  const open = async () => {
    device = await openDevice({ fetch, origin: server.origin, clock }, createDisk(), null)
    const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
    device.env.signIn(login.ok ? login.value.token : null)
  }
  const settle = async () => {
    await device.sync.run({ all: true })
    clock.advance(minute + 1000)
    await device.sync.run({ all: true })
  }
  await open()
  device.env.cut()
  await submit(device, '3', { q })
  const parts = { db: device.db, owner, appVersion: '1.0.8', now: clock.now() }
  const file = await makeBackup(parts, passphrase)
  device.env.mend()
  await settle()
  expect(server.rows()).toHaveLength(1)
  await device.crash()

  clock.advance(60 * minute)
  await open()
  await device.sync.refresh.now('submissions')
  await restoreBackup({ db: device.db, owner, now: clock.now() }, file, passphrase)
  return { server, settle }
}

const shown = async () => (await submittedDocs(device.db)).map(doc => doc.toMutableJSON())

const trimmed: Alter = row => {
  for (const answer of row['answers'] as Row[]) answer['value'] = String(answer['value']).trim()
}
const rounded: Alter = row => {
  row['latitude'] = 12.97
  row['longitude'] = 77.59
}
const asTexts: Alter = row => {
  row['latitude'] = '12.97160000'
  row['longitude'] = '77.59460000'
}
const servers: readonly (readonly [what: string, alter: Alter, q: string])[] = [
  ['nothing', () => {}, 'yes'],
  ['spaces around a text', trimmed, 'yes '],
  ['decimals of the place', rounded, 'yes'],
  ['numbers to texts', asTexts, 'yes'],
]

test.each(servers)('it is shown once where a server changes %s', async (_, alter, q) => {
  const { server, settle } = await restoreElsewhere(alter, q)
  expect(await shown()).toHaveLength(1)
  await settle()
  expect(await shown()).toHaveLength(1)
  expect(server.rows()).toHaveLength(1)
})

test.each(servers)(
  'deleting what is unsent keeps the row where a server changes %s',
  async (_, alter, q) => {
    const { server, settle } = await restoreElsewhere(alter, q)
    device.env.cut()
    const unsent = (await shown()).filter(({ server_id }) => server_id === '')
    for (const { id } of unsent) await deleteSubmission(device, id)
    device.env.mend()
    await settle()
    expect(server.rows()).toHaveLength(1)
  },
)
