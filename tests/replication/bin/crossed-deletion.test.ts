import { startEditDraft } from '../../../collections/writes/write-work.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { undoDelete, deleteSubmission, submitInterview } from '../../../replication/submit.ts'
import { createDisk, openDevice, submissionOf, submit, type Device } from '../../device.ts'
import { entriesIn, deleteRecoveryEntry, tryAgain } from '../../recovery.ts'
import { createBareServer, type BareServer } from '../../server/bare-server.ts'

/** A deletion and an edit of one submission cross: one of them is unsent or in flight when the other is made. */

let server: BareServer
let device: Device
/** What happens while the next request of a method is in flight. */
let during: { method: string; act: () => Promise<unknown> } | null

beforeEach(async () => {
  server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  during = null
  const fetch: typeof server.fetch = async (input, init) => {
    const request = new Request(input, init)
    const meanwhile = during?.method === request.method ? during.act : async () => {}
    if (during?.method === request.method) during = null
    await meanwhile()
    return server.fetch(request)
  }
  device = await openDevice({ fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : '')
})
afterEach(() => device.crash())

const sent = async (): Promise<string> => {
  const { id, outcome } = await submit(device, '3', { q: 'one' })
  expect(outcome).toBe('submitted')
  return id
}
const place = { latitude: null, longitude: null, accuracy: null }
const edit = async (id: string, q: string): Promise<void> => {
  const submission = await submissionOf(device, id)
  if (submission === null) throw new Error('There is no submission.')
  const draft = await startEditDraft(device.db, submission, device.env.clock.now())
  const contents = { answers: { q }, files: [], place, address: '', city: '' }
  await submitInterview(device, draft, contents)
}
const refuse = (method: string) =>
  server.faults.arm({ fault: 'draft', method, path: '/form-submissions' })
const settle = async () => {
  for (let runs = 0; runs < 4; runs += 1) {
    device.env.clock.advance(61_000)
    await device.sync.run({ all: true })
  }
}
const offline = async (act: () => Promise<unknown>) => {
  device.env.cut()
  await act()
  device.env.mend()
}
const answerOnServer = () => server.rows().map(({ answers }) => answers?.[0]?.value)
const entries = () => entriesIn(device.db)

test('an edit that was unsent when its submission was deleted is sent when the deletion is refused', async () => {
  const id = await sent()
  await offline(async () => {
    await edit(id, 'two')
    await deleteSubmission(device, id)
  })
  refuse('DELETE')
  await settle()
  const [refusal] = await entries()
  await deleteRecoveryEntry(device.db, refusal?.id ?? '', device.env.clock.now())
  expect(refusal).toMatchObject({ kind: 'delete' })
  expect(await submissionOf(device, id)).toMatchObject({ answers: { q: 'two' }, hidden: 0 })
  expect(answerOnServer()).toEqual(['two'])
})

test('an edit stays when the deletion that was undone before it is refused', async () => {
  const id = await sent()
  refuse('DELETE')
  const act = () =>
    offline(async () => {
      await undoDelete(device, id)
      await edit(id, 'two')
    })
  during = { method: 'DELETE', act }
  await deleteSubmission(device, id)
  await settle()
  expect(await submissionOf(device, id)).toMatchObject({ answers: { q: 'two' }, hidden: 0 })
  expect(answerOnServer()).toEqual(['two'])
  expect(await entries()).toEqual([])
})

test('a submission stays deleted when an edit that was in flight is refused', async () => {
  const id = await sent()
  refuse('PUT')
  during = { method: 'PUT', act: () => offline(() => deleteSubmission(device, id)) }
  await edit(id, 'two')
  await settle()
  expect(await submissionOf(device, id)).toBeNull()
  expect(server.rows()).toEqual([])
  expect(await entries()).toMatchObject([{ kind: 'edit' }])
})

test('a refused edit that is tried again does not repeat a deletion that was undone', async () => {
  const id = await sent()
  refuse('PUT')
  during = { method: 'PUT', act: () => offline(() => deleteSubmission(device, id)) }
  server.faults.arm({ fault: 'drop-before', method: 'DELETE', path: '/form-submissions', times: 9 })
  await edit(id, 'two')
  await undoDelete(device, id)
  server.faults.clear()
  await settle()
  const [refusal] = await entries()
  expect(await tryAgain(device.db, refusal?.id ?? '', device.env.clock.now())).toBe('returned')
  await settle()
  expect(answerOnServer()).toEqual(['two'])
})

test('an edit that is submitted after the deletion of its submission is sent', async () => {
  const id = await sent()
  await offline(async () => {
    const submission = await submissionOf(device, id)
    if (submission === null) throw new Error('There is no submission.')
    const draft = await startEditDraft(device.db, submission, device.env.clock.now())
    await deleteSubmission(device, id)
    const contents = { answers: { q: 'two' }, files: [], place, address: '', city: '' }
    await submitInterview(device, draft, contents)
  })
  await settle()
  expect(answerOnServer()).toEqual(['two'])
})
