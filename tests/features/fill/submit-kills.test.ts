import { Subject } from 'rxjs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseForm } from '../../../replication/wire/forms.ts'
import { assignForm, putForm } from '../../../server/store/forms.ts'
import { userByEmail } from '../../../server/store/users.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { openInterview } from '../../../src/features/fill/opening/open-interview.ts'
import type { Choice } from '../../../src/features/fill/opening/opened.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { createDisk, openDevice, type Device } from '../../device.ts'
import { draftIn, draftsIn } from '../../drafts.ts'
import { until } from '../../env.ts'
import { entriesIn } from '../../recovery.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'

/**
 * The app dies before or after any write of Submit, and all its requests with it. The next start makes one
 * submission of what it finds, with every answer.
 */

const definition = {
  id: 'short',
  title: 'Short',
  status: 'published',
  sections: [
    {
      id: 's',
      fields: [
        { id: 'name', type: 'TEXT', is_required: true },
        { id: 'age', type: 'NUMBER' },
      ],
    },
  ],
}

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.reset()
  const form = parseForm(definition)
  const user = await userByEmail(server.db.query, 'asha@transect.example')
  if (form === null || user === null) throw new Error('The demo is not as this test knows it.')
  await putForm(server.db.query, form, new Date(server.clock()))
  await assignForm(server.db.query, user.id, form.id, new Date(server.clock()))
  token = await server.login()
})

/** When the app dies: before write number `at`, or right after it. */
interface Strike {
  readonly at: number
  readonly when: 'before' | 'after'
}

/** Called before each write to any disk. Throws when the app is dead. */
let beforeWrite: () => void = () => {}
let unpatch: () => void = () => {}

beforeAll(async () => {
  const request = createDisk().port.indexedDB.open('any')
  await new Promise(resolve => request.addEventListener('success', resolve))
  // The prototype of all connections. They take the change when they are opened.
  const shared = Object.getPrototypeOf(request.result) as IDBDatabase
  const { transaction } = shared
  shared.transaction = function watched(...given) {
    if (given[1] === 'readwrite') beforeWrite()
    return transaction.apply(this, given)
  }
  unpatch = () => {
    shared.transaction = transaction
  }
})
afterAll(() => unpatch())

/** Suppresses the errors of a dead app, but no others. */
let hush: () => void = () => {}
beforeAll(() => {
  const listeners = process.listeners('unhandledRejection')
  const listen = (error: unknown, promise: Promise<unknown>) => {
    // COL21: it still tries to write after its database was closed. OpenFailedError: Dexie takes the thrown error
    // for a lost connection and opens another, and a write that begins in between finds none.
    if (
      error instanceof Error &&
      /The app is dead|COL21|OpenFailedError/.test(`${error.name} ${error.message}`)
    )
      return
    for (const listener of listeners) listener(error, promise)
  }
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', listen)
  hush = () => {
    process.off('unhandledRejection', listen)
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
})
afterAll(() => hush())
const heal = () => {
  beforeWrite = () => {}
}
afterEach(heal)

/** From here on counts writes and strikes. Returns whether it came to that. */
const strikeAt = ({ at, when }: Strike, dies: () => void) => {
  let writes = 0
  let isDead = false
  const die = () => {
    isDead = true
    dies()
  }
  beforeWrite = () => {
    writes += 1
    if (writes === at && when === 'before') die()
    if (isDead) throw new DOMException('The app is dead.', 'InvalidStateError')
    // The write itself still succeeds; no request leaves the device any more.
    if (writes === at) die()
  }
  return { isReached: () => isDead }
}

const open = async (device: Device, choice: Choice): Promise<Interview> => {
  const env = { ...device.env, visible$: new Subject<boolean>() }
  const opened = await openInterview(
    { db: device.db, api: device.api, refresh: device.sync.refresh, env },
    'short',
    choice,
  )
  if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
  return opened.interview
}
const noPlace = { kind: 'unknown' } as const

interface Row {
  readonly answers: readonly { readonly form_field_id: string; readonly value: string }[]
}
const rows = async (): Promise<readonly Row[]> => {
  const response = await server.fetch('/api/surveyor/form-submissions?limit=1000', {
    headers: { Authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { data: readonly Row[] }).data
}

/** Fills in, submits, dies, starts again and continues. Returns whether Submit came that far. */
const live = async (strike: Strike): Promise<boolean> => {
  // Phones that start in the same millisecond use the same ids for their interviews.
  const name = `Meena, ${strike.when} write ${strike.at}`
  const disk = createDisk()
  const start = () => openDevice({ fetch: server.fetch, origin: server.origin }, disk, token)
  const first = await start()
  await first.sync.refresh.now('forms')
  const interview = await open(first, { kind: 'new' })
  for (const [id, value] of [
    ['name', name],
    ['age', '41'],
  ] as const) {
    const field = interview.form.fieldById.get(id)
    if (field !== undefined) interview.edit(field, value)
  }
  await interview.writer.flush()
  const draftId = interview.writer.draft()?.id ?? ''
  const { isReached } = strikeAt(strike, first.env.cut)
  let isDone = false
  void submit(first, interview, noPlace)
    .catch(() => undefined)
    .finally(() => {
      isDone = true
    })
  // A dead app is never notified that the submit is done.
  await until('submitted, or dead', () => isDone || isReached())
  first.env.die()
  await first.sync.stop().catch(() => undefined)
  heal()
  await first.db.close()

  const second = await start()
  if ((await draftIn(second.db, draftId)) !== null) {
    const again = await open(second, { kind: 'draft', id: draftId })
    await submit(second, again, noPlace)
    await again.close()
  }
  await second.sync.run({ all: true })
  const own = (await rows()).filter(({ answers }) => answers.some(({ value }) => value === name))
  expect({ name, rows: own.length }).toEqual({ name, rows: 1 })
  expect(own[0]?.answers.map(({ form_field_id, value }) => [form_field_id, value]).sort()).toEqual([
    ['age', '41'],
    ['name', name],
  ])
  expect(await draftsIn(second.db)).toEqual([])
  expect(await entriesIn(second.db)).toEqual([])
  await second.crash()
  return isReached()
}

describe('the app dies while it submits', () => {
  it.each([
    { when: 'before', step: 1 },
    { when: 'after', step: 2 },
  ] as const)(
    '$when its writes: one submission, with every answer',
    async ({ when, step }) => {
      let at = 1
      while (await live({ at, when })) at += step
      // Submit makes many writes, and each was struck once.
      expect(at).toBeGreaterThan(10)
    },
    300_000,
  )
})
