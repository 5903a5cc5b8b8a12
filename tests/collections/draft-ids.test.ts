import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { removeDraft } from '../../collections/writes/end-draft.ts'
import { startDraft } from '../../collections/writes/write-interview.ts'
import { draftsIn } from '../drafts.ts'
import { commitInterview } from './commit.ts'
import { createDisk } from '../device.ts'

/** An interview's id is made from the time, and two tabs may start one at the same time. */

const now = 1_795_000_000_000
const begun = (clientKey: string) => ({
  formId: 'f',
  formName: 'F',
  definitionHash: 'v',
  clientKey,
  now,
})
const contents = {
  answers: {},
  files: [],
  place: { latitude: null, longitude: null, accuracy: null },
  address: '',
  city: '',
}

test('a tab that is suspended while it inserts its draft does not take the id of an interview submitted meanwhile', async () => {
  const { name, port } = createDisk()
  const one = await openDatabase(name, oneDatabase(port))
  const { storageInstance } = one.drafts
  const { bulkWrite } = storageInstance
  let taken = ''
  storageInstance.bulkWrite = async (...rows) => {
    storageInstance.bulkWrite = bulkWrite
    // Stands for the other tab; both share the disk.
    const other = await startDraft(one, begun('other'))
    await commitInterview(one, other, contents, now)
    await removeDraft(one, other.id)
    taken = other.id
    return bulkWrite.apply(storageInstance, rows)
  }
  const draft = await startDraft(one, begun('own'))
  expect(taken).toBe(`temp_${now}`)
  expect(draft.id).toBe(`temp_${now + 1}`)
  expect(await commitInterview(one, draft, contents, now)).toBe('committed')
  const left = await draftsIn(one)
  expect(left.map(({ id }) => id)).toEqual([draft.id])
  await one.close()
})
