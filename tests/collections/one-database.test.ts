import { describe, expect, test } from 'vitest'
import {
  addRxPlugin,
  createRxDatabase,
  fillWithDefaultSettings,
  getChangedDocumentsSince,
  type RxCollection,
  type RxDatabase,
  type RxJsonSchema,
  type RxStorage,
} from 'rxdb'
import { RxDBAttachmentsPlugin } from 'rxdb/plugins/attachments'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { openRaw } from '../../collections/storage/raw-database.ts'
import { createIndexedDb, until } from '../env.ts'

/**
 * The storage keeps RxDB's contract: random operations with a seed have the same results on it as on RxDB's own
 * memory and Dexie storages. Each is played on a collection with a table of its own, and on one of RxDB's stores.
 */

addRxPlugin(RxDBAttachmentsPlugin)

interface Row {
  id: string
  group: string
  rank: number
  flag: boolean
  note?: string
}

const schema: RxJsonSchema<Row> = {
  title: 'rows',
  version: 1,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 40 },
    group: { type: 'string', maxLength: 40 },
    rank: { type: 'number', minimum: 0, maximum: 1000, multipleOf: 1 },
    flag: { type: 'boolean' },
    note: { type: 'string' },
  },
  required: ['id', 'group', 'rank', 'flag'],
  indexes: ['group', ['group', 'rank'], ['flag', 'rank'], 'rank'],
  attachments: {},
}

/** The random numbers of a seed, between 0 and 1. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

type Random = () => number
const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value
const upTo = (random: Random, end: number) => Math.floor(random() * end)

const idOf = (n: number) => `row-${n}`
const groups = ['a', 'b', 'B', '', 'ä', 'a b', 'zz'] as const

const randomRow = (random: Random, id: string): Row => ({
  id,
  group: pick(random, groups),
  rank: upTo(random, 12),
  flag: random() < 0.5,
  ...(random() < 0.5 ? { note: pick(random, ['x', 'y']) } : {}),
})

const randomSelector = (random: Random): object => {
  const conditions: Record<string, unknown> = {}
  if (random() < 0.5) {
    conditions['group'] = pick<unknown>(random, [
      'a',
      { $eq: pick(random, groups) },
      { $in: [pick(random, groups), pick(random, groups), 'none'] },
      { $gte: 'a' },
      { $gt: pick(random, groups), $lt: 'c' },
      { $in: [] },
    ])
  }
  if (random() < 0.5) {
    const [low, high] = [upTo(random, 12), upTo(random, 12)]
    conditions['rank'] = pick<unknown>(random, [
      low,
      { $gte: low },
      { $gt: low, $lte: high },
      { $lt: high },
      { $ne: low },
    ])
  }
  if (random() < 0.2) {
    conditions['id'] = { $gte: idOf(upTo(random, 60)), $lt: idOf(upTo(random, 60)) }
  }
  if (random() < 0.3) conditions['flag'] = random() < 0.5
  if (random() < 0.2) conditions['note'] = pick<unknown>(random, ['x', { $exists: false }])
  return conditions
}

const randomQuery = (random: Random) => {
  const index = pick(random, [undefined, undefined, ['group', 'rank'], ['rank'], ['flag', 'rank']])
  const fields = pick(random, [['id'], ['rank', 'id'], ['group', 'rank', 'id'], ['group', 'id']])
  const sort = fields.map(field => ({ [field]: pick(random, ['asc', 'asc', 'asc', 'desc']) }))
  return {
    selector: randomSelector(random),
    sort,
    ...(index === undefined ? {} : { index }),
    ...(random() < 0.4 ? { limit: upTo(random, 8) } : {}),
    ...(random() < 0.3 ? { skip: upTo(random, 5) } : {}),
  }
}

type Opened = { readonly db: RxDatabase; readonly rows: RxCollection<Row> }
let databases = 0

const open = async (storage: RxStorage<unknown, unknown>): Promise<Opened> => {
  const name = `suite-${process.pid}-${(databases += 1)}`
  const db = await createRxDatabase({ name, storage: storage as never, multiInstance: false })
  await db.addCollections({ rows: { schema, autoMigrate: false } })
  return { db, rows: db.collections['rows'] as RxCollection<Row> }
}

const layouts = {
  'a table of its own': { version: 1, schemas: { rows: schema as never } },
  'the store of notes': { version: 1, schemas: {} },
} as const

/** One random step; returns what it found, to compare. */
const step = async (random: Random, { rows }: Opened): Promise<unknown> => {
  const id = idOf(upTo(random, 60))
  switch (upTo(random, 8)) {
    case 0:
    case 1: {
      const docs = Array.from({ length: 1 + upTo(random, 6) }, () =>
        randomRow(random, idOf(upTo(random, 60))),
      )
      const unique = [...new Map(docs.map(doc => [doc.id, doc])).values()]
      const { success, error } = await rows.bulkInsert(unique)
      return [
        success.map(doc => doc.id).sort(),
        error.map(one => [one.documentId, one.status, 'documentInDb' in one]).sort(),
      ]
    }
    case 2: {
      const patch = randomRow(random, id)
      const doc = await rows.findOne(id).exec()
      await doc?.incrementalPatch({ group: patch.group, rank: patch.rank })
      return doc?.toJSON()
    }
    case 3: {
      const doc = await rows.findOne(id).exec()
      await doc?.incrementalRemove()
      return doc === null
    }
    case 4: {
      const { selector } = randomQuery(random)
      const limit = 1 + upTo(random, 3)
      const found = await rows.find({ selector, sort: [{ id: 'asc' }], limit }).exec()
      await rows.bulkRemove(found.map(doc => doc.id))
      return found.map(doc => doc.id)
    }
    case 5: {
      const query = randomQuery(random)
      return [query, (await rows.find(query as never).exec()).map(doc => doc.toJSON())]
    }
    case 6: {
      const rank = upTo(random, 12)
      const selector = pick<object>(random, [
        { group: pick(random, groups) },
        { rank: { $gt: rank } },
        { group: 'a', rank: { $gte: rank } },
        {},
      ])
      return [selector, await rows.count({ selector }).exec()]
    }
    default: {
      const ids = Array.from({ length: 4 }, () => idOf(upTo(random, 60)))
      const found = await rows.storageInstance.findDocumentsById(ids, true)
      return found.map(doc => [doc.id, doc._deleted, doc.rank]).sort()
    }
  }
}

const oracles = {
  memory: () => getRxStorageMemory() as never,
  "RxDB's Dexie": () => getRxStorageDexie({ ...createIndexedDb() }) as never,
} as const

/** Every document, deleted ones included, read change by change in small batches. */
const changesOf = async ({ rows }: Opened, batch: number) => {
  const found: string[] = []
  let lwt = 0
  for (let checkpoint: unknown; ;) {
    const changed = await getChangedDocumentsSince(rows.storageInstance, batch, checkpoint)
    const { documents } = changed
    for (const doc of documents) {
      expect(doc._meta.lwt).toBeGreaterThanOrEqual(lwt)
      lwt = doc._meta.lwt
      found.push(`${doc.id} ${doc._deleted} ${doc.rank}`)
    }
    if (documents.length < batch) return found.sort()
    checkpoint = changed.checkpoint
  }
}

describe.each(Object.entries(layouts))('in %s', (_, layout) => {
  test.each(
    Object.entries(oracles).flatMap(([name, oracle]) =>
      [1, 2, 3].map(seed => ({ name, oracle, seed: seed + name.length })),
    ),
  )('seed $seed has the same results as in $name', async ({ oracle, seed }) => {
    const ours = await open(oneDatabase(createIndexedDb(), { layout }))
    const theirs = await open(oracle())
    const [one, other] = [randomOf(seed), randomOf(seed)]
    for (let count = 0; count < 150; count += 1) {
      const wanted = await step(other, theirs)
      expect([count, await step(one, ours)]).toEqual([count, wanted])
    }
    expect(await changesOf(ours, 7)).toEqual(await changesOf(theirs, 7))
    for (const { rows } of [ours, theirs]) await rows.storageInstance.cleanup(-1)
    expect(await changesOf(ours, 100)).toEqual(await changesOf(theirs, 100))
    await Promise.all([ours.db.close(), theirs.db.close()])
  })
})

const attach = (rows: RxCollection<Row>, text: string) =>
  rows.insert({
    ...randomRow(randomOf(1), 'with'),
    _attachments: [{ id: 'a', type: 'text/plain', data: new Blob([text]) }],
  } as never)

test('attachments are kept through changes, replaced, and gone with their document', async () => {
  const layout = layouts['a table of its own']
  const port = createIndexedDb()
  const { db, rows } = await open(oneDatabase(port, { layout }))
  const doc = await attach(rows, 'first')
  const read = async () => (await rows.findOne('with').exec())?.getAttachment('a')?.getStringData()
  await doc.incrementalPatch({ rank: 3 })
  expect(await read()).toBe('first')
  await doc.getLatest().putAttachment({ id: 'a', type: 'text/plain', data: new Blob(['second']) })
  await doc.getLatest().putAttachment({ id: 'b', type: 'text/plain', data: new Blob(['other']) })
  expect(await read()).toBe('second')
  const stored = async () => {
    const raw = await openRaw(port, db.name)
    const keys: unknown[] = []
    for await (const page of raw.pages('rows--1--attachments', 10)) {
      keys.push(...page.map(({ key }) => key))
    }
    raw.close()
    return keys
  }
  expect(await stored()).toEqual(['with||a', 'with||b'])
  await doc.getLatest().getAttachment('b')?.remove()
  expect(await stored()).toEqual(['with||a'])
  await doc.getLatest().incrementalRemove()
  expect(await stored()).toEqual([])
  await attach(rows, 'again')
  expect(await read()).toBe('again')
  await db.close()
})

test('a write in one tab is announced to another, which then knows of the conflict', async () => {
  const layout = layouts['a table of its own']
  const port = createIndexedDb()
  const openTab = (token: string) =>
    oneDatabase(port, { layout }).createStorageInstance<Row>({
      databaseName: `suite-${process.pid}-tabs`,
      databaseInstanceToken: token,
      collectionName: 'rows',
      schema: fillWithDefaultSettings(schema),
      options: {},
      multiInstance: true,
      devMode: false,
    })
  const [here, there] = [await openTab('here'), await openTab('there')]
  const heard: string[] = []
  there.changeStream().subscribe(({ events }) => {
    heard.push(...events.map(({ operation, documentId }) => `${operation} ${documentId}`))
  })
  const document = {
    ...randomRow(randomOf(1), 'x'),
    _deleted: false,
    _attachments: {},
    _meta: { lwt: 1 },
    _rev: '1-a',
  }
  expect(await here.bulkWrite([{ document }], 'test')).toEqual({ error: [] })
  await until('the other tab hears it', () => heard.join() === 'INSERT x')
  const { error } = await there.bulkWrite([{ document: { ...document, _rev: '1-b' } }], 'test')
  expect(error[0]).toMatchObject({ status: 409, documentInDb: { _rev: '1-a' } })
  await Promise.all([here.close(), there.close()])
})
