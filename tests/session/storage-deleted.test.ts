import { EMPTY } from 'rxjs'
import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import { deleteRaw, listDatabases } from '../../collections/storage/raw-database.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import { createClient } from '../../replication/http/client.ts'
import { submitInterview } from '../../replication/submit.ts'
import { startSync } from '../../replication/sync.ts'
import { createLateWatch, startStorageGuard } from '../../src/storage/storage-guard.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { draftsIn } from '../drafts.ts'
import { createCaches } from '../caches.ts'
import { createFakeSyncEnv, createIndexedDb, until } from '../env.ts'
import { watchedPort } from '../watched-port.ts'

/** All storage of an open workspace is deleted: what is on screen can still be submitted. */

test('the interview on screen is submitted completely after its storage was deleted', async () => {
  const real = createIndexedDb()
  const { port, refusals, closeUnder } = watchedPort(real)
  const env = createFakeSyncEnv({
    fetch: () => Promise.reject(new TypeError()),
    origin: 'http://x',
  })
  env.cut()
  const storage = createLateWatch({ ...env, away$: EMPTY })
  const name = `deleted-${process.pid}`
  const db = await openDatabase(name, workspaceStorage({ indexedDb: port }, storage.watch))
  const client = createClient(env)
  const sync = startSync({ db, client, env })
  // RxDB's push has begun, as it has long before a browser is short of room.
  await sync.wake()
  const values = new Map<string, string>()
  const guard = startStorageGuard({
    db,
    name,
    missing: null,
    storage,
    mapDropped: () => {},
    env: {
      caches: createCaches().port,
      clock: env.clock,
      indexedDb: port,
      local: {
        get: key => values.get(key) ?? null,
        set: (key, value) => void values.set(key, value),
        remove: key => void values.delete(key),
        keys: () => [...values.keys()],
      },
      estimateStorage: () => Promise.resolve({ usedBytes: 1, quotaBytes: 0 }),
      persistStorage: () => Promise.resolve(true),
      isStoragePersistent: () => Promise.resolve(true),
    },
  })
  let told = ''
  guard.news$.subscribe(news => {
    told = news?.kind ?? ''
  })
  const draft = await startDraft(db, {
    formId: 'f',
    formName: 'F',
    definitionHash: 'v',
    clientKey: 'k',
    now: env.clock.now(),
  })
  await keepAnswer(db, draft.id, 'q1', 'typed before', env.clock.now())
  await until('it is noted', () => [...values.values()].join('').includes('"drafts":1'))

  // As after garbage collection: no query holds the answers of the interview on screen.
  const { cacheItemByDocId } = Reflect.get(db.form_responses, '_docCache') as unknown as {
    readonly cacheItemByDocId: Map<string, unknown>
  }
  cacheItemByDocId.clear()

  // As in a browser: while it deletes, nothing can be opened.
  refusals.left = Number.POSITIVE_INFINITY
  closeUnder('')
  for (const { name: found } of await listDatabases(real)) await deleteRaw(real, found)
  refusals.left = 0
  await until('it is told', () => {
    env.clock.advance(250)
    return told === 'deleted'
  })

  const contents = {
    answers: { q1: 'typed before' },
    files: [],
    place: { latitude: null, longitude: null, accuracy: null },
    address: '',
    city: '',
  }
  expect(await db.form_responses.find().exec()).toHaveLength(1)
  expect(await submitInterview({ db, sync, env }, draft, contents)).toBe('saved')
  expect(await db.submissions.findOne(draft.id).exec()).toMatchObject({ syncStatus: 'pending' })
  expect(await draftsIn(db)).toHaveLength(0)
  expect(await db.outbox.find().exec()).toHaveLength(1)

  await guard.stop()
  await sync.stop()
  await db.close()
})
