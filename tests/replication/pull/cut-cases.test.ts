import { afterEach, expect, test } from 'vitest'
import { readSetting } from '../../../collections/writes/write-settings.ts'
import type { CaseChange } from '../../../collections/cases/operation.ts'
import { isJsonObject } from '../../../replication/wire/envelope.ts'
import { only } from '../../../server/db/db.ts'
import { addOffice } from '../../../server/store/cases/operations.ts'
import { assignCases, userOwner } from '../../../server/store/cases/owners.ts'
import { createDisk, openDevice, type Device } from '../../device.ts'
import { publishForms, registration, visit } from '../../server/case-forms.ts'
import type { TestServer } from '../../server/make-server.ts'
import { shareTestServer } from '../../server/share-server.ts'

/** The first fetch of many cases, which is cut again and again. */

const startServer = shareTestServer()

let phone: Device | null = null
afterEach(async () => {
  await phone?.crash()
  phone = null
})

const pageRows = 100
const cuts = 20
const total = pageRows * (cuts + 1) + 50

const idOf = (at: number) => `home-${String(at).padStart(5, '0')}`

/** The office gives a surveyor many cases. */
const fill = async ({ db, clock }: TestServer): Promise<void> => {
  const change = (id: string): CaseChange => ({
    list: 'homes',
    id,
    operation: {
      key: `office|${id}`,
      act: 'create',
      seen: { version: 0, heads: [] },
      at: new Date(clock()).toISOString(),
      label: `House ${id}`,
      values: { village: 'Anand' },
      by: 'The office',
      form_id: '',
      submission_id: '',
    },
  })
  const ids = Array.from({ length: total }, (_, at) => idOf(at))
  const user = only(
    await db.query<{ id: string }>(`select id from users where email = 'asha@transect.example'`),
  )
  await db.tx(async query => {
    await addOffice(query, ids, change)
    await assignCases(query, ids, userOwner(user.id), false)
  })
}

/** A page that the phone asked for, and what it had then. */
interface Asked {
  readonly since: string
  readonly stored: { readonly cursor: string; readonly cases: number }
}

/** How a fetch is cut: at its second page, or while that is stored. */
const cutsInTurn = ['no network', 'half an answer', 'killed before', 'killed after'] as const
type Cut = (typeof cutsInTurn)[number]

test('goes on where it was cut, at each of twenty places, with one page in memory', async () => {
  const server = await startServer()
  await publishForms(server, registration, visit)
  await fill(server)
  const token = await server.login()
  const disk = createDisk()
  const asked: Asked[] = []
  /** How many cases the phone was sent up to a cursor. */
  const sentUpTo = new Map([['', 0]])
  let cut: Cut | null = null
  let pages = 0
  let killed: Promise<void> | null = null

  const kill = (device: Device): void => {
    phone = null
    killed = device.crash()
  }
  const page = async (device: Device, sent: Request): Promise<Response> => {
    const url = new URL(sent.url)
    const since = url.searchParams.get('since') ?? ''
    url.searchParams.set('limit', String(Math.min(pageRows, Number(url.searchParams.get('limit')))))
    const { cursor } = await readSetting(device.db, 'cases')
    asked.push({ since, stored: { cursor, cases: await device.db.cases.count().exec() } })
    pages += 1
    const now = pages === 2 ? cut : null
    if (now === 'no network') throw new TypeError('Failed to fetch')
    if (now === 'killed before') kill(device)
    const answer = await server.fetch(new Request(url, sent))
    const text = await answer.text()
    const body: unknown = JSON.parse(text)
    const meta = isJsonObject(body) && isJsonObject(body['meta']) ? body['meta'] : {}
    const rows = isJsonObject(body) && Array.isArray(body['data']) ? body['data'].length : 0
    sentUpTo.set(String(meta['next']), (sentUpTo.get(since) ?? 0) + rows)
    if (now === 'killed after') queueMicrotask(() => kill(device))
    const whole = now !== 'half an answer'
    return new Response(whole ? text : text.slice(0, text.length / 2), answer)
  }
  const open = async (): Promise<Device> => {
    const device: Device = await openDevice(
      {
        origin: server.origin,
        fetch: (input, init) => {
          const sent = new Request(input, init)
          const isOfCases = new URL(sent.url).pathname.endsWith('/surveyor/cases')
          return isOfCases ? page(device, sent) : server.fetch(sent)
        },
      },
      disk,
      token,
    )
    phone = device
    await device.sync.refresh.now('stats')
    return device
  }

  let device = await open()
  for (let place = 0; place < cuts; place += 1) {
    cut = cutsInTurn[place % cutsInTurn.length] ?? null
    pages = 0
    killed = null
    await Promise.race([device.sync.refresh.now('submissions'), until(() => killed)])
    expect(pages, `pages up to cut ${place}`).toBe(2)
    if (killed !== null) {
      await killed
      device = await open()
    }
    expect((await readSetting(device.db, 'cases')).whole).toBe(0)
  }
  cut = null
  await device.sync.refresh.now('submissions')
  expect((await readSetting(device.db, 'cases')).whole).toBe(1)

  const found = await device.db.cases.find().exec()
  expect(found.map(({ id }) => id).sort()).toEqual(
    Array.from({ length: total }, (_, at) => idOf(at)),
  )
  expect(new Set(found.map(({ version, pass, lacks }) => `${version} ${pass} ${lacks}`))).toEqual(
    new Set(['1 1 0']),
  )
  // Each page is asked for at the stored cursor, when all before it is stored: one page is in memory, and none came twice.
  for (const { since, stored } of asked) {
    expect(since).toBe(stored.cursor)
    expect(stored.cases).toBe(sentUpTo.get(since))
  }
  expect(asked.length).toBeGreaterThan(2 * cuts)
}, 600_000)

/** Resolves once something is there. */
const until = async (isThere: () => Promise<void> | null): Promise<void> => {
  while (isThere() === null) await new Promise(resolve => setTimeout(resolve, 5))
  await isThere()
}
