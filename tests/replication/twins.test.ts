import { binned } from '../binned.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { commitEdit, markDeleted } from '../collections/commit.ts'
import { restoreFromBin } from '../../replication/bin/restore-from-bin.ts'
import { queueSubmissions } from '../../replication/outbox/queue.ts'
import { submissionOf, submit } from '../device.ts'
import { openPlainPhone, photo, type PlainPhone } from './plain-phone.ts'

/** A second row of one interview is joined with it, and deleted only where nothing is lost with it. */

const forms = ['3', '4'].map(id => ({ id, title: id, sections: [] }))
let phone: PlainPhone
/** How often each creation is sent; what stands between changes the spare one. */
let times = 2
let isListed = true
let spareBody: (body: Record<string, unknown>) => Record<string, unknown> = body => body

beforeEach(async () => {
  times = 2
  spareBody = body => body
  phone = await openPlainPhone({ forms }, fetch => async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!isListed && request.method === 'GET' && pathname.endsWith('/form-submissions')) {
      return new Response('', { status: 500 })
    }
    const isCreate = request.method === 'POST' && request.url.endsWith('/form-submissions')
    for (let sent = 1; isCreate && sent < times; sent += 1) {
      const copy = request.clone()
      const { url, method, headers } = copy
      const body = spareBody((await copy.json()) as Record<string, unknown>)
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
const pullOnce = () => phone.device.sync.refresh.now('submissions')
/** The phone's own row is the later one here, so that it waits a minute before it deletes the other. */
const pull = async () => {
  await pullOnce()
  phone.device.env.clock.advance(60_000)
  await pullOnce()
}
const rowIds = () => phone.server.rows().map(({ id }) => id)
const spares = () => readSetting(phone.device.db, 'spareRows')
const happened = async (id: string) =>
  (await submissionOf(phone.device, id))?.history
    .filter(({ what }) => what === 'joined' || what === 'spare-deleted')
    .map(({ what, note }) => `${what} ${note}`)

test('each spare row is deleted, and both steps are noted once', async () => {
  times = 3
  const id = await send()
  expect(rowIds()).toEqual([1, 2, 3])
  await pull()
  expect(rowIds()).toEqual([3])
  expect(await spares()).toEqual({})
  const steps = ['joined 1', 'spare-deleted 1', 'joined 2', 'spare-deleted 2']
  expect((await happened(id))?.toSorted()).toEqual(steps.toSorted())
  await pull()
  expect(await happened(id)).toHaveLength(4)
  expect(await phone.submissions()).toHaveLength(1)
  expect(rowIds()).toEqual([3])
})

test('of two phones with one interview, the one with the later row continues on the earlier one', async () => {
  const id = await send([photo('pump.txt', 1)])
  await pullOnce()
  expect(rowIds()).toEqual([1, 2])
  await phone.elsewhere('DELETE', '/form-submissions/2')
  await pullOnce()
  expect(await spares()).toEqual({})
  expect(await submissionOf(phone.device, id)).toMatchObject({ server_id: '1', hidden: 0 })
  expect(await binned(phone.device.db)).toEqual([])
  await phone.device.sync.run({ all: true })
  expect(phone.server.rows().map(({ id: row, files }) => [row, files.length])).toEqual([[1, 1]])
})

test('of the rows 9 and 10 the later one is 10, so its phone waits', async () => {
  const made = { form_id: '4', created_at: '2026-11-20T09:30:00.000Z', answers: [] }
  for (let row = 1; row <= 8; row += 1) await phone.elsewhere('POST', '/form-submissions', made)
  await send()
  await pullOnce()
  expect(rowIds().slice(8)).toEqual([9, 10])
  phone.device.env.clock.advance(60_000)
  await pullOnce()
  expect(rowIds().slice(8)).toEqual([10])
})

test.each([
  ['cannot be read', 'GET', '/form-submissions/1'],
  ['cannot be compared', 'GET', '/form-submissions/2'],
  ['cannot be deleted', 'DELETE', '/form-submissions/1'],
])('a spare row that %s now is looked at again later', async (_, method, path) => {
  const id = await send()
  phone.server.faults.arm({ fault: '500', method, path })
  await pull()
  expect(rowIds()).toEqual([1, 2])
  expect(await spares()).toEqual({ 1: id })
  expect(await phone.submissions()).toHaveLength(1)
  await pull()
  expect(rowIds()).toEqual([2])
  expect(await spares()).toEqual({})
  expect(await happened(id)).toEqual(['joined 1', 'spare-deleted 1'])
})

test('a spare row that is gone meanwhile is forgotten', async () => {
  const id = await send()
  phone.server.faults.arm({ fault: '404-json', method: 'GET', path: '/form-submissions/1' })
  await pull()
  expect(await spares()).toEqual({})
  expect(await happened(id)).toEqual(['joined 1'])
})

test('a deletion that is answered with 404 was done', async () => {
  const id = await send()
  phone.server.faults.arm({ fault: '404-json', method: 'DELETE', path: '/form-submissions/1' })
  await pull()
  expect(await happened(id)).toEqual(['joined 1', 'spare-deleted 1'])
  expect(await spares()).toEqual({})
})

test('a spare row that was changed since it was found stays, joined on the screen', async () => {
  const id = await send()
  phone.server.faults.arm({ fault: '500', method: 'GET', path: '/form-submissions/1' })
  await pull()
  expect(await spares()).toEqual({ 1: id })
  const changed = {
    form_id: '3',
    latitude: 12.9716,
    longitude: 77.5946,
    created_at: '2026-11-20T09:30:00.000Z',
    answers: [{ form_field_id: 'q', value: 'no' }],
  }
  await phone.elsewhere('PUT', '/form-submissions/1', changed)
  await pull()
  expect(rowIds()).toEqual([1, 2])
  expect(await spares()).toEqual({ 1: id })
  expect(await phone.submissions()).toHaveLength(1)
  await pull()
  expect(await happened(id)).toEqual(['joined 1'])
})

test('the spare row of an interview that was edited before a list showed it is deleted', async () => {
  const id = await send()
  await commitEdit(phone.device.db, id, { q: 'no' }, [], 1)
  const edited = await submissionOf(phone.device, id)
  if (edited !== null) await queueSubmissions(phone.device.db, [edited], 1)
  await sendUnlisted()
  await pull()
  expect(rowIds()).toEqual([2])
  expect(await happened(id)).toEqual(['joined 1', 'spare-deleted 1'])
  expect((await submissionOf(phone.device, id))?.answers).toEqual({ q: 'no' })
})

test('the spare row of an interview that was deleted before a list showed it is deleted', async () => {
  const id = await send()
  await markDeleted(phone.device.db, id, 1)
  await sendUnlisted()
  await pull()
  expect(rowIds()).toEqual([])
  expect(await phone.submissions()).toEqual([])
  expect(await spares()).toEqual({})
})

test('an interview that was restored from the bin stays on the server', async () => {
  times = 1
  const id = await send()
  await markDeleted(phone.device.db, id, 1)
  await phone.device.sync.run({ all: true })
  await restoreFromBin(phone.device.db, id, 2)
  await phone.device.sync.run({ all: true })
  await pull()
  await pull()
  expect(rowIds()).toEqual([2])
  expect(await phone.submissions()).toHaveLength(1)
})

test('a spare row that has the files of the interview is not deleted', async () => {
  const id = await send([photo('a.txt', 1)])
  phone.server.faults.arm({ fault: '500', method: 'GET', path: '/form-submissions/1' })
  await pull()
  await phone.uploadElsewhere(1, photo('more.txt', 2))
  expect(phone.server.rows().map(({ files }) => files.length)).toEqual([1, 1])
  await pull()
  expect(rowIds()).toEqual([1, 2])
  expect(await spares()).toEqual({ 1: id })
})

test.each([
  ['another form', { form_id: '4' }],
  ['another place', { latitude: 13.5 }],
  ['other answers', { answers: [{ form_field_id: 'q', value: 'no' }] }],
  ['another time', { created_at: '2026-11-20T08:00:00.000Z' }],
])('a row of %s is an interview of its own', async (_, other) => {
  spareBody = body => ({ ...body, ...other })
  await send()
  await pull()
  expect(rowIds()).toEqual([1, 2])
  expect(await spares()).toEqual({})
  expect(await phone.submissions()).toHaveLength(2)
})

test('what another device sent is never a second row of anything', async () => {
  times = 1
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
  expect(await phone.submissions()).toHaveLength(2)
  expect(await spares()).toEqual({})
})
