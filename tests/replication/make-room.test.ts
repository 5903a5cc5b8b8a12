import { expect, test } from 'vitest'
import { fileData } from '../../collections/schemas/file-uploads.ts'
import { freeBytes } from '../../collections/writes/make-room.ts'
import { fileBytes } from '../../collections/writes/write-files.ts'
import { endSubmission } from '../../replication/bin/end-submission.ts'
import { recoveryEntry } from '../fixtures/recovery-entry.ts'
import { addEntry } from '../recovery.ts'
import { arrive, clock, databaseForEachTest, db, file, save } from './saved-work.ts'

/** On a full device the bytes of sent photos make room, as few as needed; their documents and unsent photos stay. */

databaseForEachTest()

const names = ['first', 'second', 'third', 'unsent']

/** Submits an interview per photo, and has all but the last sent. Returns the photos' ids. */
const savePhotos = async (): Promise<readonly string[]> => {
  const ids: string[] = []
  for (const name of names) {
    const id = `${await save({ q: name }, [file('photo', name)])}-0`
    ids.push(id)
    const doc = await db.file_uploads.findOne(id).exec(true)
    if (name !== 'unsent') await doc.incrementalPatch({ sync_status: 'synced' })
    clock.advance(1)
  }
  return ids
}

/** The photos whose bytes are here, and those whose documents say so. */
const whatIsHere = async (ids: readonly string[]) => {
  const docs = await db.file_uploads.findByIds([...ids]).exec()
  const named = [...docs.values()].filter(doc => doc.getAttachment(fileData) !== null)
  const read = await Promise.all(ids.map(id => fileBytes(db, id).catch(() => null)))
  return {
    documents: docs.size,
    named: named.map(({ file_name }) => file_name),
    bytes: names.filter((_, at) => read[at]?.size === 1),
  }
}

test('one photo after the other goes, oldest first, and none that was not sent', async () => {
  const ids = await savePhotos()
  for (const left of [['second', 'third', 'unsent'], ['third', 'unsent'], ['unsent']]) {
    expect(await freeBytes(db, 1)).toBe(1)
    expect(await whatIsHere(ids)).toEqual({ documents: 4, named: left, bytes: left })
  }
  expect(await freeBytes(db, 1)).toBe(0)
  expect((await whatIsHere(ids)).bytes).toEqual(['unsent'])
})

test('a sent photo that Recovery names stays, because its row may be gone', async () => {
  const ids = await savePhotos()
  await addEntry(db, recoveryEntry('refused', { file_ids: [ids[0] ?? ''] }))
  expect(await freeBytes(db, 9)).toBe(2)
  expect((await whatIsHere(ids)).bytes).toEqual(['first', 'unsent'])
})

test('a sent photo of a submission that ended elsewhere stays with the unsent one, because its row is gone', async () => {
  const id = await save({ q: 'house' }, [file('photo', 'sent'), file('photo', 'unsent')])
  const sent = await db.file_uploads.findOne(`${id}-0`).exec(true)
  await sent.incrementalPatch({ sync_status: 'synced' })
  await arrive(id, '7', 1)
  await endSubmission(db, id, 'elsewhere', clock.now())
  expect(await freeBytes(db, 9)).toBe(0)
  expect((await fileBytes(db, `${id}-0`))?.size).toBe(1)
})
