import { expect, test } from 'vitest'
import { readKeys, type HeldKey } from '../../collections/storage/data-key.ts'
import { answersOf } from '../../collections/queries.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import { finishBeforeClose } from '../../src/lib/finishing.ts'
import { noteForgotten } from '../../src/lock/admit.ts'
import { fetchRecoveryKey, hasRecoveryKeys } from '../../src/lock/key/recovery.ts'
import { setPin, unlock } from '../../src/lock/lock.ts'
import { exportStored } from '../../src/storage/stored-data.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { draftsIn } from '../drafts.ts'
import { until } from '../env.ts'
import { createBareServer } from '../server/bare-server.ts'
import { fewIterations } from './phone.ts'
import { setUpWholePhones } from './whole-phone.ts'

/** A whole phone with the real server: what a login opens when the PIN was forgotten, and what a lock keeps. */

const { server, createPhone } = setUpWholePhones()

type App = ReturnType<ReturnType<typeof createPhone>['start']>

const writeDraft = async ({ db }: Workspace, now: number): Promise<string> => {
  const draft = await startDraft(db, {
    formId: 'household-profile',
    formName: 'Household',
    definitionHash: 'v1',
    clientKey: 'key',
    now,
  })
  await keepAnswer(db, draft.id, 'head_name', 'Meera Jadeja', now)
  return draft.id
}

const answersIn = async ({ db }: Workspace): Promise<readonly unknown[]> => {
  const [draft] = await draftsIn(db)
  const docs = draft === undefined ? [] : await answersOf(draft.id).build(db.form_responses).exec()
  return docs.map(({ value }) => value)
}

const setUpPin = async (app: App): Promise<string> => {
  const { client, db } = await app.workspace()
  expect(await hasRecoveryKeys(client)).toBe(true)
  const key = await fetchRecoveryKey(client)
  if (!key.ok) throw new Error(key.failure.kind)
  const chosen = { pin: '739164', minutes: 5, iterations: fewIterations }
  expect((await setPin(app, db.name, key.value, chosen)).ok).toBe(true)
  return db.name
}

/** Signs in, writes a draft and sets a PIN; returns the name of the database. */
const workBehindPin = async (app: App): Promise<string> => {
  await app.login()
  await writeDraft(await app.workspace(), 1)
  return setUpPin(app)
}

test('a lock closes the database, and the PIN opens the unsent work again', async () => {
  const app = createPhone().start()
  expect((await app.login()).ok).toBe(true)
  const workspace = await app.workspace()
  await writeDraft(workspace, 1)
  const database = await setUpPin(app)
  await app.lock(database)
  expect(workspace.db.closed).toBe(true)
  expect(workspace.env.token()).toBeNull()
  expect(app.keeper.current().kind).toBe('closed')
  app.cut()
  expect((await unlock(app, database, '739164')).ok).toBe(true)
  expect(await answersIn(await app.workspace())).toEqual(['Meera Jadeja'])
})

test('a forgotten PIN needs a login, which opens the unsent work and removes the PIN', async () => {
  const phone = createPhone()
  const first = phone.start()
  const database = await workBehindPin(first)
  await first.lock(database)

  const next = phone.start()
  await next.hydrate()
  expect(next.session.current().kind).toBe('locked')
  noteForgotten(next.env, database)
  next.session.setAside()
  next.cut()
  expect(await next.login()).toMatchObject({ ok: false, failure: { failure: { kind: 'offline' } } })
  expect((await readKeys(phone.port, database)).pin).toBeDefined()
  next.mend()
  expect((await next.login()).ok).toBe(true)
  expect(await answersIn(await next.workspace())).toEqual(['Meera Jadeja'])
  expect((await readKeys(phone.port, database)).pin).toBeUndefined()
  expect(next.held$.value).toBeNull()
  await next.keeper.close()

  const later = phone.start()
  await later.hydrate()
  expect(later.session.current().kind).toBe('signed-in')
  expect(await answersIn(await later.workspace())).toEqual(['Meera Jadeja'])
})

test('a login whose recovery key does not arrive changes nothing, and can be repeated', async () => {
  let isBroken = false
  const phone = createPhone({
    origin: server().origin,
    fetch: (input, init) => {
      const request = new Request(input, init)
      return isBroken && request.url.endsWith('/recovery-key')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : server().fetch(request)
    },
  })
  const first = phone.start()
  const database = await workBehindPin(first)
  await first.lock(database)
  const next = phone.start()
  await next.hydrate()
  next.session.setAside()
  isBroken = true
  expect(await next.login()).toMatchObject({ ok: false, failure: { kind: 'failed' } })
  expect(next.session.current().kind).toBe('anonymous')
  expect(next.env.local.get('authData')).toMatch(/^ENC_PIN_/)
  isBroken = false
  expect((await next.login()).ok).toBe(true)
  expect(await answersIn(await next.workspace())).toEqual(['Meera Jadeja'])
  // It was not forgotten, so it stays.
  expect((await readKeys(phone.port, database)).pin).toBeDefined()
})

test('another surveyor works on the phone, and the first one’s PIN opens their own work', async () => {
  const phone = createPhone()
  const app = phone.start()
  const database = await workBehindPin(app)
  await app.lock(database)
  app.session.setAside()
  await server().db.query(`update users set is_first_login = false`)
  expect((await app.login('first@transect.example')).ok).toBe(true)
  const other = await app.workspace()
  expect(other.db.name).not.toBe(database)
  expect(await answersIn(other)).toEqual([])
  await other.wipe()
  app.session.end()
  await app.keeper.close()
  expect((await app.login()).ok).toBe(true)
  expect(await answersIn(await app.workspace())).toEqual(['Meera Jadeja'])
})

test('a plain server is never asked for a recovery key, and no PIN is possible', async () => {
  const plain = createBareServer({ forms: [] })
  const asked: string[] = []
  const phone = createPhone({
    origin: plain.origin,
    fetch: (input, init) => {
      const request = new Request(input, init)
      asked.push(new URL(request.url).pathname)
      return plain.fetch(request)
    },
  })
  const app = phone.start()
  expect((await app.login()).ok).toBe(true)
  const { client, db } = await app.workspace()
  expect(await hasRecoveryKeys(client)).toBe(false)
  expect((await readKeys(phone.port, db.name)).recovery).toBeUndefined()
  expect(asked.filter(path => path.endsWith('recovery-key'))).toEqual([])
})

test('the data of a database that does not open is saved readably while its PIN is unlocked', async () => {
  const app = createPhone().start()
  const database = await workBehindPin(app)
  const held = app.held$.value
  await app.keeper.close()
  const textWith = async (key: HeldKey | null) =>
    (await exportStored(app.env, database, 1, key)).text()
  expect(await textWith(held)).toContain('Meera Jadeja')
  expect(await textWith(null)).not.toContain('Meera Jadeja')
})

test('the database closes after what its screens still write', async () => {
  const app = createPhone().start()
  await app.login()
  const workspace = await app.workspace()
  let finish = () => {}
  const slow = new Promise<void>(resolve => (finish = resolve)).then(() => writeDraft(workspace, 1))
  void finishBeforeClose(workspace.db, slow)
  const database = await setUpPin(app)
  app.session.lock(database)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(workspace.db.closed).toBe(false)
  finish()
  await until('closed', () => workspace.db.closed)
  expect((await unlock(app, database, '739164')).ok).toBe(true)
  expect(await answersIn(await app.workspace())).toEqual(['Meera Jadeja'])
})
