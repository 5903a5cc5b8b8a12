import { afterEach, expect, test, vi } from 'vitest'
import { nameLeftDatabases } from '../../src/dev/mode.ts'
import { createIndexedDb } from '../env.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('databases from before the first release are named once, and left', async () => {
  const said = vi.spyOn(console, 'info').mockImplementation(() => {})
  const port = createIndexedDb()
  const make = (name: string) =>
    new Promise(resolve => {
      port.indexedDB.open(name).addEventListener('success', resolve)
    })
  await make('transect-0123456789abcdef')
  await nameLeftDatabases(port)
  expect(said).not.toHaveBeenCalled()
  await make('rxdb-dexie-transect-0123456789abcdef--17--forms')
  await make('rxdb-dexie-transect-0123456789abcdef--17--drafts')
  await nameLeftDatabases(port)
  expect(said).toHaveBeenCalledOnce()
  expect(await port.indexedDB.databases()).toHaveLength(3)
})
