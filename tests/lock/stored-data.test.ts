import { expect, test } from 'vitest'
import { openDatabase } from '../../collections/open-database.ts'
import type { HeldKey } from '../../collections/storage/data-key.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import { preparePin, writePin } from '../../src/lock/key/keys.ts'
import { exportStored } from '../../src/storage/stored-data.ts'
import { workspaceStorage } from '../../src/storage/workspace-storage.ts'
import { createIndexedDb } from '../env.ts'
import { fewIterations } from './phone.ts'

/** The data of a database with a PIN that RxDB cannot open. */

const name = 'transect-0123456789abcdef'

test('the file of all data is readable with the key of an unlocked database, and sealed without it', async () => {
  const indexedDb = createIndexedDb()
  const recoveryKey = () => Promise.resolve(new Uint8Array(32).fill(7))
  const db = await openDatabase(name, workspaceStorage({ indexedDb }, {}, { recoveryKey }))
  const form = { formId: 'household', formName: 'Household', definitionHash: 'v1', clientKey: 'k' }
  const draft = await startDraft(db, { ...form, now: 1 })
  await keepAnswer(db, draft.id, 'head_name', 'Meera Jadeja', 1)
  await db.close()
  const store = { port: indexedDb, name }
  const chosen = { pin: '739164', minutes: 5, iterations: fewIterations }
  const prepared = await preparePin(store, await recoveryKey(), chosen)
  if (!prepared.ok) throw new Error(prepared.failure)
  expect(await writePin(store, prepared.value)).toBe(true)

  const env = { indexedDb, local: new Map() as never, defaultServerUrl: '' }
  const isReadable = async (held: HeldKey | null) =>
    (await (await exportStored(env, name, 1, held)).text()).includes('Meera Jadeja')
  expect([await isReadable(prepared.value.held), await isReadable(null)]).toEqual([true, false])
})
