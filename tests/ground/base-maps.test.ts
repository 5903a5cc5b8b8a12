import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBaseMaps, type BaseMap, type BaseMaps } from '../../src/ground/base-maps.ts'
import { createKeyValue } from '../app/installed-env.ts'
import { createCaches, type FakeCaches } from '../caches.ts'
import { createDisk, openDevice, type Device, type Disk } from '../device.ts'
import { until } from '../env.ts'
import { addMap } from '../server/add-map.ts'
import { startTestServer, type TestServer } from '../server/make-server.ts'
import { deleteMap } from '../../server/store/maps/maps.ts'

/** Base maps on a device: real forms and bytes of the real server, and the browser's caches in memory. */

const pieceBytes = 4096
const bytes = new Uint8Array(10 * pieceBytes + 100).map((_, at) => (at * 7 + (at >> 8)) % 256)
const formId = 'household-profile'

let server: TestServer
let disk: Disk
let device: Device
let caches: FakeCaches
let local: ReturnType<typeof createKeyValue>
let maps: BaseMaps
let shown: readonly BaseMap[] | null
let quotaBytes = 0
/** Each request for bytes; a test decides whether it is cut. */
let asked: string[] = []
let isCut: (nth: number) => boolean = () => false
let connection: { type?: string; isSaving?: boolean } = {}

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const begin = () => {
  maps = createBaseMaps({
    env: {
      ...device.env,
      caches: caches.port,
      local,
      estimateStorage: async () => ({ usedBytes: caches.usedBytes(), quotaBytes }),
    },
    client: device.client,
    db: device.db,
    database: disk.name,
  })
  maps.maps$.subscribe(found => (shown = found))
}

beforeEach(async () => {
  await server.reset()
  ;[asked, quotaBytes, connection] = [[], 0, {}]
  isCut = () => false
  caches = createCaches()
  local = createKeyValue()
  shown = null
  disk = createDisk()
  const fetch: TestServer['fetch'] = async (input, init) => {
    const range = new Headers(init?.headers).get('Range')
    if (range !== null) {
      asked.push(range)
      if (isCut(asked.length)) throw new TypeError('Failed to fetch')
    }
    return server.fetch(input, init)
  }
  const options = { fetch, origin: server.origin }
  device = await openDevice(options, disk, await server.login())
  Object.assign(device.env.network, { connection: () => connection })
})
afterEach(async () => {
  maps.stop()
  await device.crash()
})

const putMap = async () => {
  const id = await addMap(server, formId, bytes, pieceBytes)
  await device.sync.refresh.now('forms')
  return id
}
const only = () => (shown?.length === 1 ? shown[0] : undefined)
const staged = (stage: BaseMap['stage']) =>
  until(`the map is ${stage}`, () => only()?.stage === stage && only())
const read = async () => {
  const [drawn] = maps.drawn()
  const found = await drawn?.read(0, bytes.byteLength)
  return found ? new Uint8Array(found) : null
}
const sha256 = () => only()?.map.sha256 ?? ''

test('a map is fetched when someone asks, and read from the device without a network', async () => {
  await putMap()
  begin()
  expect(await staged('absent')).toMatchObject({ hereBytes: 0, problem: null })
  expect(only()?.forms).toHaveLength(1)
  expect(asked).toEqual([])
  maps.fetch(sha256())
  expect(await staged('kept')).toMatchObject({ hereBytes: bytes.byteLength })
  expect(asked).toHaveLength(11)
  device.env.cut()
  expect(await read()).toEqual(bytes)
  const [drawn] = maps.drawn()
  const middle = await drawn?.read(pieceBytes - 3, 2 * pieceBytes + 3)
  expect(new Uint8Array(middle ?? new ArrayBuffer(0))).toEqual(
    bytes.subarray(pieceBytes - 3, 2 * pieceBytes + 3),
  )
})

test('each cut costs one piece at most, and the download goes on by itself', async () => {
  await putMap()
  begin()
  await staged('absent')
  isCut = nth => nth % 2 === 0
  maps.fetch(sha256())
  for (let cuts = 0; only()?.stage !== 'kept' && cuts < 40; cuts += 1) {
    await until('it ends or waits', () => only()?.stage === 'kept' || only()?.problem === 'network')
    device.env.clock.advance(60_000)
    await until('it goes on', () => only()?.problem !== 'network')
  }
  expect(only()?.stage).toBe('kept')
  expect(asked.length).toBeLessThanOrEqual(22)
  device.env.cut()
  expect(await read()).toEqual(bytes)
})

test('after a restart it goes on behind the last piece, as it was asked for', async () => {
  await putMap()
  begin()
  await staged('absent')
  isCut = nth => nth > 4
  maps.fetch(sha256())
  await until('it is cut', () => only()?.problem === 'network')
  maps.stop()
  isCut = () => false
  const before = asked.length
  begin()
  await staged('kept')
  expect(asked.length - before).toBe(7)
})

test('over Wi-Fi it needs no one to ask, but not where data is saved, and not after Stop', async () => {
  connection = { type: 'wifi', isSaving: true }
  await putMap()
  begin()
  await staged('absent')
  connection = { type: 'wifi' }
  isCut = nth => nth > 3
  device.env.mend()
  await until('it is cut', () => only()?.problem === 'network')
  await maps.stopFetching(sha256())
  expect(await staged('part')).toMatchObject({ problem: null, hereBytes: 3 * pieceBytes })
  isCut = () => false
  const before = asked.length
  device.env.mend()
  await maps.look()
  device.env.clock.advance(120_000)
  expect(asked.length).toBe(before)
  maps.fetch(sha256())
  await staged('kept')
})

test('a damaged piece is not kept', async () => {
  await putMap()
  const stored = await server.blobs.get(await hashOfStored())
  if (stored === null) throw new Error('There is no map')
  stored[5 * pieceBytes + 1] = 255 - (stored[5 * pieceBytes + 1] ?? 0)
  begin()
  await staged('absent')
  maps.fetch(sha256())
  expect(await staged('part')).toMatchObject({ problem: 'server', hereBytes: 5 * pieceBytes })
  expect(asked.filter(range => range.startsWith(`bytes=${5 * pieceBytes}-`))).toHaveLength(3)
})

const hashOfStored = async () =>
  (await server.db.query<{ sha256: string }>('select sha256 from maps'))[0]?.sha256 ?? ''

test('without room a map is refused, and one that fills the device takes nothing with it', async () => {
  await putMap()
  quotaBytes = 100 * 1024 ** 2
  begin()
  await staged('absent')
  maps.fetch(sha256())
  await until('it is refused', () => only()?.problem === 'no-room')
  expect(asked).toEqual([])
  quotaBytes = 0
  caches.limit(6 * pieceBytes)
  maps.fetch(sha256())
  await until('the device is full', () => asked.length > 3 && only()?.problem === 'no-room')
  expect(await staged('absent')).toMatchObject({ hereBytes: 0 })
  expect(caches.usedBytes()).toBe(0)
})

test('one that was deleted here is not fetched over Wi-Fi again', async () => {
  await putMap()
  begin()
  await staged('absent')
  maps.fetch(sha256())
  await staged('kept')
  await maps.remove(sha256())
  expect(await staged('absent')).toMatchObject({ problem: 'made-room' })
  expect(await caches.port.names()).toEqual([])
  const before = asked.length
  connection = { type: 'wifi' }
  device.env.mend()
  await maps.look()
  expect(asked.length).toBe(before)
  // Read from the server, as long as there is a network.
  expect(await read()).toEqual(bytes)
  device.env.cut()
  expect(await read()).toBeNull()
})

test('a map that no form names is removed after a minute, because forms come one after the other', async () => {
  const id = await putMap()
  begin()
  await staged('absent')
  maps.fetch(sha256())
  await staged('kept')
  await deleteMap(server.db.query, id)
  await device.sync.refresh.now('forms')
  await until('it is not named', () => shown?.length === 0)
  expect(await caches.port.names()).toHaveLength(1)
  device.env.clock.advance(60_000)
  await until('it is removed', async () => (await caches.port.names()).length === 0)
})

test('a map that the server no longer has says so', async () => {
  await putMap()
  begin()
  await staged('absent')
  await server.db.query('delete from form_maps')
  maps.fetch(sha256())
  expect(await until('it is gone', () => only()?.problem === 'gone' && only())).toMatchObject({
    stage: 'absent',
    hereBytes: 0,
  })
})
