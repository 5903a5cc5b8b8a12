import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileBytes, sha256Of } from '../../../collections/writes/write-files.ts'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import { compressImage, type Compressed } from '../../../src/features/fill/files/compress.ts'
import { isPicture, sizeText } from '../../../src/features/fill/files/file-rules.ts'
import { isNoRoom } from '../../../collections/storage/no-room.ts'
import { createFileWork, fileWorkOf } from '../../../src/features/fill/files/file-work.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { isWorking } from '../../../src/lib/finishing.ts'
import { until } from '../../env.ts'
import { createFillDevice, newInterview } from './fixtures.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

const megabyte = 1024 * 1024
const smaller = JSON.stringify({ parameters: { 'max-pixels': 640 } })
const form = compile([
  question('photo', { type: 'IMAGE', multiple: false, is_required: true }),
  question('photos', { type: 'IMAGE', multiple: true, max_kb: 200, logic: smaller }),
  question('paper', { type: 'FILE', multiple: false }),
  question('papers', { type: 'FILE', multiple: true }),
])
const photo = fieldOf(form, 'photo')
const photos = fieldOf(form, 'photos')
const paper = fieldOf(form, 'paper')
const papers = fieldOf(form, 'papers')

let device: Awaited<ReturnType<typeof createFillDevice>>
let interview: Interview
let compressed: { name: string; targetKb: number; maxPixels: number | undefined }[]

/** Compresses as a browser would: to half the bytes. */
const half = async (file: File, targetKb: number, maxPixels?: number): Promise<Compressed> => {
  compressed.push({ name: file.name, targetKb, maxPixels })
  return { bytes: file.slice(0, file.size / 2, file.type), problem: null }
}

beforeEach(async () => {
  device = await createFillDevice()
  compressed = []
  interview = newInterview(device, form)
})

afterEach(async () => {
  await interview.close()
  await device.db.close()
})

/** A file whose bytes are all the first letter of its name, so that a mix-up of two shows. */
const fileOf = (name: string, bytes: number, type = 'application/pdf') =>
  new File([new Uint8Array(bytes).fill(name.charCodeAt(0))], name, { type })
const attach = async (field: ReturnType<typeof fieldOf>, ...picked: File[]) =>
  (await attachFiles({ db: device.db, env: device, compress: half }, interview, field, picked)).said
const names = async () =>
  (await device.db.file_uploads.find().exec()).map(doc => doc.file_name).sort()

describe('a picked file', () => {
  it('starts the draft and is stored completely, with its hash', async () => {
    expect(await attach(paper, fileOf('a.pdf', 3))).toEqual([])
    const [doc] = await device.db.file_uploads.find().exec()
    expect(doc?.toJSON()).toMatchObject({
      submission_id: interview.writer.draft()?.id,
      field_id: 'paper',
      field_name: 'paper',
      field_type: 'FILE',
      file_name: 'a.pdf',
      file_type: 'application/pdf',
      file_size: 3,
      // The known hash of 'aaa'.
      sha256: '9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0',
      sync_status: 'pending',
    })
    const bytes = await fileBytes(device.db, doc?.id ?? '')
    expect(await bytes?.text()).toBe('aaa')
    expect(interview.isDirty()).toBe(true)
  })

  it("of an IMAGE field is stored compressed, to the field's size", async () => {
    await attach(photos, fileOf('a.jpg', 1000, 'image/jpeg'))
    const [doc] = await device.db.file_uploads.find().exec()
    expect([doc?.file_size, doc?.file_type]).toEqual([500, 'image/jpeg'])
    expect(compressed).toEqual([{ name: 'a.jpg', targetKb: 200, maxPixels: 640 }])
  })

  it('of a FILE field is never changed', async () => {
    await attach(paper, fileOf('a.jpg', 1000, 'image/jpeg'))
    expect(compressed).toEqual([])
  })

  it('answers a required field', async () => {
    expect(interview.validity.progress().invalid).toBe(1)
    await attach(photo, fileOf('a.jpg', 10, 'image/jpeg'))
    await until('it counts', () => interview.validity.progress().invalid === 0)
    expect(interview.validity.isAnswered('photo')).toBe(true)
  })
})

describe('files that are picked at once', () => {
  it.each([
    ['papers', [3, 5, 4], [3, 5, 4]],
    // The second is stored as it was taken before it is made smaller.
    ['photos', [400, 1_000_000, 600], [200, 500_000, 300]],
  ])('have their own bytes, sizes and hashes each: %s', async (id, sizes, kept) => {
    const picked = ['c', 'a', 'b'].map((name, at) => fileOf(name, sizes[at] ?? 0, 'image/jpeg'))
    expect(await attach(fieldOf(form, id), ...picked)).toEqual([])
    const docs = await device.db.file_uploads.find().exec()
    expect(docs.map(({ file_name }) => file_name).sort()).toEqual(['a', 'b', 'c'])
    for (const { id, file_name, file_size, sha256 } of docs) {
      const bytes = await fileBytes(device.db, id)
      const size = kept['cab'.indexOf(file_name)] ?? 0
      expect(file_size).toBe(size)
      expect(await bytes?.text()).toBe(file_name.repeat(size))
      expect(bytes && (await sha256Of(bytes))).toBe(sha256)
    }
  })
})

describe('sizes', () => {
  it.each([
    ['photos', 5 * megabyte, 'File "x" exceeds 5MB limit.'],
    ['papers', 10 * megabyte, 'File "x" exceeds 10MB limit.'],
  ])('of %s end at %i bytes', async (id, limit, problem) => {
    const field = fieldOf(form, id)
    expect(await attach(field, fileOf('x', limit + 1))).toEqual([problem])
    expect(await names()).toEqual([])
    expect(await attach(field, fileOf('x', limit))).toEqual([])
    expect(await names()).toEqual(['x'])
  })

  it.each([photo, paper])('of what is no file are not asked for, in $type (8.50)', async field => {
    const said = await attach(field, 'a.jpg' as never)
    expect(said).toEqual(['The file given is not an instance of Blob or File'])
  })

  it('skip an empty file, with a message', async () => {
    expect(await attach(photo, fileOf('a.jpg', 0))).toEqual(['File "a.jpg" is empty.'])
    expect(await names()).toEqual([])
  })

  it('skip a file that is too large, and take the others', async () => {
    const said = await attach(papers, fileOf('a', 1), fileOf('b', 11 * megabyte), fileOf('c', 1))
    expect(said).toEqual(['File "b" exceeds 10MB limit.'])
    expect(await names()).toEqual(['a', 'c'])
  })

  it('are shown in words', () => {
    expect([17, 20_480, 1_500_000].map(sizeText)).toEqual(['17 B', '20 KB', '1.4 MB'])
  })
})

describe('a field for one file', () => {
  it('replaces its file', async () => {
    await attach(paper, fileOf('old', 1))
    await attach(paper, fileOf('new', 1))
    expect(await names()).toEqual(['new'])
  })

  it('keeps its file when the new one is too large', async () => {
    await attach(paper, fileOf('old', 1))
    await attach(paper, fileOf('new', 11 * megabyte))
    expect(await names()).toEqual(['old'])
  })

  it('takes one of several', async () => {
    await attach(paper, fileOf('a', 1), fileOf('b', 1))
    expect(await names()).toEqual(['b'])
  })
})

describe('a device that is full', () => {
  const refusing = (error: unknown) => ({
    db: device.db,
    env: device,
    compress: async () => {
      throw error
    },
  })
  const wrapped = Object.assign(new Error('bulkWrite failed'), {
    parameters: {
      errors: [],
      inner: Object.assign(new Error('x'), { name: 'QuotaExceededError' }),
    },
  })

  it('shows a message, and that the answers are safe', async () => {
    const picked = fileOf('a.jpg', 9)
    const { said, unstored } = await attachFiles(refusing(wrapped), interview, photo, [picked])
    expect(said.join()).toContain(
      'There is no room on this device for "a.jpg". Your answers are safe.',
    )
    // The form keeps it for another try.
    expect(unstored).toEqual([picked])
  })

  it('is offered a smaller version of the photo before giving up', async () => {
    const tight = async (file: File, targetKb: number): Promise<Compressed> => {
      if (targetKb > 20) throw wrapped
      return half(file, targetKb)
    }
    const parts = { db: device.db, env: device, compress: tight }
    const result = await attachFiles(parts, interview, photos, [fileOf('a.jpg', 100)])
    expect(result.unstored).toEqual([])
    expect(result.said.join()).toContain('"a.jpg" was made smaller')
    expect(await names()).toEqual(['a.jpg'])
  })

  it('keeps the new photo once when there is no room to take out the old one', async () => {
    await attach(photo, fileOf('old.jpg', 8))
    const removeFile = () => Promise.reject(wrapped)
    const full: Interview = { ...interview, form, removeFile }
    const parts = { db: device.db, env: device, compress: half }
    const { said, unstored } = await attachFiles(parts, full, photo, [fileOf('new.jpg', 8)])
    expect(unstored).toEqual([])
    expect(said.join()).toContain('old.jpg')
    expect(await names()).toEqual(['new.jpg', 'old.jpg'])
  })

  it('is distinguished from an unreadable file and from any other failure', async () => {
    const unreadable = new DOMException('gone', 'NotReadableError')
    const said = async (error: unknown) =>
      (await attachFiles(refusing(error), interview, photo, [fileOf('a', 9)])).said
    expect(await said(unreadable)).toEqual(['File "a" could not be read.'])
    expect(await said(new Error('?'))).toEqual([
      'File "a" could not be stored. Your answers are safe.',
    ])
  })

  it('is recognized however deep the error is wrapped', () => {
    const quota = Object.assign(new Error('m'), { name: 'QuotaExceededError' })
    expect(isNoRoom(quota)).toBe(true)
    expect(isNoRoom(wrapped)).toBe(true)
    expect(isNoRoom(new Error('AbortError', { cause: quota }))).toBe(true)
    expect(isNoRoom(new Error('other'))).toBe(false)
    expect(isNoRoom(null)).toBe(false)
  })
})

/** Bytes that start like a photo. */
const photoOf = (bytes: number) =>
  new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), new Uint8Array(bytes - 4)], 'a.jpg', {
    type: 'image/jpeg',
  })

describe('compressImage', () => {
  it('leaves a small file unchanged, byte for byte', async () => {
    const small = photoOf(20 * 1024)
    expect(await compressImage(small, 0)).toEqual({ bytes: small, problem: null })
    const asked = photoOf(200 * 1024)
    expect(await compressImage(asked, 200)).toEqual({ bytes: asked, problem: null })
  })

  it.each(['application/pdf', 'image/jpeg'])(
    'keeps the original of a file that is no image, called %s',
    async type => {
      for (const size of [9, 30 * 1024]) {
        const other = fileOf('a', size, type)
        expect(await compressImage(other, 0)).toEqual({
          bytes: other,
          problem: 'The file given is not an image',
        })
      }
    },
  )

  it.each([
    ['image/png', '89504e470d0a1a0a'],
    ['image/webp', '524946460000000057454250'],
    ['image/heic', '0000001866747970686569630000'],
  ])('recognizes %s by its first bytes', async (_, hex) => {
    expect(await isPicture(new Blob([Uint8Array.from(Buffer.from(hex, 'hex'))]))).toBe(true)
  })
})

describe('files that are being prepared', () => {
  it('keep Submit waiting until the last of them has succeeded or failed', async () => {
    const work = createFileWork()
    const reported: boolean[] = []
    work.isBusy$.subscribe(isBusy => reported.push(isBusy))
    let finish = () => {}
    const first = work.run('photo', () => new Promise<void>(resolve => (finish = resolve)))
    await expect(work.run('papers', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect([work.isBusy(), work.busy.get('photo'), work.busy.get('papers')]).toEqual([true, 1, 0])
    finish()
    await first
    expect(work.isBusy()).toBe(false)
    expect(reported).toEqual([false, true, false])
  })

  it('keep what the device had no room for until the draft is opened again', async () => {
    await interview.writer.begin()
    const [first, again] = [fileWorkOf(device.db, interview), fileWorkOf(device.db, interview)]
    const deed = fileOf('deed.pdf', 1)
    first.setUnstored('papers', [deed])
    expect(again.allUnstored()).toEqual([deed])
    expect(isWorking()).toBe(true)
    again.leaveOutUnstored()
    expect(isWorking()).toBe(false)
    expect(first.unstored.get('papers')).toEqual([])
  })
})
