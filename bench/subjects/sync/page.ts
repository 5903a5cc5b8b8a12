import { EMPTY, filter, firstValueFrom } from 'rxjs'
import { openDatabase } from '../../../collections/open-database.ts'
import { waitingItemCount } from '../../../collections/queries.ts'
import { createApi } from '../../../replication/http/api.ts'
import { createClient } from '../../../replication/http/client.ts'
import type { SyncEnv } from '../../../replication/env.ts'
import { startSync } from '../../../replication/sync.ts'
import type { IndexedDbPort } from '../../../collections/storage/raw-database.ts'
import { workspaceStorage } from '../../../src/storage/workspace-storage.ts'
import { submit, type Device, type TestFile } from '../../../tests/device.ts'
import { createFakeSyncEnv } from '../../../tests/env.ts'
import { overLink, type Link, type Traffic } from './link.ts'

/** A device with a day's work when the network returns: the product's collections and its sync, in a tab of its own. */

export interface Task {
  readonly url: string
  readonly token: string
  readonly formId: string
  readonly link: Link
  readonly submissions: number
  /** Photos per submission. */
  readonly photos: number
  /** How many of the submissions have photos; all when it is absent. */
  readonly withPhotos?: number
}

export interface Took extends Traffic {
  readonly ms: number
  /** Items that had to be tried again. */
  readonly retried: number
}

const photoBytes = 20_000

/** The browser makes so many random bytes at a time. */
const part = 65_536

const photo = (at: number, size = photoBytes): TestFile => {
  const bytes = new Uint8Array(size)
  for (let from = 0; from < size; from += part) {
    crypto.getRandomValues(bytes.subarray(from, from + part))
  }
  return { fieldId: 'photo', name: `photo-${at}.txt`, bytes }
}

const answers = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`field-${at}`, `An answer of a usual length, ${at}`]),
)

/** A surveyor's connection over a link, without a network at first. */
const connect = ({ url, token, link }: Task) => {
  const { fetch, traffic } = overLink(link)
  const network = { online: false }
  const fake = createFakeSyncEnv({ origin: url, fetch })
  fake.signIn(token)
  const env: SyncEnv & typeof fake = {
    ...fake,
    uuid: () => crypto.randomUUID(),
    clock: {
      ...fake.clock,
      now: () => Date.now(),
      after: (ms: number, then: () => void) => {
        const timer = setTimeout(then, ms)
        return () => clearTimeout(timer)
      },
    },
    network: {
      isOnline: () => network.online,
      online$: EMPTY,
      connection: () => ({ effectiveType: link.effectiveType }),
    },
  }
  const client = createClient(env)
  return { env, client, api: createApi(client), network, traffic }
}

/** A device with the work of a task, and no network. */
const prepare = async (task: Task, size = photoBytes) => {
  const { env, client, api, network, traffic } = connect(task)
  const indexedDb = { indexedDB, IDBKeyRange } as unknown as IndexedDbPort
  const db = await openDatabase('sync', workspaceStorage({ indexedDb }))
  const sync = startSync({ db, client, env })
  const device: Device = { env, db, client, api, sync, crash: async () => {} }
  const { submissions, photos, withPhotos = submissions } = task
  for (let at = 0; at < submissions; at += 1) {
    const length = at < withPhotos ? photos : 0
    const files = Array.from({ length }, (_, n) => photo(at * photos + n, size))
    await submit(device, task.formId, answers, files)
  }
  return { device, network, traffic }
}

const run = async (task: Task): Promise<Took> => {
  const { device, network, traffic } = await prepare(task)
  const { db, sync } = device
  network.online = true
  const started = performance.now()
  const isSent = firstValueFrom(
    waitingItemCount.count(db.outbox).$.pipe(filter(count => count === 0)),
  )
  const running = sync.run({ all: true })
  await isSent
  const took = { ms: performance.now() - started, ...traffic }
  const { retried } = await running
  return { ...took, retried }
}

/** How long an interview takes that is submitted in the middle of sending a queue, whose photos are as cameras take them, ms. */
const runLate = async (task: Task): Promise<number> => {
  const { device, network } = await prepare(task, 300_000)
  const { db, sync } = device
  network.online = true
  const running = sync.run({ all: true })
  await new Promise(resolve => setTimeout(resolve, 2000))
  const started = performance.now()
  const submitted = submit(device, task.formId, { late: 'An interview' })
  await firstValueFrom(
    db.submissions
      .find()
      .$.pipe(
        filter(rows => rows.some(row => 'late' in row.answers && row.syncStatus === 'synced')),
      ),
  )
  const ms = performance.now() - started
  await Promise.all([submitted, running])
  return ms
}

/**
 * The floor: the account, which says what the server offers, then the same interviews in the same calls, as many at once,
 * and no database.
 */
const runByHand = async (task: Task, atOnce: number): Promise<Took> => {
  const { api, network, traffic } = connect(task)
  network.online = true
  let retried = 0
  const create = async (at: number): Promise<string> => {
    const key = crypto.randomUUID()
    const body = {
      form_id: task.formId,
      latitude: 12.9716,
      longitude: 77.5946,
      created_at: new Date().toISOString(),
      tempId: `temp_${Date.now() + at}`,
      client_key: key,
      answers: Object.entries(answers).map(([id, value]) => ({ form_field_id: id, value })),
    }
    const created = await api.createSubmission(body, key, 60_000)
    if (!created.ok) retried += 1
    return created.ok ? created.value.id : ''
  }
  const upload = async (submissionId: string, at: number): Promise<void> => {
    const photos = Array.from({ length: task.photos }, (_, n) => photo(at * task.photos + n))
    const files = photos.map(({ name, bytes }) => ({ name, bytes: new Blob([bytes]) }))
    const [fieldId, fieldType, key] = ['photo', 'FILE', crypto.randomUUID()]
    const to = { submissionId, fieldId, fieldType, occurrence: 0, key }
    if (!(await api.uploadFiles({ ...to, files })).ok) retried += 1
  }
  const started = performance.now()
  if (!(await api.account()).ok) retried += 1
  const all = Array.from({ length: task.submissions }, (_, at) => at)
  const ids = await inTurns(all, atOnce, create)
  if (task.photos > 0) await inTurns(ids, atOnce, upload)
  return { ms: performance.now() - started, ...traffic, retried }
}

/** Works on all of a list, several at a time. */
const inTurns = async <Item, Value>(
  list: readonly Item[],
  atOnce: number,
  work: (item: Item, at: number) => Promise<Value>,
): Promise<readonly Value[]> => {
  const done: Value[] = []
  const entries = list.entries()
  const worker = async () => {
    for (const [at, item] of entries) done[at] = await work(item, at)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}

const subject = { run, runByHand, runLate }

export type Subject = typeof subject

Object.assign(globalThis, { subject })
