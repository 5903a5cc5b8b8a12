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
}

export interface Took extends Traffic {
  readonly ms: number
  /** Items that had to be tried again. */
  readonly retried: number
}

const photoBytes = 20_000

const photo = (at: number): TestFile => ({
  fieldId: 'photo',
  name: `photo-${at}.txt`,
  bytes: crypto.getRandomValues(new Uint8Array(photoBytes)),
})

const answers = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`field-${at}`, `An answer of a usual length, ${at}`]),
)

const run = async ({ url, token, formId, link, submissions, photos }: Task): Promise<Took> => {
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
  const indexedDb = { indexedDB, IDBKeyRange } as unknown as IndexedDbPort
  const db = await openDatabase('sync', workspaceStorage({ indexedDb }))
  const client = createClient(env)
  const api = createApi(client)
  const sync = startSync({ db, client, api, env })
  const device: Device = { env, db, client, api, sync, crash: async () => {} }
  for (let at = 0; at < submissions; at += 1) {
    const files = Array.from({ length: photos }, (_, n) => photo(at * photos + n))
    await submit(device, formId, answers, files)
  }
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

const subject = { run }

export type Subject = typeof subject

Object.assign(globalThis, { subject })
