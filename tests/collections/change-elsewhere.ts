import { expect } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import type { Disk } from '../device.ts'

/** Changes an answer as a tab does whose events do not arrive here. */
export const changeElsewhere = async (
  disk: Disk,
  db: Database,
  id: string,
  value: string,
): Promise<void> => {
  const instance = await oneDatabase(disk.port).createStorageInstance({
    databaseName: disk.name,
    databaseInstanceToken: 'another tab',
    collectionName: 'form_responses',
    schema: db.form_responses.storageInstance.schema as never,
    options: {},
    multiInstance: false,
    devMode: false,
  })
  const [previous] = await instance.findDocumentsById([id], true)
  const changes = { value, _rev: '2-b', _meta: { lwt: 5 } }
  const document = { ...previous, ...changes }
  const { error } = await instance.bulkWrite([{ previous, document }] as never, 'test')
  expect(error).toEqual([])
}
