import { readdir, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startBucket } from './bucket-server.ts'
import { createDiskBlobs } from '../../server/files/blobs-disk.ts'
import { FileStoreProblem, sha256Of, type BlobStore } from '../../server/files/blobs.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import { createS3Blobs } from '../../server/files/blobs-s3.ts'
import type { S3Account } from '../../server/files/s3.ts'
import { createSpool, removeCutUploads, SpoolFull } from '../../server/files/spool.ts'
import { temporaryDirectory } from './child-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const now = Date.UTC(2026, 10, 20, 9, 30)

/** A store in a bucket of a new server, which checks every signature; with that server. */
const startStore = async (options: Partial<S3Account> & { readonly bucket?: string } = {}) => {
  const server = await startBucket(() => now)
  closing.push(server.close)
  const spoolDirectory = tmpdir()
  const given = { ...server.account, bucket: 'files', clock: () => now, spoolDirectory }
  return { server, blobs: createS3Blobs({ ...given, ...options }) }
}

const openBucket = async (): Promise<BlobStore> => (await startStore()).blobs

const openDisk = async (): Promise<BlobStore> => {
  const directory = await temporaryDirectory()
  closing.push(directory.remove)
  return createDiskBlobs(directory.path)
}

const stores = [
  { name: 'memory', open: async () => createMemoryBlobs() },
  { name: 'disk', open: openDisk },
  { name: 'a bucket', open: openBucket },
]

test('a store says where it is', async () => {
  expect(createDiskBlobs('/data/files').place).toBe('the folder /data/files')
  const { server, blobs } = await startStore()
  expect(blobs.place).toBe(`the bucket files of ${server.account.endpoint}`)
})

describe.each(stores)('blobs in $name', ({ open }) => {
  test('are found by their hash only', async () => {
    const blobs = await open()
    const bytes = new Uint8Array([0, 1, 2, 255])
    const sha256 = await blobs.put(bytes)
    expect(sha256).toBe(sha256Of(bytes))
    expect(await blobs.put(bytes)).toBe(sha256)
    expect(await blobs.get(sha256)).toEqual(bytes)
    expect(await blobs.get(sha256Of(new Uint8Array([9])))).toBeNull()
    for (const name of ['../secret', sha256.toUpperCase(), '', `${sha256}/..`]) {
      expect(await blobs.get(name)).toBeNull()
    }
    const empty = await blobs.put(new Uint8Array())
    expect(await blobs.get(empty)).toEqual(new Uint8Array())
  })

  test('are read in pieces, of which the first shows the type', async () => {
    const blobs = await open()
    const bytes = new Uint8Array(600_000).map((_, index) => index % 251)
    const stored = await blobs.read(await blobs.put(bytes))
    const pieces: Uint8Array[] = []
    for await (const piece of stored?.pieces() ?? []) pieces.push(piece)
    expect(stored?.sizeBytes).toBe(600_000)
    expect(pieces[0]?.byteLength).toBeGreaterThan(512)
    expect(new Uint8Array(Buffer.concat(pieces))).toEqual(bytes)
    const empty = await blobs.read(await blobs.put(new Uint8Array()))
    for await (const piece of empty?.pieces() ?? []) expect(piece).toHaveLength(0)
    expect(empty?.sizeBytes).toBe(0)
    expect(await blobs.read(sha256Of(new Uint8Array([9])))).toBeNull()
    expect(await blobs.read('../secret')).toBeNull()
  })

  test('are gone after they are removed, and can be stored again', async () => {
    const blobs = await open()
    const bytes = new Uint8Array([3, 4])
    const sha256 = await blobs.put(bytes)
    expect(await blobs.has(sha256)).toBe(true)
    await blobs.remove(sha256)
    await blobs.remove(sha256)
    expect(await blobs.has(sha256)).toBe(false)
    expect(await blobs.get(sha256)).toBeNull()
    await blobs.put(bytes)
    expect(await blobs.get(sha256)).toEqual(bytes)
    await blobs.remove('../secret')
    expect(await blobs.has('../secret')).toBe(false)
  })
})

describe.each(stores)('spooled bytes, in $name', ({ open }) => {
  test('are adopted under their hash, leave no file, and are listed', async () => {
    const blobs = await open()
    const directory = await temporaryDirectory()
    closing.push(directory.remove)
    async function* arriving() {
      for (const mark of [1, 2, 3]) yield new Uint8Array(70_000).fill(mark)
    }
    const spooled = await createSpool(directory.path).receive(arriving())
    expect([spooled.sizeBytes, spooled.head.length]).toEqual([210_000, 512])
    await blobs.adopt(spooled)
    const bytes = await blobs.get(spooled.sha256)
    expect(bytes === null ? null : sha256Of(bytes)).toBe(spooled.sha256)
    const listed: string[] = []
    for await (const { sha256 } of blobs.list()) listed.push(sha256)
    expect(listed).toEqual([spooled.sha256])
  })

  test('leave nothing when they stop half-way', async () => {
    const directory = await temporaryDirectory()
    closing.push(directory.remove)
    async function* cut() {
      yield new Uint8Array(1000)
      throw new Error('the phone is gone')
    }
    await expect(createSpool(directory.path).receive(cut())).rejects.toThrow('the phone is gone')
    expect(await readdir(directory.path)).toEqual([])
  })
})

test('the same bytes written at once leave one file and nothing half-written', async () => {
  const directory = await temporaryDirectory()
  closing.push(directory.remove)
  const blobs = createDiskBlobs(directory.path)
  const bytes = new Uint8Array(100_000).fill(7)
  const all = await Promise.all(Array.from({ length: 20 }, () => blobs.put(bytes)))
  const [sha256 = ''] = all
  const names = await readdir(directory.path, { recursive: true, withFileTypes: true })
  const files = names.filter(entry => entry.isFile()).map(entry => entry.name)
  expect(files).toEqual([sha256])
  expect(await blobs.get(sha256)).toEqual(bytes)
  expect(join(sha256.slice(0, 2), sha256.slice(2, 4))).toHaveLength(5)
})

test('a bucket is listed to its end, a page at a time', async () => {
  const { blobs } = await startStore()
  const stored = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map(mark => blobs.put(new Uint8Array([mark]))),
  )
  const listed: string[] = []
  for await (const { sha256 } of blobs.list()) listed.push(sha256)
  expect(listed).toEqual(stored.toSorted())
})

test.each([
  ['another secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
  ['another region', { region: 'eu-central-1' }, 'SignatureDoesNotMatch'],
])(
  'a request signed with %s is refused, and never counts as a missing file',
  async (_, options, code) => {
    const { blobs } = await startStore(options)
    await expect(blobs.put(new Uint8Array())).rejects.toThrow(code)
    for (const ask of ['get', 'has', 'remove', 'read'] as const)
      await expect(blobs[ask]('0'.repeat(64))).rejects.toThrow('403')
  },
)

test('a server whose clock is wrong gets the bucket’s own reason', async () => {
  const { server } = await startStore()
  const blobs = createS3Blobs({
    ...server.account,
    bucket: 'files',
    clock: () => now + 3_600_000,
    spoolDirectory: tmpdir(),
  })
  await expect(blobs.put(new Uint8Array())).rejects.toThrow('RequestTimeTooSkewed')
  expect(server.objects.size).toBe(0)
})

test('bytes go to a bucket that exists, or not at all', async () => {
  const { blobs } = await startStore({ bucket: 'none' })
  await expect(blobs.put(new Uint8Array([1]))).rejects.toThrow('The bucket none does not exist')
})

test('a slow bucket is waited for; a busy one and one whose answer is cut are errors', async () => {
  const { server, blobs } = await startStore()
  const bytes = new Uint8Array(200_000).fill(5)
  server.failWith(() => 'slow')
  const sha256 = await blobs.put(bytes)
  expect(await blobs.get(sha256)).toEqual(bytes)
  for (const fault of [503, 'cut'] as const) {
    server.failWith(() => fault)
    await expect(blobs.get(sha256)).rejects.toThrow(FileStoreProblem)
    await expect(blobs.read(sha256)).rejects.toThrow(FileStoreProblem)
  }
  server.failWith(() => 503)
  await expect(blobs.put(bytes)).rejects.toThrow('503 to PUT (SlowDown)')
  await server.close()
  await expect(blobs.has(sha256)).rejects.toThrow(FileStoreProblem)
})

test('a file whose upload to the bucket fails stays where it was received', async () => {
  const { server, blobs } = await startStore()
  const directory = await temporaryDirectory()
  closing.push(directory.remove)
  async function* arriving() {
    yield new Uint8Array(1000)
  }
  const spooled = await createSpool(directory.path).receive(arriving())
  server.failWith(() => 503)
  await expect(blobs.adopt(spooled)).rejects.toThrow(FileStoreProblem)
  server.failWith(() => null)
  await blobs.adopt(spooled)
  expect(server.objects.get(spooled.sha256)).toHaveLength(1000)
  expect(await readdir(directory.path)).toEqual([])
})

test('uploads that arrive at once have a bound together, and one that is over it leaves nothing', async () => {
  const directory = await temporaryDirectory()
  closing.push(directory.remove)
  const spool = createSpool(directory.path, 1000)
  async function* of(size: number) {
    for (let left = size; left > 0; left -= 100) yield new Uint8Array(100)
  }
  const first = await spool.receive(of(600))
  await expect(spool.receive(of(500))).rejects.toThrow(SpoolFull)
  expect(await readdir(directory.path)).toHaveLength(1)
  const second = await spool.receive(of(400))
  await first.discard()
  await first.discard()
  await expect(spool.receive(of(700))).rejects.toThrow(SpoolFull)
  const third = await spool.receive(of(600))
  for (const spooled of [second, third]) await spooled.discard()
  expect(await readdir(directory.path)).toEqual([])
})

test('what uploads of an ended process left is deleted after three hours, and a running one never', async () => {
  const directory = await temporaryDirectory()
  closing.push(directory.remove)
  async function* some() {
    yield new Uint8Array(10)
  }
  const spool = createSpool(directory.path)
  const [old, young] = [await spool.receive(some()), await spool.receive(some())]
  const ended = new Date(now - 4 * 3_600_000)
  await utimes(old.path, ended, ended)
  const recent = new Date(now - 2 * 3_600_000)
  await utimes(young.path, recent, recent)
  await removeCutUploads(directory.path, now)
  expect(await readdir(directory.path)).toEqual([basename(young.path)])
})
