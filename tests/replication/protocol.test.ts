import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerKey, submissionItemId } from '../../collections/ids.ts'
import { notesStore } from '../../collections/one-database/stores.ts'
import { currentUser } from '../../collections/schemas/user-profile.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { drain } from '../../replication/drain.ts'
import { rowAnswers } from '../../replication/rows/row-answers.ts'
import { submitInterview } from '../../replication/submit.ts'
import { startSync } from '../../replication/sync.ts'
import { commitEdit } from '../collections/commit.ts'
import {
  createDisk,
  fillIn,
  openDevice,
  submissionOf,
  submit,
  type Device,
  type Disk,
} from '../device.ts'
import { seenPort } from '../seen-port.ts'
import { createFakeSyncEnv, until } from '../env.ts'
import { entriesIn } from '../recovery.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'
import { submittedDocs } from '../submitted.ts'

/** RxDB's protocol against the real server: what a crash, a refusal, a second tab or a stop in the middle of it leaves. */

const formId = 'household-profile'
const name = `${formId}.head_name`
const village = `${formId}.village`

let server: TestServer
let token: string
let device: Device
beforeAll(async () => {
  server = await startTestServer({ pastTotal: 3 })
})
beforeEach(async () => {
  await server.reset()
  token = await server.login()
})
afterEach(() => device.crash())
afterAll(() => server.close())

type Fetch = TestServer['fetch']

const open = async (disk: Disk = createDisk(), fetch: Fetch = server.fetch): Promise<Device> => {
  device = await openDevice({ fetch, origin: server.origin }, disk, token)
  return device
}
const kinds = ['account', 'forms', 'stats', 'submissions'] as const
const pullAll = async ({ sync }: Device) => {
  for (const kind of kinds) expect(await sync.refresh.now(kind)).toMatchObject({ ok: true })
}

/** What a device has of the server. */
const pulled = async ({ db }: Device) => ({
  user: (await db.user_profile.findOne(currentUser).exec())?.full_name,
  stats: await readSetting(db, 'dashboardStats'),
  forms: (await db.forms.find().exec()).map(form => [
    form.id,
    form.definition_hash,
    form.fetched_at,
  ]),
  questions: await db.form_questions.count().exec(),
  rows: (await submittedDocs(db)).map(row => [row.server_id, row.answers]),
  cursor: await readSetting(db, 'changesCursor'),
})

/** How many rows the server has for an interview. */
const rowsOf = async (id: string): Promise<number> => {
  const rows = await server.db.query('select 1 from submissions where temp_id = $1', [id])
  return rows.length
}

/** The server's, whose first POST of an interview is answered when `answer` is called. */
const slowServer = () => {
  let answer = () => {}
  const answered = new Promise<void>(resolve => (answer = resolve))
  let isHeld = false
  let posted = () => {}
  const isPosted = new Promise<void>(resolve => (posted = resolve))
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const response = await server.fetch(request)
    if (!isHeld && request.method === 'POST' && request.url.endsWith('/form-submissions')) {
      isHeld = true
      posted()
      await answered
    }
    return response
  }
  return { fetch, answer, isPosted }
}

/** A disk of which one write of the app fails: the one that comes after so many others. */
const failing = ({ name: disk, port }: Disk) => {
  const budget = { left: Number.MAX_SAFE_INTEGER }
  const watch = (db: IDBDatabase) => {
    const begin = db.transaction.bind(db)
    db.transaction = (...args) => {
      // RxDB throws a note that fails where nothing can catch it.
      if (args[1] === 'readwrite' && !String(args[0]).includes(notesStore)) budget.left -= 1
      if (budget.left === -1) {
        budget.left = Number.MAX_SAFE_INTEGER
        throw new DOMException('It is full.', 'QuotaExceededError')
      }
      return begin(...args)
    }
  }
  return { disk: { name: disk, port: seenPort(port, watch) }, budget }
}

// Each of them is tried by the deep tests.
const stride = process.env['DEEP'] === '1' ? 1 : 6

test('a pull goes on behind what is stored, whichever of its writes fails', async () => {
  await open()
  await pullAll(device)
  const expected = await pulled(device)
  await device.crash()
  for (let write = 0; ; write += stride) {
    const { disk, budget } = failing(createDisk())
    await open(disk)
    budget.left = write
    for (const kind of kinds) await device.sync.refresh.now(kind).catch(() => null)
    const isBehind = budget.left >= 0 && budget.left < 1000
    budget.left = Number.MAX_SAFE_INTEGER
    await pullAll(device)
    expect(await pulled(device), `write ${write}`).toEqual(expected)
    // All its writes were tried.
    if (isBehind) break
    await device.crash()
  }
})

test('a batch of which one item is refused sends the others in the same run', async () => {
  await open()
  await pullAll(device)
  device.env.cut()
  const ids: string[] = []
  for (const form of [formId, 'no-such-form', formId]) {
    ids.push((await submit(device, form, { [name]: 'Asha' })).id)
    device.env.clock.advance(60_000)
  }
  device.env.mend()
  expect(await device.sync.run({ all: true })).toMatchObject({ synced: 2 })
  expect(await Promise.all(ids.map(rowsOf))).toEqual([1, 0, 1])
  expect((await entriesIn(device.db)).map(({ form_id }) => form_id)).toEqual(['no-such-form'])
  expect(await device.db.outbox.count().exec()).toBe(0)
})

test('edits of one row on two devices are both on the server in the end', async () => {
  const [one, two] = [createDisk(), createDisk()]
  await open(one)
  const { id } = await submit(device, formId, { [name]: 'Asha', [village]: 'Rampur' })
  const serverId = (await submissionOf(device, id))?.server_id ?? ''
  await device.crash()
  const edit = async (disk: Disk, answers: Record<string, string>) => {
    await open(disk)
    await pullAll(device)
    const [row] = (await submittedDocs(device.db)).filter(doc => doc.server_id === serverId)
    if (row === undefined) throw new Error('The row did not come.')
    await commitEdit(device.db, row.id, { ...row.answers, ...answers }, [], device.env.clock.now())
  }
  await edit(two, { [answerKey(name)]: 'Meena' })
  await device.crash()
  await edit(one, { [answerKey(village)]: 'Bopal' })
  await device.sync.run({ all: true })
  await device.crash()
  await open(two)
  await device.sync.run({ all: true })
  const row = await device.api.submission(serverId)
  const answers = row.ok ? rowAnswers(row.value, () => undefined) : null
  expect(answers).toMatchObject({ [answerKey(name)]: 'Meena', [answerKey(village)]: 'Bopal' })
  expect(await device.db.outbox.count().exec()).toBe(0)
})

test('what a run without a window has sent is not sent again by a live one', async () => {
  const disk = createDisk()
  await open(disk)
  device.env.cut()
  const { id } = await submit(device, formId, { [name]: 'Asha' })
  await device.crash()
  await open(disk)
  await device.sync.stop()
  expect(await drain(device)).toMatchObject({ synced: 1, left: 0 })
  const sync = startSync(device)
  expect(await sync.run({ all: true })).toMatchObject({ synced: 0 })
  await sync.stop()
  expect(await rowsOf(id)).toBe(1)
  expect(await submissionOf(device, id)).toMatchObject({ syncStatus: 'synced' })
})

test('a push that is stopped in the middle of its request is settled by the next one', async () => {
  const { fetch, answer, isPosted } = slowServer()
  await open(createDisk(), fetch)
  const { draft, contents } = await fillIn(device, formId, { [name]: 'Asha' })
  void submitInterview(device, draft, contents)
  await isPosted
  const stopped = device.sync.stop()
  answer()
  await stopped
  const sync = startSync(device)
  await sync.run({ all: true })
  await sync.stop()
  expect(await rowsOf(draft.id)).toBe(1)
  expect(await submissionOf(device, draft.id)).toMatchObject({ syncStatus: 'synced' })
  expect(await device.db.outbox.count().exec()).toBe(0)
})

test('a tab that loses the lease in the middle of its request leaves one row and one state', async () => {
  const { fetch, answer, isPosted } = slowServer()
  await open(createDisk(), fetch)
  const { draft, contents } = await fillIn(device, formId, { [name]: 'Asha' })
  void submitInterview(device, draft, contents)
  await isPosted
  // The second tab's clock goes on, as that of the first one would that the browser has frozen.
  const env = createFakeSyncEnv({ fetch: server.fetch, origin: server.origin })
  env.signIn(token)
  env.clock.advance(10 * 60_000)
  const second = startSync({ ...device, env })
  await until('the second tab has sent it', async () => {
    await second.run({ all: true })
    return (await device.db.outbox.findOne(submissionItemId(draft.id)).exec()) === null
  })
  answer()
  await second.stop()
  await device.sync.stop()
  expect(await rowsOf(draft.id)).toBe(1)
  expect(await submissionOf(device, draft.id)).toMatchObject({ syncStatus: 'synced' })
})
