import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileBytes, sha256Of } from '../../../collections/writes/write-files.ts'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import type { Compressed } from '../../../src/features/fill/files/compress.ts'
import { readFiles } from '../../../src/features/fill/interview/follow-draft.ts'
import { createInterview } from '../../../src/features/fill/interview/interview.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { dropDrafts } from '../../drafts.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview, type FillDevice } from './fixtures.ts'

/** A photo that is larger than its question wants. */

const form = compile([question('photo', { type: 'IMAGE', multiple: false })])
const photo = fieldOf(form, 'photo')

let device: FillDevice
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
  interview = newInterview(device, form)
})

afterEach(async () => {
  await interview.close()
  await device.db.close()
})

/** Compresses as a browser would: to half the bytes. */
const half = async (file: File): Promise<Compressed> => ({
  bytes: file.slice(0, file.size / 2, file.type),
  problem: null,
})
const jpeg = (name: string, bytes: number) =>
  new File([new Uint8Array(bytes).fill(65)], name, { type: 'image/jpeg' })
const digests = async () => {
  const docs = await device.db.file_uploads.find().exec()
  return Promise.all(
    docs.map(async doc => {
      const bytes = await fileBytes(device.db, doc.id)
      const { digest, type } = doc.getAttachment('data') ?? {}
      return { type, isRxdbs: digest === (await device.db.hashFunction(bytes as never)) }
    }),
  )
}
const stored = async () => {
  const docs = await device.db.file_uploads.find().exec()
  return Promise.all(
    docs.map(async ({ id, file_size, sha256 }) => {
      const bytes = await fileBytes(device.db, id)
      const isWhole = bytes !== null && (await sha256Of(bytes)) === sha256
      return { file_size, kept: bytes?.size, isWhole }
    }),
  )
}
const attachWith = (compress: typeof half, file = jpeg('a.jpg', 30_000)) =>
  attachFiles({ db: device.db, env: device, compress }, interview, photo, [file])
const asTaken = { file_size: 30_000, kept: 30_000, isWhole: true }
const smaller = { file_size: 15_000, kept: 15_000, isWhole: true }

test('is stored as it was taken, and then made smaller in its place', async () => {
  const during: unknown[] = []
  const { said } = await attachWith(async file => {
    during.push(...(await stored()))
    return half(file)
  })
  expect(said).toEqual([])
  expect(during).toEqual([asTaken])
  expect(await stored()).toEqual([smaller])
})

test('has the digest and a type as RxDB gives them to bytes, also when the browser knows none', async () => {
  const unknown = new File([new Uint8Array(30_000)], 'a.heic')
  const found: unknown[] = []
  await attachWith(async file => {
    found.push(...(await digests()))
    return { bytes: file.slice(0, 100), problem: null }
  }, unknown)
  const given = { type: 'application/octet-stream', isRxdbs: true }
  expect([...found, ...(await digests())]).toEqual([given, given])
})

test('is shown with its new size, also in the other tab', async () => {
  const draft = await interview.writer.begin()
  const other = createInterview(device, {
    form,
    draft,
    answers: [],
    files: [],
    submission: null,
    begin: () => Promise.resolve(draft),
  })
  await attachWith(half)
  const sizes = () => [interview, other].map(tab => tab.files.get(photo.id)[0]?.file_size)
  await expect.poll(sizes).toEqual([15_000, 15_000])
  await other.close()
})

test('replaces the photo before it at once', async () => {
  await attachWith(half, jpeg('old.jpg', 8))
  await attachWith(async file => {
    expect((await interview.readFiles()).map(({ file_name }) => file_name)).toEqual(['a.jpg'])
    return half(file)
  })
  expect(await stored()).toEqual([smaller])
})

test('stays as it was taken when it cannot be made smaller', async () => {
  const { said, unstored } = await attachWith(() => Promise.reject(new Error('out of memory')))
  expect([said, unstored]).toEqual([
    ['"a.jpg" could not be made smaller. It is kept as it is.'],
    [],
  ])
  expect(await stored()).toEqual([asTaken])
})

test('a file that is no picture is kept as it is, whatever its size, and its message shown', async () => {
  const unchanged = async (file: File) => ({ bytes: file, problem: 'no picture' })
  for (const bytes of [9, 30_000]) {
    expect((await attachWith(unchanged, jpeg('a.jpg', bytes))).said).toEqual(['no picture'])
    expect(await stored()).toEqual([{ file_size: bytes, kept: bytes, isWhole: true }])
  }
})

test('does not return when it is taken out meanwhile', async () => {
  await attachWith(async file => {
    const [doc] = await interview.readFiles()
    if (doc !== undefined) await interview.removeFile(photo, doc)
    return half(file)
  })
  expect(await stored()).toEqual([])
})

test.each(['is read', 'is about to be stored', 'is stored'])(
  'does not come into an earlier draft whose changes are discarded while it %s',
  async when => {
    await attachWith(half, jpeg('old.jpg', 8))
    const draft = await interview.writer.begin()
    const files = [...(await interview.readFiles())]
    const begin = () => Promise.resolve(draft)
    const opened = createInterview(device, {
      form,
      draft,
      answers: [],
      files,
      submission: null,
      begin,
    })
    // A small photo is inserted.
    const picked = jpeg('new.jpg', when === 'is read' ? 30_000 : 8)
    const late = when === 'is read' ? picked : device.db.file_uploads
    const name = when === 'is read' ? 'arrayBuffer' : 'insert'
    const work = Reflect.get(late, name).bind(late)
    Object.assign(late, {
      [name]: async (...given: unknown[]) => {
        if (when === 'is about to be stored') await opened.discard()
        const done = await work(...given)
        await opened.discard()
        return done
      },
    })
    const written: string[] = []
    const writes = device.db.file_uploads.$.subscribe(({ documentData }) => {
      written.push(documentData.file_name)
    })
    const parts = { db: device.db, env: device, compress: half }
    const { said } = await attachFiles(parts, opened, photo, [picked])
    writes.unsubscribe()
    expect(said).toEqual([])
    expect(written.includes('new.jpg')).toBe(when !== 'is read')
    const kept = await readFiles(device.db, draft.id, null)
    expect(kept.map(({ file_name }) => file_name)).toEqual(['old.jpg'])
    expect((await opened.readFiles()).length).toBe(1)
    await opened.close()
  },
)

test('stays as it was taken when its interview has ended meanwhile, because it may be on its way', async () => {
  await attachWith(async file => {
    await dropDrafts(device.db)
    return half(file)
  })
  expect(await stored()).toEqual([asTaken])
})

test('is only stored smaller when there is no room for it, and nothing is deleted for that', async () => {
  const asked: string[] = []
  await interview.close()
  await device.db.close()
  device = await createFillDevice({
    makeRoom: collection => {
      asked.push(collection)
      return Promise.resolve(true)
    },
  })
  interview = newInterview(device, form)
  await interview.writer.begin()
  const { connection } = device.db.submissions.storageInstance.internals as never as {
    connection: { db: { transaction: () => Promise<unknown> } }
  }
  const full = vi.spyOn(connection.db, 'transaction')
  full.mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
  expect(await attachWith(half)).toEqual({ said: [], unstored: [] })
  expect(await stored()).toEqual([smaller])
  expect(asked).toEqual([])
})
