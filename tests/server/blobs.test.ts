import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { signedHeaders } from './aws-signature.ts'
import { createDiskBlobs } from '../../server/files/blobs-disk.ts'
import { sha256Of, type BlobStore } from '../../server/files/blobs.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import { createS3Blobs } from '../../server/files/blobs-s3.ts'
import { spool } from '../../server/files/spool.ts'
import { temporaryDirectory } from './child-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The example credentials of AWS's documentation, which give no access. */
const credentials = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

/** A store that keeps objects by their path, and accepts only correctly signed requests. */
const openBucket = async (): Promise<BlobStore> => {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = request.url ?? ''
    const address = new URL(path, `http://${request.headers.host}`)
    const now = new Date('2026-11-20T09:30:00.000Z')
    const expected = signedHeaders(request.method ?? '', address, {}, body, credentials, now)
    if (request.headers.authorization !== expected['authorization']) response.statusCode = 403
    else if (request.method === 'PUT') objects.set(path, body)
    else if (request.method === 'DELETE') objects.delete(path)
    else if (path.startsWith('/files?list-type=2')) {
      const keys = [...objects.keys()].map(key => key.split('/').at(-1))
      const rows = keys.map(
        key =>
          `<Contents><Key>${key}</Key><LastModified>2026-11-20T00:00:00Z</LastModified></Contents>`,
      )
      response.end(`<ListBucketResult>${rows.join('')}</ListBucketResult>`)
      return
    } else if (!objects.has(path)) response.statusCode = 404
    response.end(objects.get(path))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createS3Blobs({
    ...credentials,
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'files',
    clock: () => Date.UTC(2026, 10, 20, 9, 30),
  })
}

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
    const spooled = await spool(directory.path, arriving())
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
    await expect(spool(directory.path, cut())).rejects.toThrow('the phone is gone')
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

test('a bucket that refuses is an error, never a missing file', async () => {
  const server = createServer((_request, response) => {
    response.statusCode = 403
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => server.close())
  const { port } = server.address() as AddressInfo
  const blobs = createS3Blobs({
    ...credentials,
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'files',
    clock: () => 0,
  })
  await expect(blobs.put(new Uint8Array())).rejects.toThrow('403')
  await expect(blobs.get('0'.repeat(64))).rejects.toThrow('403')
})

test('a request is signed as in the example of AWS’s documentation', () => {
  const { authorization } = signedHeaders(
    'GET',
    new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    { range: 'bytes=0-9' },
    '',
    credentials,
    new Date('2013-05-24T00:00:00.000Z'),
  )
  expect(authorization).toMatch(
    /Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
  )
})
