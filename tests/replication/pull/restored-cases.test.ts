import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { caseLacks } from '../../../collections/schemas/cases.ts'
import { queueSubmissions } from '../../../replication/outbox/queue.ts'
import { migrate } from '../../../server/db/migrate.ts'
import type { Db } from '../../../server/db/db.ts'
import { commitEdit } from '../../collections/commit.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { adminContext, runAdmin } from '../../server/admin-line.ts'
import { publishForms, registration, visit } from '../../server/case-forms.ts'
import { temporaryDirectory } from '../../server/child-server.ts'
import { engines } from '../../server/engines.ts'
import type { TestServer } from '../../server/make-server.ts'
import { serverOn } from '../../server/server-on.ts'
import { shareTestServer } from '../../server/share-server.ts'

/** Cases of a server that was restored from a backup, and a phone that is ahead of it. */

const startServer = shareTestServer()

let phone: Device | null = null
afterEach(async () => {
  await phone?.crash()
  phone = null
})

const admin = (on: TestServer, ...line: string[]) => runAdmin(adminContext(on), line)

/** What the office sees: the cases with their owners, progress, and the history of each. */
const seenBy = async (on: TestServer, ids: readonly string[]) => ({
  lists: await admin(on, 'case', 'list'),
  homes: await admin(on, 'case', 'export', '--list', 'homes'),
  histories: await Promise.all(ids.map(id => admin(on, 'case', 'history', id))),
})

/** The rows of every table of cases; changes are numbered anew where something was done again. */
const storedIn = async ({ query }: Db) => ({
  cases: await query(
    `select id, list, label, properties, version, due, contested, is_registered from cases order by id`,
  ),
  operations: await query(
    `select case_id, key, form_id, office, act, seen::text, at, label, properties::text
     from case_operations order by case_id, key`,
  ),
  owners: await query(`select case_id, owner, is_ended from case_owners order by case_id, owner`),
  lists: await query(`select name, is_shared from case_lists order by name`),
  listOwners: await query(`select list, owner from case_list_owners order by list, owner`),
})

const register = (device: Device, id: string, village: string) =>
  submit(device, 'registration', {
    who: id,
    'who:act': 'create',
    'who:label': `House ${id}`,
    village,
  })
const go = (device: Device, id: string, children: string) =>
  submit(device, 'visit', { who: id, 'who:act': 'update', children })
const edit = async (device: Device, id: string, answers: Readonly<Record<string, string>>) => {
  const { db, env } = device
  const before = (await submissionOf(device, id))?.answers ?? {}
  await commitEdit(db, id, { ...before, ...answers }, [], env.clock.now())
  const edited = await submissionOf(device, id)
  if (edited !== null) await queueSubmissions(db, [edited], env.clock.now())
}
const sync = async ({ sync: { refresh, run } }: Device) => {
  await run({ all: true })
  await refresh.now('submissions')
}

test.each(engines)(
  'are as they were, with owners and history, and the phone sends again what the backup lacks ($name)',
  async engine => {
    const before = await startServer()
    const directory = await temporaryDirectory()
    const backup = join(directory.path, 'backup')
    await publishForms(before, registration, visit)
    let current = before
    const device = await openDevice(
      { fetch: (...given) => current.fetch(...given), origin: before.origin },
      createDisk(),
      await before.login(),
    )
    phone = device
    await device.sync.refresh.now('stats')
    await device.sync.refresh.now('forms')
    const { id: registered } = await register(device, 'h1', 'Anand')
    await register(device, 'h2', 'Borsad')
    await go(device, 'h1', '2')
    await sync(device)
    await admin(
      before,
      'case',
      'assign',
      'h1',
      '--to',
      'first@transect.example',
      '--due',
      '2026-12-24',
    )
    await admin(before, 'group', 'add', 'north', 'first@transect.example')
    await admin(before, 'case', 'assign', '--list', 'homes', '--to', 'north')
    await sync(device)
    const stored = await storedIn(before.db)
    expect(stored.operations).toHaveLength(4)
    const seen = await seenBy(before, ['h1', 'h2'])
    await admin(before, 'backup', 'create', backup)

    await go(device, 'h2', '5')
    await register(device, 'h3', 'Cambay')
    await edit(device, registered, { village: 'Dakor' })
    await sync(device)
    await sync(device)
    const ahead = await storedIn(before.db)
    const onPhone = () => device.db.cases.find().exec()
    const known = async () =>
      (await onPhone()).map(({ id, label, values, lacks }) => ({ id, label, values, lacks }))
    const knownAhead = await known()
    expect(knownAhead).toEqual([
      {
        id: 'h1',
        label: 'House h1',
        values: { village: 'Dakor', children: '2', due: '2026-12-24' },
        lacks: caseLacks.nothing,
      },
      {
        id: 'h2',
        label: 'House h2',
        values: { village: 'Borsad', children: '5' },
        lacks: caseLacks.nothing,
      },
      { id: 'h3', label: 'House h3', values: { village: 'Cambay' }, lacks: caseLacks.nothing },
    ])

    const db = await engine.open()
    await migrate(db)
    current = await serverOn(before, db)
    await admin(current, 'backup', 'restore', backup)
    expect(await storedIn(db)).toEqual(stored)
    expect(await seenBy(current, ['h1', 'h2'])).toEqual(seen)

    await device.sync.refresh.now('submissions')
    // Nothing goes from the phone before it is sent again.
    expect(await known()).toMatchObject(
      knownAhead.map(({ id, label, values }) => ({ id, label, values })),
    )
    await sync(device)
    await sync(device)
    expect(await storedIn(db)).toEqual(ahead)
    expect(await known()).toEqual(knownAhead)
    await db.close()
    await directory.remove()
  },
  120_000,
)
