import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lineForServer, readLine } from '../../server/admin/run.ts'
import { createBucketPlace } from '../../server/backup/place-bucket.ts'
import { createFolderPlace } from '../../server/backup/place-folder.ts'
import { sealedName } from '../../server/backup/place.ts'
import { tablePath, type Manifest } from '../../server/backup/manifest.ts'
import { FileStoreProblem } from '../../server/files/blobs.ts'
import { openBucket } from '../../server/files/s3.ts'
import { adminOf } from './admin-line.ts'
import { startBucket, type BucketFault, type BucketServer } from './bucket-server.ts'
import { identity, recipient } from './backup-keys.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { newSubmission, pngBytes, rowOf, signIn, uploadForm } from './surveyor.ts'

/** Backups that leave the machine: encrypted, whole or not at all, and tried. */

const otherIdentity = 'AGE-SECRET-KEY-13JH9F7ATHG76CHUFCUY06HZVVCR3SZPJSJSW97ML2LP02HVVSMWSGPDDMG'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let bucket: BucketServer
let now = 0
beforeEach(async () => {
  directory = await temporaryDirectory()
  bucket = await startBucket(() => now)
  now = Date.UTC(2026, 10, 20, 9, 30)
  await mkdir(join(directory.path, 'other-disk'))
  await writeFile(join(directory.path, 'key.txt'), `# created: today\n${identity}\n`)
})
afterEach(async () => {
  await bucket.close()
  await directory.remove()
})
const at = (name: string) => join(directory.path, name)

describeServer('a backup that leaves the machine', server => {
  const admin = (...line: string[]) =>
    adminOf(server, { s3: bucket.account, dataDirectory: at('data') })(...line)
  const sending = ['backup', 'create', '--recipient', recipient, '--to']

  const sendPhoto = async (): Promise<void> => {
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    await ask('filesUpload', { id, form: uploadForm('photo', [new File([pngBytes(1)], 'a.png')]) })
  }

  test('is readable with the identity alone, in a bucket and in a folder', async () => {
    await sendPhoto()
    for (const place of ['s3://files/of/server', at('other-disk')]) {
      const [line = ''] = await admin(...sending, place)
      expect(line).toMatch(/transect-2026-11-20T09-30-00Z\.tar\.age: 3 users.*encrypted and sent/)
      expect(await readdir(at('data'))).toEqual([])
      const got = at(`got-${place.slice(0, 2).replace('/', '')}`)
      await admin('backup', 'fetch', place, got, '--identity', at('key.txt'))
      expect((await admin('backup', 'check', got)).join()).toContain('as they were written')
      expect(await readFile(tablePath(got, 'users'), 'utf8')).toContain('asha@transect.example')
    }
    const [[key, bytes] = ['', Buffer.alloc(0)], ...more] = bucket.objects
    expect([key, more]).toEqual(['of/server/transect-2026-11-20T09-30-00Z.tar.age', []])
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(bytes.includes('asha@transect.example')).toBe(false)
  })

  test('is not readable with another identity, cut or damaged, and then leaves nothing', async () => {
    const folder = at('other-disk')
    await admin(...sending, folder)
    const path = join(folder, (await readdir(folder))[0] ?? '')
    const fetched = (key = 'key.txt') =>
      admin('backup', 'fetch', path, at('got'), '--identity', at(key))
    await writeFile(at('other.txt'), otherIdentity)
    await expect(fetched('other.txt')).rejects.toThrow('This identity does not open the backup.')
    await expect(fetched('none.txt')).rejects.toThrow('cannot be read')
    await writeFile(at('empty.txt'), '# nothing\n')
    await expect(fetched('empty.txt')).rejects.toThrow('no line that starts with')
    const whole = await readFile(path)
    const damaged = Buffer.from(whole)
    damaged.writeUInt8(damaged.readUInt8(90_000) ^ 1, 90_000)
    for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 70_000), damaged]) {
      await writeFile(path, bytes)
      await expect(fetched()).rejects.toThrow('damaged or incomplete')
    }
    expect((await readdir(directory.path)).filter(name => name.startsWith('got'))).toEqual([])
    await writeFile(path, whole)
    await fetched()
    await expect(fetched()).rejects.toThrow('exists already')
  })

  test('replaces the oldest ones at its place, and nothing else there', async () => {
    const { clock } = server()
    const places = [
      ['s3://files/b', async () => [...bucket.objects.keys()].map(key => key.slice(2)).toSorted()],
      [at('other-disk'), async () => readdir(at('other-disk'))],
    ] as const
    await writeFile(at('other-disk/notes.txt'), 'of a person')
    for (const [place, list] of places) {
      const before = (await list()).length
      for (let day = 0; day < 3; day += 1) {
        await admin(...sending, place)
        clock.advance(24 * 3_600_000)
        now = clock()
      }
      expect((await list()).length).toBe(before + 3)
      const lines = await admin(...sending, place, '--keep', '2')
      expect(lines.filter(line => line.startsWith('Removed')).length).toBe(2)
      const left = await list()
      expect(left.length).toBe(before + 2)
      expect(left).toContain(sealedName(clock()))
      expect(left).toContain(sealedName(clock() - 24 * 3_600_000))
    }
    expect(await readdir(at('other-disk'))).toContain('notes.txt')
  }, 60_000)

  test('is refused before the work when it could not be sent or opened', async () => {
    const s3 = null
    const without = adminOf(server, { s3, dataDirectory: at('data') })
    const refusals: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => admin('backup', 'create', '--to', 's3://files/b'), 'Please give --recipient'],
      [
        () => admin('backup', 'create', '--to', at('other-disk'), '--recipient', 'age1no'),
        'is no recipient',
      ],
      [() => admin(...sending, at('other-disk'), '--keep', '0'), '--keep must be'],
      [() => admin(...sending, at('not-mounted')), 'Make or mount it.'],
      [() => admin(...sending, 's3://Files/b'), 'is no place'],
      [() => admin(...sending, 's3://none/b'), 'The bucket does not exist.'],
      [() => admin(...sending), '--to'],
      [() => without(...sending, 's3://files/b'), 'A bucket needs S3_ENDPOINT'],
      [() => admin('backup', 'create', at('x'), '--keep', '3'), 'belong to --to'],
      [() => admin('backup', 'create', at('x'), '--to', at('x')), 'not both'],
      [() => admin('backup', 'fetch', 's3://files/b', at('y')), 'Please give --identity'],
      [
        () => admin('backup', 'fetch', 's3://files/b', at('y'), '--identity', at('key.txt')),
        'no such',
      ],
    ]
    for (const [refused, why] of refusals) await expect(refused()).rejects.toThrow(why)
    expect(bucket.objects.size).toBe(0)
    expect(await readdir(directory.path)).not.toContain('y')
    expect(await readdir(directory.path)).not.toContain('not-mounted')
  })

  test('is asked of a running server with the whole path of a folder, and with a bucket as it is', () => {
    const sentTo = (place: string) =>
      lineForServer(readLine([...sending, place])).given.options['to']
    expect(sentTo('s3://files/b')).toBe('s3://files/b')
    expect(sentTo('disk')).toBe(resolve('disk'))
  })

  test('is restored by a drill, which leaves nothing', async () => {
    await sendPhoto()
    // The rows of another zone are the same ones.
    await server().db.query(`set time zone 'Asia/Kolkata'`)
    await admin('backup', 'create', at('backup'))
    await server().db.query(`set time zone 'UTC'`)
    const before = await readdir(directory.path)
    const [line = ''] = await admin('backup', 'drill', at('backup'))
    expect(line).toMatch(
      /\d+ files were restored into a database of their own, compared, and removed/,
    )
    expect(await readdir(directory.path)).toEqual(before)
    const noRoom = adminOf(server, { leavesRoom: async () => false })
    await expect(noRoom('backup', 'drill', at('backup'))).rejects.toThrow('Nothing was made')
    expect(await readdir(directory.path)).toEqual(before)
  }, 60_000)

  test('is found by a drill to lose what this version does not restore', async () => {
    await admin('backup', 'create', at('backup'))
    const path = tablePath(at('backup'), 'organizations')
    const text = (await readFile(path, 'utf8')).replace('{', '{"motto":"everyone counts",')
    await writeFile(path, text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    const manifestPath = at('backup/manifest.json')
    const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest
    const tables = manifest.tables.map(table =>
      table.name === 'organizations' ? { ...table, sha256 } : table,
    )
    await writeFile(manifestPath, JSON.stringify({ ...manifest, tables }))
    await admin('backup', 'check', at('backup'))
    await expect(admin('backup', 'drill', at('backup'))).rejects.toThrow(
      'Rows of organizations are different after the restore.',
    )
    expect((await readdir(directory.path)).toSorted()).toEqual(['backup', 'key.txt', 'other-disk'])
  }, 60_000)
})

const name = sealedName(Date.UTC(2026, 10, 20))
const mega = 1024 * 1024

/** Twenty megabytes, so three parts. */
async function* twentyMega() {
  for (let mark = 0; mark < 20; mark += 1) yield new Uint8Array(mega).fill(mark)
}

const openPlace = () =>
  createBucketPlace({
    bucket: openBucket(bucket.account, 'files', () => now),
    prefix: '/b/',
    firstPauseMs: 1,
  })

const oftenThen = (times: number, fault: BucketFault, of: RegExp) => {
  let left = times
  bucket.failWith((method, path) => {
    if (!of.test(`${method} ${path}`) || left === 0) return null
    left -= 1
    return fault
  })
}

test.each([
  [503, /^PUT/],
  ['cut', /^POST .*uploads/],
  [503, /^POST .*uploadId/],
  [503, /^GET/],
  ['cut', /^GET/],
  ['slow', /^PUT/],
] as const)('a bucket that is %s at some requests (%s) gets a whole backup', async (fault, of) => {
  oftenThen(2, fault, of)
  const place = openPlace()
  await place.write(name, twentyMega())
  expect(await place.list()).toEqual([name])
  const read: Uint8Array[] = []
  for await (const piece of place.read(name)) read.push(piece)
  expect(read.map(({ byteLength }) => byteLength / mega)).toEqual([8, 8, 4])
  const [sent, got] = [bucket.objects.get(`b/${name}`), Buffer.concat(read)]
  expect(got.equals(sent ?? Buffer.alloc(0))).toBe(true)
  expect(got[19 * mega]).toBe(19)
  expect(bucket.uploads.size).toBe(0)
})

test.each([
  [503, /^PUT .*partNumber=2/],
  ['cut', /^PUT .*partNumber=3/],
  [503, /^POST .*uploadId/],
  ['failing', /^POST .*uploadId/],
  [503, /^HEAD/],
] as const)(
  'a bucket that is %s for good (%s) has nothing that looks like a backup, or a whole one',
  async (fault, of) => {
    bucket.failWith((method, path) => (of.test(`${method} ${path}`) ? fault : null))
    const place = openPlace()
    await expect(place.write(name, twentyMega())).rejects.toThrow(FileStoreProblem)
    const [left] = bucket.objects.values()
    expect(left?.byteLength ?? 20 * mega).toBe(20 * mega)
    expect(bucket.uploads.size).toBe(0)
  },
)

test('a backup whose making stops leaves nothing, in a bucket and in a folder', async () => {
  async function* stopping() {
    yield* twentyMega()
    throw new Error('the disk is gone')
  }
  const folder = createFolderPlace(at('other-disk'))
  for (const place of [openPlace(), folder]) {
    await place.list()
    await expect(place.write(name, stopping())).rejects.toThrow('the disk is gone')
    expect(await place.list()).toEqual([])
  }
  expect(bucket.uploads.size).toBe(0)
  expect(await readdir(at('other-disk'))).toEqual([])
})
