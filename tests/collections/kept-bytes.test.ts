import { IDBObjectStore } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { attachFile, fileBytes } from '../../collections/writes/write-files.ts'
import { formFile, storeFormFile, storeFormHeads } from '../../collections/writes/write-forms.ts'
import { createDisk } from '../device.ts'
import { fileUpload } from '../fixtures/file-upload.ts'
import { formHead } from '../form/form-fixtures.ts'
import { failsLater, refuseBlobs, throws } from '../no-blobs.ts'

/** Files in browsers that store no blobs. */

let db: Database
let roomMade = 0
beforeAll(async () => {
  const { name, port } = createDisk()
  const makeRoom = () => {
    roomMade += 1
    return Promise.resolve(true)
  }
  db = await openDatabase(name, oneDatabase(port, { makeRoom }))
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => db.close())

const textOf = async (id: string) => (await fileBytes(db, id))?.text()

test.each([
  ['thrown', throws('UnknownError')],
  ['thrown by the copy of the value', throws('DataCloneError')],
  ['the failure of the request', failsLater('UnknownError')],
])('a file is kept when the refusal is %s', async (how, refuse) => {
  refuseBlobs(refuse)
  await attachFile(db, fileUpload(how), new Blob(['well']))
  expect(await textOf(how)).toBe('well')
})

test('all files of a step are kept, also next to other documents', async () => {
  refuseBlobs()
  await transact(async transaction => {
    await transaction.put(db.settings, { key: 'theme', value: 'dark' })
    for (const id of ['one', 'two']) {
      const bytes = { type: 'text/plain', length: 3, digest: id, data: new Blob([id]) }
      const file = { ...fileUpload(id), _attachments: { data: bytes } }
      await transaction.put(db.file_uploads, file)
    }
  })
  expect([await textOf('one'), await textOf('two')]).toEqual(['one', 'two'])
})

test('a form keeps each of its files', async () => {
  refuseBlobs()
  await storeFormHeads(db, [formHead])
  for (const id of ['list', 'picture']) await storeFormFile(db, formHead.id, id, `of ${id}`)
  const kept = [await formFile(db, formHead.id, 'list'), await formFile(db, formHead.id, 'picture')]
  expect(kept).toEqual(['of list', 'of picture'])
})

test('a file for which room was made is kept too', async () => {
  const refusing = refuseBlobs().getMockImplementation()
  let isFull = true
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function write(
    this: IDBObjectStore,
    value,
  ) {
    if (isFull && value.data instanceof ArrayBuffer) {
      isFull = false
      throw new DOMException('Full.', 'QuotaExceededError')
    }
    return refusing?.call(this, value) as IDBRequest<IDBValidKey>
  })
  await attachFile(db, fileUpload('late'), new Blob(['well']))
  expect([roomMade, await textOf('late')]).toEqual([1, 'well'])
})
