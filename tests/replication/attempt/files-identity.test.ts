import { binned } from '../../binned.ts'
import { afterEach, expect, test } from 'vitest'
import type { FileUploadDoc } from '../../../collections/schemas/file-uploads.ts'
import { attachFile, fileBytes } from '../../../collections/writes/write-files.ts'
import { commitEdit } from '../../collections/commit.ts'
import { collectFiles } from '../../../collections/writes/file-owners.ts'
import { submissionOf, submit } from '../../device.ts'
import { fileUpload } from '../../fixtures/file-upload.ts'
import { entriesIn } from '../../recovery.ts'
import { openPlainPhone, photo, type PlainPhone } from '../plain-phone.ts'

/** Files outlive rows, and each is identified by its contents, on a server without keys. */

let phone: PlainPhone
afterEach(() => phone.device.crash())

const upload = { method: 'POST', path: '/upload-files' } as const

const bytesOf = async (id: string): Promise<readonly number[]> => {
  const blob = await fileBytes(phone.device.db, id)
  return blob === null ? [] : [...new Uint8Array(await blob.arrayBuffer())]
}

/** Edits the files of a submission as the fill screen does: keeps some and adds one. */
const changeFiles = async (
  id: string,
  kept: readonly string[],
  added: ReturnType<typeof photo>,
): Promise<string> => {
  const { db, env } = phone.device
  const doc = fileUpload(`${id}-${added.name}`, {
    submission_id: `edit_${id}`,
    field_id: added.fieldId,
    field_name: added.fieldId,
    field_type: 'FILE',
    file_name: added.name,
    file_type: 'text/plain',
    file_size: added.bytes.length,
    created_at: env.clock.now(),
  })
  await attachFile(db, doc, new Blob([added.bytes]))
  const stored = await db.file_uploads.findByIds([...kept]).exec()
  const files = [...[...stored.values()].map(file => file.toMutableJSON()), doc]
  await commitEdit(db, id, { q: 'yes' }, files, env.clock.now())
  return doc.id
}

test('unsent photos stay byte for byte in the bin when their submission is deleted elsewhere', async () => {
  phone = await openPlainPhone()
  phone.server.faults.arm({ fault: 'drop-before', ...upload, times: 9 })
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1, 2, 3)])
  await phone.device.sync.run({ all: true })
  expect(await submissionOf(phone.device, id)).toMatchObject({ server_id: '1', files_pending: 1 })
  await phone.elsewhere('DELETE', '/form-submissions/1')
  // The row's 404 arrives; only the photo is pending.
  await phone.settle()
  await phone.device.sync.refresh.now('submissions')
  const [gone] = await binned(phone.device.db)
  const recovered = await entriesIn(phone.device.db)
  const named = [
    ...(gone?.files.map(file => file.id) ?? []),
    ...recovered.flatMap(({ file_ids }) => file_ids),
  ]
  expect(named).toContain(`${id}-0`)
  expect(await bytesOf(`${id}-0`)).toEqual([1, 2, 3])
})

test('files that Recovery names outlive the deletion of their submission', async () => {
  phone = await openPlainPhone()
  phone.server.faults.arm({ fault: 'draft', ...upload })
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1, 2, 3)])
  await phone.device.sync.run({ all: true })
  const [entry] = await entriesIn(phone.device.db)
  expect(entry?.file_ids).toEqual([`${id}-0`])
  await phone.elsewhere('DELETE', '/form-submissions/1')
  await phone.device.sync.refresh.now('submissions')
  expect(await submissionOf(phone.device, id)).toBeNull()
  phone.device.env.clock.advance(3 * 24 * 3_600_000)
  await collectFiles(phone.device.db, phone.device.env.clock.now())
  expect(await bytesOf(`${id}-0`)).toEqual([1, 2, 3])
})

test('a retaken photo arrives, although the server still lists the old one', async () => {
  phone = await openPlainPhone()
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1)])
  await phone.device.sync.run({ all: true })
  expect(phone.server.rows()[0]?.files.map(({ name }) => name)).toEqual(['a.txt'])
  await changeFiles(id, [], photo('again.txt', 2))
  phone.server.faults.arm({ fault: 'drop-before', ...upload })
  await phone.settle()
  expect(phone.server.rows()[0]?.files.map(({ name }) => name)).toEqual(['a.txt', 'again.txt'])
  expect(await submissionOf(phone.device, id)).toMatchObject({
    syncStatus: 'synced',
    files_pending: 0,
  })
})

test('a photo added while the answer of an upload is unknown does not affect the first one', async () => {
  phone = await openPlainPhone()
  phone.server.faults.arm({ fault: 'drop-after', ...upload })
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1)])
  await phone.device.sync.run({ all: true })
  await changeFiles(id, [`${id}-0`], photo('b.txt', 2))
  await phone.settle()
  await phone.settle()
  expect(phone.server.rows()[0]?.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
  expect(await submissionOf(phone.device, id)).toMatchObject({ files_pending: 0 })
})

test('a photo missing from the device goes to Recovery, and its siblings are sent', async () => {
  phone = await openPlainPhone()
  phone.device.env.cut()
  const files = [photo('a.txt', 1), photo('b.txt', 2), photo('c.txt', 3)]
  const { id } = await submit(phone.device, '3', { q: 'yes' }, files)
  await (await phone.device.db.file_uploads.findOne(`${id}-0`).exec())?.remove()
  phone.device.env.mend()
  await phone.settle()
  expect(phone.server.rows()[0]?.files.map(({ name }) => name)).toEqual(['b.txt', 'c.txt'])
  const entries = await entriesIn(phone.device.db)
  expect(entries).toMatchObject([{ kind: 'files', reason: 'unreadable', file_ids: [`${id}-0`] }])
  // Its field is sent again with a new photo, and the missing one is not reported again.
  await changeFiles(id, [`${id}-1`, `${id}-2`], photo('d.txt', 4))
  await phone.settle()
  expect(phone.server.rows()[0]?.files.map(({ name }) => name)).toContain('d.txt')
  expect(await entriesIn(phone.device.db)).toHaveLength(1)
})

test('only files that nothing names are collected', async () => {
  phone = await openPlainPhone()
  const { id } = await submit(phone.device, '3', { q: 'yes' }, [photo('a.txt', 1)])
  const { db, env } = phone.device
  const loose = (await db.file_uploads.findOne(`${id}-0`).exec())?.toMutableJSON()
  await attachFile(
    db,
    { ...(loose as FileUploadDoc), id: 'loose', submission_id: 'temp_1' },
    new Blob([new Uint8Array([9])]),
  )
  await collectFiles(db, env.clock.now())
  expect(await bytesOf('loose')).toEqual([9])
  env.clock.advance(2 * 24 * 3_600_000)
  await collectFiles(db, env.clock.now())
  expect(await bytesOf('loose')).toEqual([])
  expect(await bytesOf(`${id}-0`)).toEqual([1])
})
