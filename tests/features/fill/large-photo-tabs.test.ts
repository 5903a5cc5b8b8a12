import { expect, test } from 'vitest'
import { fileBytes, sha256Of } from '../../../collections/writes/write-files.ts'
import { collectPieces } from '../../../src/backup/collect.ts'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { submissionOf } from '../../device.ts'
import {
  edit,
  fillIn,
  openInterviewOf,
  openNew,
  place,
  setUpFilling,
  theDevice,
} from './session.ts'
import { attachNow, draftIdOf, photosOf, pick, storedNames } from './late-photos.ts'

/** A photo that is being prepared, most often made smaller, while another tab goes on with its interview. */

setUpFilling()

/** Stores a large photo, which is made smaller once `ready` is called. */
const pickLarge = async (interview: Interview) => {
  let ready = () => {}
  const prepared = new Promise<void>(resolve => (ready = resolve))
  let begun = () => {}
  const stored = new Promise<void>(resolve => (begun = resolve))
  const compress = async (file: File) => {
    begun()
    await prepared
    return { bytes: file.slice(0, 1000, file.type), problem: null }
  }
  const { db, env } = theDevice()
  const field = { ...photosOf(interview), multiple: true }
  const bytes = new Uint8Array(200_000).fill(65)
  const photo = new File([bytes], 'house.jpg', { type: 'image/jpeg' })
  const attached = attachFiles({ db, env, compress }, interview, field, [photo])
  await stored
  return { ready, attached }
}

/** The hashes of the photo's bytes, of its document, and of the submission's entry of it. */
const hashesOf = async (submissionId: string) => {
  const { db } = theDevice()
  const [doc] = await db.file_uploads.find().exec()
  const bytes = doc === undefined ? null : await fileBytes(db, doc.id)
  const submission = await submissionOf(theDevice(), submissionId)
  return {
    bytes: bytes === null ? '' : await sha256Of(bytes),
    doc: doc?.sha256,
    named: submission?.files.map(({ sha256 }) => sha256),
  }
}

test('a submission names the bytes that a photo has in the end, also when another tab submits it meanwhile', async () => {
  const interview = await openNew()
  fillIn(interview)
  const id = await draftIdOf(interview)
  const { ready, attached } = await pickLarge(interview)
  const other = await openInterviewOf({ kind: 'draft', id })
  // The files were read before the hints.
  await submit(theDevice(), other, place, async () => {
    ready()
    await attached
    return []
  })
  const { bytes, doc, named } = await hashesOf(id)
  expect([doc, named]).toEqual([bytes, [bytes]])
})

test('a photo that an edit has sent stays as it is, also when another edit is open', async () => {
  const first = await openNew()
  fillIn(first)
  const id = await draftIdOf(first)
  await submit(theDevice(), first, place)
  await theDevice().sync.run({ all: true })
  const here = await openInterviewOf({ kind: 'edit', id })
  const { ready, attached } = await pickLarge(here)
  const there = await openInterviewOf({ kind: 'edit', id })
  await submit(theDevice(), there, place)
  await theDevice().sync.run({ all: true })
  const again = await openInterviewOf({ kind: 'edit', id })
  edit(again, 'head_name', 'Ravi')
  await again.writer.flush()
  ready()
  await attached
  const { bytes, doc, named } = await hashesOf(id)
  expect([doc, named]).toEqual([bytes, [bytes]])
})

test.each(['it was listed', 'its bytes were read'])(
  'a backup has the bytes that its record of a photo describes, although they were replaced after %s',
  async when => {
    const interview = await openNew()
    fillIn(interview)
    await attachNow(interview, 'first.jpg', { multiple: true })
    const { ready, attached } = await pickLarge(interview)
    const makeSmaller = () => {
      ready()
      return attached
    }
    const { storageInstance } = theDevice().db.file_uploads
    const read = storageInstance.getAttachmentData.bind(storageInstance)
    storageInstance.getAttachmentData = async (...given) => {
      const data = await read(...given)
      if (when === 'its bytes were read' && new Blob([data]).size > 1000) await makeSmaller()
      return data
    }
    const kept: { readonly described: string; readonly actual: string }[] = []
    for await (const { record, bytes } of collectPieces(theDevice().db, {} as never)) {
      if (record.type !== 'file') continue
      kept.push({ described: record.doc.sha256, actual: await sha256Of(new Blob([bytes])) })
      if (when === 'it was listed') await makeSmaller()
    }
    expect(kept.map(({ described }) => described)).toEqual(kept.map(({ actual }) => actual))
    expect(kept).toHaveLength(2)
  },
)

test('a photo that is ready after Submit leaves the one before it, and nothing of the draft', async () => {
  const first = await openNew()
  fillIn(first)
  await attachNow(first, 'yesterday.jpg', { multiple: false })
  const id = await draftIdOf(first)
  await first.close()
  const again = await openInterviewOf({ kind: 'draft', id })
  const { ready, attached } = pick(again, 'today.jpg', { multiple: false })
  await submit(theDevice(), await openInterviewOf({ kind: 'draft', id }), place)
  ready()
  expect((await attached).said).toEqual([])
  expect(await storedNames()).toEqual(['yesterday.jpg', 'today.jpg'])
  expect(await theDevice().db.form_responses.find().exec()).toEqual([])
})
