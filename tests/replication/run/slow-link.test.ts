import { afterEach, beforeEach, expect, test } from 'vitest'
import { assignedForms } from '../../../collections/queries.ts'
import { readSetting } from '../../../collections/writes/write-settings.ts'
import { submittedDocs } from '../../submitted.ts'
import { commitEdit } from '../../collections/commit.ts'
import { createDisk, openDevice, submit, type Device } from '../../device.ts'
import { createFakeClock, until, type FakeClock } from '../../env.ts'
import {
  barePassword,
  createBareServer,
  type BareForm,
  type BareServer,
} from '../../server/bare-server.ts'
import { overSlowLink } from '../../slow-link.ts'

/** A day over a link of 20 kbps with a round trip of two seconds, to a server with only the spec's section 7. */

const waterPoints: BareForm = { id: 3, title: 'Water points', sections: [] }

let clock: FakeClock
let server: BareServer
let device: Device
let fetch: BareServer['fetch']
let isRunning = false
/** The methods of what the server took, in order. */
const taken: string[] = []

const open = async (forms: readonly BareForm[]): Promise<void> => {
  clock = createFakeClock()
  server = createBareServer({ forms, now: clock.now })
  fetch = server.fetch
  taken.length = 0
  const options = {
    fetch: ((input, init) => fetch(input, init)) satisfies BareServer['fetch'],
    origin: server.origin,
    clock,
    connection: { effectiveType: 'slow-2g' },
  }
  device = await openDevice(options, createDisk(), null)
  const login = await device.api.login('asha@transect.example', barePassword)
  device.env.signIn(login.ok ? login.value.token : null)
  device.sync.events$.subscribe(({ type }) => {
    if (type === 'started') isRunning = true
    if (type === 'finished') isRunning = false
  })
}
beforeEach(() => {
  isRunning = false
})
afterEach(() => device.crash())

/** From now on the link is slow. */
const slowDown = (): void => {
  fetch = overSlowLink(
    async request => {
      const response = await server.fetch(request)
      if (request.method !== 'GET' && response.ok) taken.push(request.method)
      return response
    },
    clock,
    { kbps: 20, roundTripMs: 2000 },
  )
}

/** Waits until nothing is to be sent; returns how many minutes passed. The clock stands during the work of a run. */
const sendAll = async (): Promise<number> => {
  const since = clock.now()
  await until('nothing waits', async () => {
    if ((await device.db.outbox.findOne().exec()) === null) return true
    if (!isRunning) clock.advance(1000)
    return false
  })
  return (clock.now() - since) / 60_000
}

test('two edits of large interviews do not keep new interviews waiting, and arrive too', async () => {
  await open([waterPoints])
  const large = [
    await submit(device, '3', { q: 'a'.repeat(23_000) }),
    await submit(device, '3', { q: 'b'.repeat(23_000) }),
  ]
  expect(large.map(({ outcome }) => outcome)).toEqual(['submitted', 'submitted'])
  slowDown()
  device.env.cut()
  for (const { id } of large) {
    await commitEdit(device.db, id, { q: id.repeat(1200) }, [], clock.now())
  }
  // Too large for two of them in a packet.
  for (const letter of 'cde') await submit(device, '3', { q: letter.repeat(1500) })
  device.env.mend()
  expect(await sendAll()).toBeLessThan(5)
  expect(taken).toEqual(['POST', 'POST', 'POST', 'PUT', 'PUT'])
})

const longForm = (id: number, bytes: number): BareForm => ({
  id,
  title: `Survey ${id}`,
  sections: [
    { id: 's', name: 'S', order: 1, fields: [{ id: 'q', name: 'Q'.repeat(bytes), type: 'TEXT' }] },
  ],
})

test('a form that takes longer than its request may be silent arrives, with all the others', async () => {
  await open([longForm(1, 200), longForm(2, 150_000), longForm(3, 200)])
  slowDown()
  expect((await device.sync.refresh.now('forms')).ok).toBe(true)
  const forms = await assignedForms().build(device.db.forms).exec()
  expect(forms.map(({ fetched_at }) => fetched_at > 0)).toEqual([true, true, true])
})

test('a form that never comes keeps no other away, and goes last the next time', async () => {
  await open([1, 2, 3, 4, 5].map(id => longForm(id, 200)))
  const asked: string[] = []
  fetch = async (input, init) => {
    const request = new Request(input, init)
    const [, id] = /\/forms\/(\d)/.exec(request.url) ?? []
    if (id !== undefined) asked.push(id)
    if (id === '1' || id === '2') throw new TypeError('Failed to fetch')
    return server.fetch(request)
  }
  expect((await device.sync.refresh.now('forms')).ok).toBe(false)
  expect(asked.splice(0)).toEqual(['1', '2'])
  expect((await device.sync.refresh.now('forms')).ok).toBe(false)
  expect(asked).toEqual(['3', '4', '5', '1', '2'])
})

test('a page of rows that takes minutes arrives whole, and the lease is held meanwhile', async () => {
  await open([waterPoints])
  for (const letter of 'abcdefgh') await submit(device, '3', { q: letter.repeat(23_000) })
  await device.crash()
  const login = device.env.token()
  device = await openDevice(
    { fetch: (input, init) => fetch(input, init), origin: server.origin, clock },
    createDisk(),
    login,
  )
  slowDown()
  let leastLeft = Number.POSITIVE_INFINITY
  const carried = fetch
  fetch = async (input, init) => {
    const response = await carried(input, init)
    const noted = response.body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: async (piece, controller) => {
          const { expiresAt } = await readSetting(device.db, 'syncLease')
          leastLeft = Math.min(leastLeft, expiresAt - clock.now())
          controller.enqueue(piece)
        },
      }),
    )
    return new Response(noted ?? null, response)
  }
  const since = clock.now()
  expect((await device.sync.refresh.now('submissions')).ok).toBe(true)
  expect(clock.now() - since).toBeGreaterThan(65_000)
  expect(leastLeft).toBeGreaterThan(30_000)
  expect(await submittedDocs(device.db)).toHaveLength(8)
})

test('a list of forms that takes longer than eight seconds arrives', async () => {
  await open(
    Array.from({ length: 50 }, (_, at) => ({
      id: at + 1,
      title: `Survey ${at}`,
      description: 'What is asked of each water point. '.repeat(20),
      sections: [],
    })),
  )
  slowDown()
  await device.sync.refresh.now('forms')
  expect(await assignedForms().build(device.db.forms).exec()).toHaveLength(50)
})
