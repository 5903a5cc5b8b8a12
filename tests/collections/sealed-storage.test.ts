import { afterEach, beforeAll, expect, test } from 'vitest'
import type { CollectionName, Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { dataKey } from '../../collections/storage/data-key.ts'
import type { FileUploadDoc } from '../../collections/schemas/file-uploads.ts'
import { sealedFields } from '../../collections/storage/sealed-fields.ts'
import { schemas } from '../../collections/schemas.ts'
import { createSealer, SealBroken, type Sealer } from '../../collections/storage/sealing.ts'
import { answersOf } from '../../collections/queries.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { wipeDatabase } from '../../collections/one-database/stored.ts'
import { attachFile, fileBytes } from '../../collections/writes/write-files.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { createDisk, type Disk } from '../device.ts'
import { refuseBlobs } from '../no-blobs.ts'
import { everyStoredValue } from '../stored-values.ts'

/** Compares the raw contents of IndexedDB with what the app reads. */

const secret = 'Ward 7, second house behind the well'
const newSealer = async (): Promise<Sealer> =>
  createSealer(
    await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
  )

let sealer: Sealer
let open: Database[] = []
const openOn = async (disk: Disk, used: Sealer | null): Promise<Database> => {
  const sealing = used === null ? {} : { sealerOf: () => Promise.resolve(used) }
  const db = await openDatabase(disk.name, oneDatabase(disk.port, sealing))
  open.push(db)
  return db
}
const reopen = async (disk: Disk, used: Sealer | null): Promise<Database> => {
  await Promise.all(open.map(db => db.close()))
  open = []
  return openOn(disk, used)
}

beforeAll(async () => {
  sealer = await newSealer()
})
afterEach(async () => {
  await Promise.all(open.map(db => db.close()))
  open = []
})

const fileDoc = (id: string, name: string): FileUploadDoc => ({
  id,
  submission_id: 'temp_1',
  field_id: 'photo',
  field_name: 'photo',
  field_type: 'IMAGE',
  occurrence: 0,
  file_name: name,
  file_type: 'image/png',
  file_size: 9,
  sha256: '',
  sync_status: 'pending',
  created_at: 1,
  synced_at: 0,
})
const answer = (db: Database, value: string, field = 'place') =>
  keepAnswer(db, 'temp_1', field, value, 1)
const readAnswers = async (db: Database) =>
  (await answersOf('temp_1').build(db.form_responses).exec()).map(({ value }) => value)

test('an answer and a file read back, and are nowhere on the disk in the clear', async () => {
  const disk = createDisk()
  const db = await openOn(disk, sealer)
  await answer(db, secret)
  const bytes = new TextEncoder().encode(`PNG ${secret}`)
  await attachFile(db, fileDoc('f1', 'well.png'), new Blob([bytes], { type: 'image/png' }))

  const stored = await everyStoredValue(disk)
  expect(stored.length).toBeGreaterThan(2)
  for (const text of stored)
    for (const word of [secret, 'well.png']) expect(text).not.toContain(word)
  const again = await reopen(disk, sealer)
  expect(await readAnswers(again)).toEqual([secret])
  const file = await again.file_uploads.findOne('f1').exec()
  expect(file?.file_name).toBe('well.png')
  const blob = await fileBytes(again, 'f1')
  expect(blob?.type).toBe('image/png')
  expect(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes)
})

test('a browser that stores no blobs, such as a private window of Safari, keeps files sealed too', async () => {
  const disk = createDisk()
  const db = await openOn(disk, sealer)
  const refuse = refuseBlobs()
  await attachFile(db, fileDoc('f1', 'well.png'), new Blob([secret], { type: 'image/png' }))
  expect(refuse).toHaveBeenCalled()
  refuse.mockRestore()
  const kept = (await everyStoredValue(disk)).join()
  expect(kept).not.toContain(secret)
  const again = await reopen(disk, sealer)
  const blob = await fileBytes(again, 'f1')
  expect([blob?.type, await blob?.text()]).toEqual(['image/png', secret])
})

test('documents from before sealing are readable, and sealed at the next write', async () => {
  const disk = createDisk()
  await answer(await openOn(disk, null), secret)
  const bytes = new Blob(['old bytes'], { type: 'text/plain' })
  const [before] = open
  if (before !== undefined) await attachFile(before, fileDoc('old', 'old.txt'), bytes)

  const db = await reopen(disk, sealer)
  expect(await readAnswers(db)).toEqual([secret])
  expect(await (await fileBytes(db, 'old'))?.text()).toBe('old bytes')
  await answer(db, `${secret}!`)
  expect((await everyStoredValue(disk)).some(text => text.includes(secret))).toBe(false)
  expect(await readAnswers(db)).toEqual([`${secret}!`])
})

test('the same search finds what is not sealed', async () => {
  const disk = createDisk()
  await answer(await openOn(disk, null), secret)
  expect((await everyStoredValue(disk)).some(text => text.includes(secret))).toBe(true)
})

test('another key opens nothing, and reports it', async () => {
  const disk = createDisk()
  await answer(await openOn(disk, sealer), secret)
  const other = await reopen(disk, await newSealer())
  await expect(readAnswers(other)).rejects.toThrow(SealBroken)
})

test('a seal moved to another place does not open', async () => {
  const sealed = await sealer.seal('db|form_responses|a|', { value: 'yes' })
  await expect(sealer.open('db|form_responses|b|', sealed)).rejects.toThrow(SealBroken)
  expect(await sealer.open('db|form_responses|a|', sealed)).toEqual({ value: 'yes' })
  expect(await sealer.seal('db|form_responses|a|', { value: 'yes' })).not.toBe(sealed)
  const blob = await sealer.sealBlob('x', new Blob(['bytes']))
  await expect(sealer.openBlob('y', blob)).rejects.toThrow(SealBroken)
})

test('live queries see every change, in order', async () => {
  const db = await openOn(createDisk(), sealer)
  const seen: unknown[] = []
  const subscription = db.form_responses
    .findOne('temp_1|place')
    .$.subscribe(doc => seen.push(doc?.value ?? null))
  const changes$ = db.form_responses.$.subscribe()
  const written: string[] = []
  for (let round = 0; round < 30; round += 1) {
    // Long and short values in turn, because opening a long one takes longer.
    const value = `${round} ${'x'.repeat(round % 2 === 0 ? 200_000 : 1)}`
    written.push(value)
    await answer(db, value)
  }
  subscription.unsubscribe()
  changes$.unsubscribe()
  const live = await readAnswers(db)
  expect(live).toEqual([written.at(-1)])
  const ids = await db.form_responses.find().exec()
  expect(ids).toHaveLength(1)
  const numbers = seen.flatMap(value =>
    value === null ? [] : [Number.parseInt(String(value), 10)],
  )
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
})

test('of two writers the slower one gets the stored document, unsealed', async () => {
  const db = await openOn(createDisk(), sealer)
  await answer(db, 'first')
  const id = (await db.form_responses.findOne().exec())?.id ?? ''
  const { error } = await db.form_responses.bulkInsert([
    {
      id,
      submission_id: 'temp_1',
      question_id: 'place',
      occurrence: 0,
      value: 'second',
      updated_at: 2,
    },
  ])
  expect(error).toHaveLength(1)
  expect(error[0]).toMatchObject({ status: 409, documentInDb: { value: 'first' } })
  expect(error[0]?.writeRow.document).toMatchObject({ value: 'second' })
})

test('a database has its own key, which is kept and deleted with it', async () => {
  const disk = createDisk()
  const key = await dataKey(disk.port, disk.name)
  expect(key.extractable).toBe(false)
  const text = await createSealer(key).seal('place', secret)
  const opens = async (name: string) =>
    createSealer(await dataKey(disk.port, name)).open('place', text)
  expect(await opens(disk.name)).toBe(secret)
  await expect(opens('another')).rejects.toThrow(SealBroken)
  const [one, other] = await Promise.all([dataKey(disk.port, 'x'), dataKey(disk.port, 'x')])
  expect(await createSealer(other).open('a', await createSealer(one).seal('a', 1))).toBe(1)

  await wipeDatabase(disk.name, disk.port)
  await expect(opens(disk.name)).rejects.toThrow(SealBroken)
})

test('the list has no key, no indexed field and no unknown field', () => {
  for (const [name, fields] of Object.entries(sealedFields)) {
    const schema = schemas[name as CollectionName] as {
      primaryKey: string
      indexes?: readonly (string | readonly string[])[]
      properties: object
    }
    const plainly = new Set([schema.primaryKey, ...(schema.indexes ?? []).flat()])
    for (const field of fields) {
      expect([name, field, plainly.has(field)]).toEqual([name, field, false])
      expect([name, field, field in schema.properties]).toEqual([name, field, true])
    }
  }
  expect(Object.keys(sealedFields).sort()).toEqual([
    'cases',
    'file_uploads',
    'form_responses',
    'location_cache',
    'outbox',
    'submissions',
    'user_profile',
  ])
})
