import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import { removeFile } from '../../../collections/writes/write-files.ts'
import { entryToFile } from '../../../src/features/recovery/export-entry.ts'
import { createDisk, openDevice, submit, type Device } from '../../device.ts'
import { theEntry } from '../../recovery.ts'
import { createBareServer } from '../../server/bare-server.ts'

/** The surveyor is advised to export an entry before it is deleted for good, so the export has all of it. */

const photos = [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5, 6, 7])]

let device: Device
let entry: RecoveryEntry

beforeEach(async () => {
  const server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
  device = await openDevice({ fetch: server.fetch, origin: server.origin }, createDisk(), null)
  const login = await device.api.login('asha@transect.example', 'fieldwork-2026')
  device.env.signIn(login.ok ? login.value.token : null)
  server.faults.arm({ fault: 'draft', method: 'POST', path: '/form-submissions' })
  const files = photos.map((bytes, at) => ({ fieldId: 'photo', name: `pump-${at}.txt`, bytes }))
  await submit(device, '3', { q: 'one' }, files)
  entry = await theEntry(device.db)
})
afterEach(() => device.crash())

interface Exported extends RecoveryEntry {
  readonly files: readonly { readonly file_name: string; readonly data: string | null }[]
}

const exported = async () => {
  const { name, blob, lostFiles } = await entryToFile(device.db, entry)
  const { files, ...rest } = JSON.parse(await blob.text()) as Exported
  expect(rest).toEqual(entry)
  return { name, lostFiles, files }
}

test('an entry is exported with its files, byte for byte', async () => {
  const { name, files, lostFiles } = await exported()
  expect(name).toMatch(/^recovery-temp_\d+\.json$/)
  expect(lostFiles).toBe(0)
  expect(files.map(({ file_name }) => file_name)).toEqual(['pump-0.txt', 'pump-1.txt'])
  const read = files.map(
    async ({ data }) => new Uint8Array(await (await fetch(data ?? '')).arrayBuffer()),
  )
  expect(await Promise.all(read)).toEqual(photos)
})

test('a file that is no longer on the device is counted', async () => {
  await removeFile(device.db, entry.file_ids[0] ?? '')
  const { files, lostFiles } = await exported()
  expect(lostFiles).toBe(1)
  expect(files.map(({ data }) => data === null)).toEqual([true, false])
})

test('an entry without files is JSON, too', async () => {
  entry = { ...entry, file_ids: [] }
  expect(await exported()).toMatchObject({ files: [], lostFiles: 0 })
})
