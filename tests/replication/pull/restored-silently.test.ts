import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitEdit } from '../../collections/commit.ts'
import { queueSubmissions } from '../../../replication/outbox/queue.ts'
import { copyTables } from '../../server/copy-tables.ts'
import {
  createDisk,
  openDevice,
  submissionOf,
  submit,
  type Device,
  interceptCalls,
  withoutChanges,
} from '../../device.ts'
import type { TestServer } from '../../server/make-server.ts'
import { shareTestServer } from '../../server/share-server.ts'

/**
 * Our server goes back to an earlier state without a new epoch: only the changes that a phone has seen reveal it. No
 * page of changes arrives between what is lost and the restore.
 */

const startServer = shareTestServer({ pastTotal: 3 })
let server: TestServer
let device: Device
let formId: string

beforeEach(async () => {
  server = await startServer()
  device = await openDevice(
    { fetch: server.fetch, origin: server.origin },
    createDisk(),
    await server.login(),
  )
  await device.sync.refresh.now('stats')
  const forms = await device.api.forms(1)
  formId = (forms.ok ? forms.value.heads : []).find(({ status }) => status !== 'draft')?.id ?? ''
})
afterEach(() => device.crash())

/** Works while no page of changes arrives. */
const withoutPages = async (work: () => Promise<void>) => {
  const letPass = interceptCalls(device, withoutChanges)
  await work()
  letPass()
}
const edit = async (id: string, answers: Readonly<Record<string, string>>) => {
  const before = (await submissionOf(device, id))?.answers ?? {}
  await commitEdit(device.db, id, { ...before, ...answers }, [], device.env.clock.now())
  const edited = await submissionOf(device, id)
  if (edited !== null) await queueSubmissions(device.db, [edited], device.env.clock.now())
}
const send = () => device.sync.run({ all: true })
const answersOnServer = async (id: string) => {
  const listed = await device.api.submissions(1, 100)
  const row = (listed.ok ? listed.value : []).find(({ tempId }) => tempId === id)
  const given = (row?.answers ?? []) as readonly { form_field_id: string; value: string }[]
  return Object.fromEntries(given.map(({ form_field_id, value }) => [form_field_id, value]))
}

test('a lost edit is sent again although a later interview has a newer revision', async () => {
  const { id } = await submit(device, formId, { q: 'before' })
  await device.sync.refresh.now('submissions')
  const restore = await copyTables(server.db)
  await withoutPages(async () => {
    await edit(id, { q: 'after' })
    await send()
    expect(await answersOnServer(id)).toEqual({ q: 'after' })
    await restore()
    await submit(device, formId, { q: 'another' })
    await submit(device, formId, { q: 'a third' })
  })
  await device.sync.refresh.now('submissions')
  await send()
  expect(await answersOnServer(id)).toEqual({ q: 'after' })
})

test('a lost edit is not hidden by a further edit of the same interview', async () => {
  const { id } = await submit(device, formId, { q: 'before', r: 'before' })
  await device.sync.refresh.now('submissions')
  const restore = await copyTables(server.db)
  await withoutPages(async () => {
    await edit(id, { q: 'after' })
    await send()
    await restore()
  })
  await edit(id, { r: 'after' })
  await send()
  await device.sync.refresh.now('submissions')
  await send()
  expect(await answersOnServer(id)).toEqual({ q: 'after', r: 'after' })
})
