import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitEdit, markDeleted } from '../../collections/commit.ts'
import { removeCopies } from '../../../replication/attempt/remove-copies.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import { queueSubmissions } from '../../../replication/outbox/queue.ts'
import { binned } from '../../binned.ts'
import { submissionOf, submit } from '../../device.ts'
import { openPlainPhone, photo, type PlainPhone } from '../plain-phone.ts'

/** A server without keys makes a further row of each POST that the browser repeats: a copy, which only a surveyor removes. */

const forms = ['3', '4'].map(id => ({ id, title: id, sections: [] }))
let phone: PlainPhone
/** How often each creation is sent; what stands between changes the copy. */
let times = 2
let isListed = true
let copyBody: (body: Record<string, unknown>) => Record<string, unknown> = body => body
let deletions: string[] = []

beforeEach(async () => {
  times = 2
  copyBody = body => body
  deletions = []
  phone = await openPlainPhone({ forms }, fetch => async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'DELETE') deletions.push(pathname.split('/').at(-1) ?? '')
    if (!isListed && request.method === 'GET' && pathname.endsWith('/form-submissions')) {
      return new Response('', { status: 500 })
    }
    const isCreate = request.method === 'POST' && request.url.endsWith('/form-submissions')
    for (let sent = 1; isCreate && sent < times; sent += 1) {
      const copy = request.clone()
      const { url, method, headers } = copy
      const body = copyBody((await copy.json()) as Record<string, unknown>)
      await fetch(url, { method, headers, body: JSON.stringify(body) })
    }
    return fetch(request)
  })
})
afterEach(() => phone.device.crash())

/** A run ends with a fetch of the list, which is what each test looks at by itself. */
const sendUnlisted = async () => {
  isListed = false
  await phone.device.sync.run({ all: true })
  isListed = true
}

const send = async (files: Parameters<typeof submit>[3] = []) => {
  phone.server.faults.arm({ fault: '500', method: 'GET', path: '/form-submissions', times: 50 })
  const { id } = await submit(phone.device, '3', { q: 'yes' }, files)
  await phone.device.sync.run({ all: true })
  phone.server.faults.clear()
  return id
}
const pull = async () => {
  for (let round = 0; round < 3; round += 1) {
    await phone.device.sync.refresh.now('submissions')
    phone.device.env.clock.advance(60_000)
  }
}
const rowIds = () => phone.server.rows().map(({ id }) => id)
const copies = async (id: string) => (await submissionOf(phone.device, id))?.copies
const shown = async () => (await phone.submissions()).map(({ server_id }) => server_id).sort()
/** Deletes an interview, and sends that once its Undo is gone. */
const deleteNow = async (id: string) => {
  await markDeleted(phone.device.db, id, 1)
  const submission = await submissionOf(phone.device, id)
  if (submission !== null) await queueSubmissions(phone.device.db, [submission], 1)
}

test('the further rows of an interview are its copies, and no pull deletes one', async () => {
  times = 3
  const id = await send()
  await pull()
  expect(rowIds()).toEqual([1, 2, 3])
  expect((await copies(id))?.toSorted()).toEqual(['1', '2'])
  expect(await shown()).toEqual(['3'])
  expect(deletions).toEqual([])
})

test('the surveyor removes the copies', async () => {
  times = 3
  const id = await send([photo('pump.txt', 1)])
  await pull()
  phone.server.faults.arm({ fault: '500', method: 'DELETE', path: '/form-submissions/2' })
  expect(await removeCopies(phone.device, id)).toMatchObject({ ok: false })
  expect(await removeCopies(phone.device, id)).toMatchObject({ ok: true })
  expect(rowIds()).toEqual([3])
  await pull()
  expect(await copies(id)).toBeUndefined()
  expect(await shown()).toEqual(['3'])
  expect(phone.server.rows().map(({ files }) => files.length)).toEqual([1])
})

test('the copies of an interview are deleted with it, before its own row', async () => {
  const id = await send()
  await pull()
  await deleteNow(id)
  phone.server.faults.arm({ fault: '500', method: 'DELETE', path: '/form-submissions/1' })
  await phone.device.sync.run({ all: true })
  expect(deletions).toEqual(['1'])
  expect(rowIds()).toEqual([1, 2])
  phone.device.env.clock.advance(60_000)
  await phone.device.sync.run({ all: true })
  expect(deletions).toEqual(['1', '1', '2'])
  expect(rowIds()).toEqual([])
  expect(await phone.submissions()).toEqual([])
  expect((await binned(phone.device.db)).map(({ id: each }) => each)).toEqual([id])
})

test('a copy that is gone does not keep its interview from being deleted', async () => {
  const id = await send()
  await pull()
  await phone.elsewhere('DELETE', '/form-submissions/1')
  await deleteNow(id)
  await phone.device.sync.run({ all: true })
  expect(rowIds()).toEqual([])
  expect(await phone.submissions()).toEqual([])
})

test('the copy of an interview that was deleted before a list showed it is shown, and stays', async () => {
  const id = await send()
  await deleteNow(id)
  await sendUnlisted()
  await pull()
  expect(rowIds()).toEqual([1])
  expect(await shown()).toEqual(['1'])
  expect(deletions).toEqual(['2'])
})

test('an interview whose own row was deleted elsewhere continues on its copy, with its file', async () => {
  const id = await send([photo('pump.txt', 1)])
  await pull()
  await phone.elsewhere('DELETE', '/form-submissions/2')
  await pull()
  expect(await copies(id)).toBeUndefined()
  expect(await submissionOf(phone.device, id)).toMatchObject({ server_id: '1', hidden: 0 })
  expect(await binned(phone.device.db)).toEqual([])
  await phone.device.sync.run({ all: true })
  expect(phone.server.rows().map(({ id: row, files }) => [row, files.length])).toEqual([[1, 1]])
})

test('a copy that was changed elsewhere stays one', async () => {
  const id = await send()
  await pull()
  const changed = {
    form_id: '3',
    latitude: 12.9716,
    longitude: 77.5946,
    created_at: '2026-11-20T09:30:00.000Z',
    answers: [{ form_field_id: 'q', value: 'no' }],
  }
  await phone.elsewhere('PUT', '/form-submissions/1', changed)
  await pull()
  expect(await copies(id)).toEqual(['1'])
  expect(await shown()).toEqual(['2'])
})

test('a further row of an interview that was edited before a list showed it is shown', async () => {
  const id = await send()
  await commitEdit(phone.device.db, id, { q: 'no' }, [], 1)
  const edited = await submissionOf(phone.device, id)
  if (edited !== null) await queueSubmissions(phone.device.db, [edited], 1)
  await sendUnlisted()
  await pull()
  expect(rowIds()).toEqual([1, 2])
  expect(await shown()).toEqual(['1', '2'])
  expect(deletions).toEqual([])
})

test('an interview that was restored from the bin stays on the server', async () => {
  times = 1
  const id = await send()
  await deleteNow(id)
  await phone.device.sync.run({ all: true })
  await restoreFromBin(phone.device.db, id, 2)
  await phone.device.sync.run({ all: true })
  await pull()
  expect(rowIds()).toEqual([2])
  expect(await shown()).toEqual(['2'])
})

test.each([
  ['another form', { form_id: '4' }],
  ['another place', { latitude: 13.5 }],
  ['other answers', { answers: [{ form_field_id: 'q', value: 'no' }] }],
  ['another time', { created_at: '2026-11-20T08:00:00.000Z' }],
])('a row of %s is an interview of its own', async (_, other) => {
  copyBody = body => ({ ...body, ...other })
  const id = await send()
  await pull()
  expect(await copies(id)).toBeUndefined()
  expect(await shown()).toEqual(['1', '2'])
})

test('what another device sent is never a copy', async () => {
  const made = {
    form_id: '3',
    latitude: null,
    longitude: null,
    created_at: '2026-11-20T09:30:00.000Z',
    answers: [{ form_field_id: 'q', value: 'same' }],
  }
  await phone.elsewhere('POST', '/form-submissions', made)
  await pull()
  await phone.elsewhere('POST', '/form-submissions', made)
  await pull()
  expect(rowIds()).toEqual([1, 2])
  expect(await shown()).toEqual(['1', '2'])
})
