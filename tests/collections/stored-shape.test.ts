import { expect, test } from 'vitest'
import { toBase } from '../../collections/operation-log.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { openRaw } from '../../collections/storage/raw-database.ts'
import { withoutImpliedLog } from '../../collections/storage/implied-log.ts'
import { attachFile } from '../../collections/writes/write-files.ts'
import { createIndexedDb } from '../env.ts'
import { fileUpload } from '../fixtures/file-upload.ts'

/**
 * What version 17 stores below its schemas. A change here needs a new version, because the tabs of the version before
 * cannot read it (docs/new-version.md).
 */

test('documents and bytes are in their stores, with flags as text', async () => {
  const port = createIndexedDb()
  const db = await openDatabase('shape', oneDatabase(port))
  await db.settings.insert({ key: 'language', value: 'fr' })
  await attachFile(db, fileUpload('p1'), new Blob(['AAA'], { type: 'image/png' }))
  await db.close()
  const raw = await openRaw(port, 'shape')
  const first = async (store: string) => (await raw.pages(store, 1).next()).value?.[0]?.value
  const meta = { lwt: expect.any(Number) }
  const written = { _deleted: '0', _rev: expect.stringMatching(/^1-/), _meta: meta }
  expect(await first('settings--17')).toEqual({
    key: 'language',
    value: 'fr',
    ...written,
    _attachments: {},
  })
  const digest = 'cb1ad2119d8fafb69566510ee712661f9f14b83385006ef92aec47f523a38358'
  expect(await first('file_uploads--17')).toEqual({
    ...fileUpload('p1'),
    ...written,
    _attachments: { data: { length: 3, digest, type: 'image/jpeg' } },
  })
  expect(await first('file_uploads--17--attachments')).toEqual({
    id: 'p1||data',
    data: expect.any(Blob),
  })
  raw.close()
})

test('a document that was not edited has the creator and the hash of its log', () => {
  const fields = { id: 's1', name: 'Meena' }
  const crdts = { operations: [toBase(fields)], hash: 'h' }
  expect(withoutImpliedLog({ ...fields, crdts })).toEqual({
    ...fields,
    crdts: { base: 'rest:row', hash: 'h' },
  })
})
