import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { commitEdit } from '../collections/commit.ts'
import { makeBackup } from '../../src/backup/make-backup.ts'
import { restoreBackup } from '../../src/backup/restore/restore-backup.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../device.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'

/** A backup between two devices of one surveyor, against a server with keys. */

const owner = { userId: '1', userName: 'Asha', apiUrl: 'http://transect.test/api' }
const photo = { fieldId: 'photo', name: 'door.txt', bytes: new Uint8Array([1, 2, 3]) }

let server: TestServer
let device: Device
let token: string
let formId: string

const ask = async <Data>(path: string): Promise<Data> => {
  const response = await server.fetch(`/api/surveyor/${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { data: Data }).data
}

interface Row {
  readonly tempId: string
  readonly answers: readonly {
    readonly form_field_id: string
    readonly value: unknown
    readonly value_json: readonly string[] | null
  }[]
}
const rowsOf = async (tempId: string) =>
  (await ask<Row[]>('form-submissions?limit=1000')).filter(row => row.tempId === tempId)
const answerOf = (row: Row | undefined, fieldId: string) =>
  row?.answers.find(({ form_field_id }) => form_field_id === fieldId)

const open = async (disk: ReturnType<typeof createDisk>): Promise<void> => {
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, disk, token)
}
const changeTo = async (disk: ReturnType<typeof createDisk>): Promise<void> => {
  await device.crash()
  await open(disk)
  await device.sync.refresh.now('stats')
}

beforeAll(async () => {
  server = await startTestServer({ pastTotal: 3 })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  token = await server.login()
  const forms = await ask<{ id: string; status: string }[]>('forms?page=1&limit=50')
  formId = forms.find(({ status }) => status !== 'draft')?.id ?? ''
})
afterEach(() => device.crash())

test.each([
  ['the old device', 0],
  ['the new device', 1],
])(
  'an edit made after the backup is there in the end, whichever device sends first: %s',
  async (_, first) => {
    const disks = [createDisk(), createDisk()] as const
    await open(disks[0])
    device.env.cut()
    const { id } = await submit(device, formId, { a: 'before', b: 'kept' }, [photo])
    const now = device.env.clock.now()
    const file = await makeBackup(
      { db: device.db, owner, appVersion: '1.0.8', now },
      'a passphrase',
    )
    const files = (await device.db.file_uploads.find().exec()).map(doc => doc.toMutableJSON())
    await commitEdit(device.db, id, { a: 'after', b: 'kept' }, files, now + 1)

    await changeTo(disks[1])
    const restored = await restoreBackup({ db: device.db, owner, now }, file, 'a passphrase')
    expect(restored).toMatchObject({ ok: true, value: { submissions: 1, files: 1 } })
    const order = first === 0 ? [0, 1, 0] : [1, 0, 1]
    for (const at of order) {
      await changeTo(disks[at] ?? disks[0])
      await device.sync.run({ all: true })
      await device.sync.refresh.now('submissions')
      expect(await rowsOf(id)).toHaveLength(1)
      expect(answerOf((await rowsOf(id))[0], 'photo')?.value_json).toHaveLength(1)
    }
    expect(answerOf((await rowsOf(id))[0], 'a')?.value).toBe('after')
    expect(await submissionOf(device, id)).toMatchObject({
      syncStatus: 'synced',
      answers: { a: 'after', b: 'kept' },
    })
    expect(await device.db.outbox.find().exec()).toEqual([])
  },
)
