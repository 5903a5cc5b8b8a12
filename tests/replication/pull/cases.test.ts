import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { caseLacks } from '../../../collections/schemas/cases.ts'
import { readSetting } from '../../../collections/writes/write-settings.ts'
import { startDraft, keepAnswer } from '../../../collections/writes/write-interview.ts'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import {
  createDisk,
  interceptCalls,
  openDevice,
  submissionOf,
  submit,
  type Device,
} from '../../device.ts'
import { queueSubmissions } from '../../../replication/outbox/queue.ts'
import { publishForms, registers, registration, visit } from '../../server/case-forms.ts'
import { copyTables } from '../../server/copy-tables.ts'
import type { TestServer } from '../../server/make-server.ts'
import { shareTestServer } from '../../server/share-server.ts'
import { signIn } from '../../server/surveyor.ts'

/** Cases between two phones of a surveyor and our server. */

const startServer = shareTestServer()
let server: TestServer
let open: Device | null = null

/** A phone; only one is open, because RxDB opens no more collections in one process. */
const openPhone = async (disk = createDisk()): Promise<Device> => {
  await open?.crash()
  const options = { fetch: server.fetch, origin: server.origin }
  const device = await openDevice(options, disk, await server.login())
  open = device
  await device.sync.refresh.now('stats')
  await device.sync.refresh.now('forms')
  await pull(device)
  return device
}
const pull = ({ sync }: Device) => sync.refresh.now('submissions')
const send = ({ sync }: Device) => sync.run({ all: true })
const caseOn = async ({ db }: Device, id: string) =>
  (await db.cases.findOne(id).exec())?.toMutableJSON() ?? null
const edit = async (device: Device, id: string, answers: Readonly<Record<string, string>>) => {
  const before = (await submissionOf(device, id))?.answers ?? {}
  await commitEdit(device.db, id, { ...before, ...answers }, [], device.env.clock.now())
  const edited = await submissionOf(device, id)
  if (edited !== null) await queueSubmissions(device.db, [edited], device.env.clock.now())
}
const register = (device: Device, id: string, village: string) =>
  submit(device, 'registration', {
    who: id,
    'who:act': 'create',
    'who:label': `House ${id}`,
    village,
  })
const go = (device: Device, id: string, children: string) =>
  submit(device, 'visit', { who: id, 'who:act': 'update', children })

beforeEach(async () => {
  server = await startServer()
  await publishForms(server, registration, visit)
})
afterEach(async () => {
  await open?.crash()
  open = null
})

describe('cases of a server that lists them', () => {
  test('reach the other phone, and leave nothing pending', async () => {
    const disk = createDisk()
    const one = await openPhone(disk)
    await register(one, 'h1', 'Anand')
    await pull(one)
    await pull(one)
    const registered = {
      list: 'homes',
      label: 'House h1',
      values: { village: 'Anand' },
      version: 1,
      lacks: caseLacks.nothing,
    }
    expect(await caseOn(one, 'h1')).toMatchObject(registered)
    const other = await openPhone()
    expect(await caseOn(other, 'h1')).toMatchObject(registered)
    await go(other, 'h1', '3')
    await pull(other)
    const theirs = await caseOn(other, 'h1')
    const again = await openPhone(disk)
    expect(await caseOn(again, 'h1')).toMatchObject({ version: 2, values: { children: '3' } })
    expect((await caseOn(again, 'h1'))?.operations).toEqual(theirs?.operations)
  })

  test('that are no longer theirs go, and no row of an interview brings them back', async () => {
    const one = await openPhone()
    await register(one, 'h1', 'Anand')
    await takeAway()
    await pull(one)
    await pull(one)
    expect(await caseOn(one, 'h1')).toBeNull()
    const other = await openPhone()
    expect(await other.db.submissions.find().exec()).toHaveLength(1)
    expect(await caseOn(other, 'h1')).toBeNull()
  })

  test('an unsent edit and an unsent deletion count at once, and stay until the server has them', async () => {
    const one = await openPhone()
    const { id } = await register(one, 'h1', 'Anand')
    await pull(one)
    await edit(one, id, { village: 'Borsad' })
    expect(await caseOn(one, 'h1')).toMatchObject({ values: { village: 'Borsad' } })
    // The list still has the earlier one.
    await pull(one)
    expect(await caseOn(one, 'h1')).toMatchObject({ values: { village: 'Borsad' } })
    await send(one)
    await pull(one)
    await pull(one)
    expect(await caseOn(one, 'h1')).toMatchObject({ lacks: 0, values: { village: 'Borsad' } })
    await markDeleted(one.db, id, one.env.clock.now())
    expect(await caseOn(one, 'h1')).toMatchObject({ hidden: 1 })
    await pull(one)
    expect(await caseOn(one, 'h1')).toMatchObject({ hidden: 1 })
  })

  test('one that is no longer theirs stays for a draft that names it, and goes with it', async () => {
    const one = await openPhone()
    await register(one, 'h1', 'Anand')
    await register(one, 'h2', 'Anand')
    await pull(one)
    await pull(one)
    const draft = await startDraft(one.db, {
      formId: 'visit',
      formName: 'visit',
      definitionHash: 'v',
      clientKey: 'draft',
      now: one.env.clock.now(),
    })
    await keepAnswer(one.db, draft.id, 'who', 'h1', one.env.clock.now())
    await takeAway()
    await pull(one)
    expect(await caseOn(one, 'h2')).toBeNull()
    expect(await caseOn(one, 'h1')).toMatchObject({ label: 'House h1' })
    await keepAnswer(one.db, draft.id, 'who', '', one.env.clock.now())
    await pull(one)
    expect(await caseOn(one, 'h1')).toBeNull()
  })

  test('a server that begins anew brings all, and what it does not bring goes', async () => {
    const one = await openPhone()
    await register(one, 'h1', 'Anand')
    const restore = await copyTables(server.db)
    await register(one, 'h2', 'Anand')
    await pull(one)
    await restore()
    await server.db.query(`update server_values set value = 'restored' where name = 'epoch'`)
    await pull(one)
    // The interview is to be sent again, so its case stays.
    expect(await caseOn(one, 'h2')).toMatchObject({ label: 'House h2' })
    expect(await readSetting(one.db, 'cases')).toMatchObject({ pass: 2, whole: 2 })
    await send(one)
    await pull(one)
    await pull(one)
    expect(await caseOn(one, 'h2')).toMatchObject({ lacks: caseLacks.nothing, pass: 2 })
    await server.db.query(`update server_values set value = 'again' where name = 'epoch'`)
    await server.db.query(`delete from case_owners where case_id = 'h2'`)
    await pull(one)
    expect(await caseOn(one, 'h1')).not.toBeNull()
    expect(await caseOn(one, 'h2')).toBeNull()
  })

  test('a fetch that is cut goes on where it was, in pages', async () => {
    const ask = await signIn(server)
    for (let at = 0; at < 12; at += 1) {
      await ask('submissionCreate', {
        body: registers(`c${at}`, { village: 'V' }, { client_key: `k${at}` }),
      })
    }
    const one = await openPhone()
    expect(await one.db.cases.find().exec()).toHaveLength(12)
    const before = (await readSetting(one.db, 'cases')).cursor
    for (let at = 12; at < 24; at += 1) {
      await ask('submissionCreate', {
        body: registers(`c${at}`, { village: 'V' }, { client_key: `k${at}` }),
      })
    }
    let pages = 0
    const letPass = interceptCalls(one, (name, options) => {
      if (name !== 'cases') return null
      pages += 1
      if (pages > 1) return Promise.resolve({ ok: false, failure: { kind: 'offline' } })
      Object.assign(options.query ?? {}, { limit: 5 })
      return null
    })
    await pull(one)
    letPass()
    expect(await one.db.cases.find().exec()).toHaveLength(17)
    const { cursor } = await readSetting(one.db, 'cases')
    expect(cursor).not.toBe(before)
    let since: unknown
    interceptCalls(one, (name, { query }) => {
      if (name === 'cases') since ??= query?.['since']
      return null
    })
    await pull(one)
    expect(since).toBe(cursor)
    expect(await one.db.cases.find().exec()).toHaveLength(24)
  })
})

/** The office gives all cases to somebody else. */
const takeAway = async (): Promise<void> => {
  await server.db.query(`update case_owners set is_ended = true, change = change + 1000`)
  await server.db.query(`update case_counter set value = value + 1000`)
  await server.db.query(`update cases set change = change + 1000`)
}
