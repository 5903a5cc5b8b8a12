import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { attachFile, fileBytes, hasBytes } from '../../collections/writes/write-files.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { createDisk, type Disk } from '../device.ts'
import { changeElsewhere } from './change-elsewhere.ts'
import { fileUpload } from '../fixtures/file-upload.ts'
import { createActivity, createLife, withLife, type Life } from '../sim/life.ts'

/** A step over several collections is done or not done. */

let disk: Disk
let db: Database
let life: Life

const open = async () => {
  life = createLife()
  db = await openDatabase(disk.name, withLife(oneDatabase(disk.port), life, createActivity()))
}
beforeEach(async () => {
  disk = createDisk()
  await open()
})
afterEach(() => db.close())

const start = () =>
  startDraft(db, { formId: 'f', formName: 'F', definitionHash: 'v', clientKey: 'k', now: 1 })

/** Moves an answer into a setting and removes its draft. */
const move = (draftId: string) =>
  transact(async transaction => {
    const draft = await transaction.read(db.drafts, draftId)
    await transaction.put(db.settings, { key: 'language', value: draft?.form_id ?? 'none' })
    await transaction.remove(db.drafts, draftId)
    await transaction.remove(db.form_responses, `${draftId}|q`)
  })

const look = async () => ({
  language: await readSetting(db, 'language'),
  drafts: await db.drafts.count().exec(),
  answers: await db.form_responses
    .find()
    .exec()
    .then(found => found.length),
})

test('writes several collections together, and their live queries follow', async () => {
  const draft = await start()
  await keepAnswer(db, draft.id, 'q', 'yes', 1)
  const seen: number[] = []
  const live = db.drafts.find().$.subscribe(found => seen.push(found.length))
  await move(draft.id)
  expect(await look()).toEqual({ language: 'f', drafts: 0, answers: 0 })
  expect(seen.at(-1)).toBe(0)
  live.unsubscribe()
})

test.each(['before', 'after'] as const)(
  'a tab that dies %s any of its writes leaves all of them or none',
  async when => {
    for (let skip = 0; skip < 3; skip += 1) {
      const draft = await start()
      await keepAnswer(db, draft.id, 'q', 'yes', 1)
      await writeSetting(db, 'language', 'none')
      life.arm({ what: 'crash', at: 'write', when, skip })
      await expect(move(draft.id)).rejects.toThrow('gone')
      await db.close()
      await open()
      const after = await look()
      const [all, none] = [
        { language: 'f', drafts: 0, answers: 0 },
        { language: 'none', drafts: 1, answers: 1 },
      ]
      expect([all, none]).toContainEqual(after)
      expect(after).toEqual(when === 'before' ? none : all)
      await db.drafts.find().remove()
      await db.form_responses.find().remove()
    }
  },
)

test('a full device writes nothing of it, and reports it', async () => {
  const draft = await start()
  life.arm({ what: 'quota', at: 'write', when: 'before', skip: 1 })
  await expect(move(draft.id)).rejects.toThrow('full')
  expect(await look()).toEqual({ language: '', drafts: 1, answers: 0 })
  await move(draft.id)
  expect(await look()).toEqual({ language: 'f', drafts: 0, answers: 0 })
})

test('runs again when a document was changed since it was read', async () => {
  await writeSetting(db, 'language', 'a')
  let runs = 0
  await transact(async transaction => {
    runs += 1
    const setting = await transaction.read(db.settings, 'language')
    if (runs === 1) await writeSetting(db, 'language', 'b')
    await transaction.put(db.settings, { key: 'language', value: `${String(setting?.value)}!` })
    // Only the first run writes this, and it writes nothing in the end.
    if (runs === 1) await transaction.put(db.settings, { key: 'theme', value: 'dark' })
  })
  expect(runs).toBe(2)
  expect(await readSetting(db, 'language')).toBe('b!')
  expect(await readSetting(db, 'theme')).toBe('system')
})

test('runs again when a document that it only read was changed since', async () => {
  let runs = 0
  await transact(async transaction => {
    runs += 1
    const read = await transaction.read(db.settings, 'autoSync')
    if (runs === 1) await writeSetting(db, 'autoSync', false)
    await transaction.put(db.settings, { key: 'language', value: String(read?.value) })
  })
  expect(runs).toBe(2)
  expect(await readSetting(db, 'language')).toBe('false')
})

test.each(['writes', 'writes nothing'])(
  'a step that %s takes what this tab remembers, and runs again when another tab has changed it',
  async what => {
    const draft = await start()
    await keepAnswer(db, draft.id, 'q', 'yes', 1)
    const id = `${draft.id}|q`
    const remembered = await db.form_responses.findOne(id).exec(true)
    await changeElsewhere(disk, db, id, 'no')
    const read: unknown[] = []
    await transact(async transaction => {
      read.push((await transaction.read(db.form_responses, id))?.value)
      if (what === 'writes') await transaction.remove(db.form_responses, id)
    })
    expect(remembered.value).toBe('yes')
    expect(read).toEqual(['yes', 'no'])
    const left = await db.form_responses.storageInstance.findDocumentsById([id], false)
    expect(left).toHaveLength(what === 'writes' ? 0 : 1)
  },
)

test('a step that throws at what this tab remembers runs again on what is stored, and then throws for good', async () => {
  const draft = await start()
  await keepAnswer(db, draft.id, 'q', 'yes', 1)
  const id = `${draft.id}|q`
  await db.form_responses.findOne(id).exec(true)
  await changeElsewhere(disk, db, id, 'no')
  const refuse = (wrong: string) =>
    transact(async transaction => {
      const answer = await transaction.read(db.form_responses, id)
      if (answer?.value === wrong) throw new Error(`It is ${wrong}.`)
      await transaction.remove(db.form_responses, id)
    })
  await expect(refuse('no')).rejects.toThrow('It is no.')
  await refuse('yes')
  expect(await db.form_responses.storageInstance.findDocumentsById([id], false)).toHaveLength(0)
})

test('reads what it has planned, inserts only once, and restores what was deleted', async () => {
  const draft = await start()
  await transact(async transaction => {
    await transaction.patch(db.drafts, draft.id, { scroll: 2 })
    expect((await transaction.read(db.drafts, draft.id))?.scroll).toBe(2)
    await transaction.remove(db.drafts, draft.id)
    expect(await transaction.read(db.drafts, draft.id)).toBeNull()
  })
  const insert = () => transact(transaction => transaction.insert(db.drafts, draft))
  expect([await insert(), await insert()]).toEqual([true, false])
  expect(await db.drafts.count().exec()).toBe(1)
})

test('a patched file keeps its bytes, and a removed one loses them', async () => {
  const file = {
    id: 'f1',
    submission_id: 's',
    field_id: 'q',
    field_name: 'q',
    field_type: 'IMAGE',
    occurrence: 0,
    file_name: 'a.jpg',
    file_type: 'image/jpeg',
    file_size: 3,
    sha256: '',
    sync_status: 'pending' as const,
    created_at: 1,
    synced_at: 0,
  }
  await attachFile(db, file, new Blob([Uint8Array.from([1, 2, 3])]))
  await transact(transaction => transaction.patch(db.file_uploads, 'f1', { submission_id: 't' }))
  expect((await fileBytes(db, 'f1'))?.size).toBe(3)
  await transact(transaction => transaction.remove(db.file_uploads, 'f1'))
  expect(await fileBytes(db, 'f1')).toBeNull()
})

test('a step is written although another tab added and removed one of its new documents meanwhile', async () => {
  const draft = await start()
  await transact(transaction => transaction.remove(db.drafts, draft.id))
  const other = { ...draft, id: 'temp_2' }
  let runs = 0
  await transact(async transaction => {
    runs += 1
    await transaction.put(db.drafts, other)
    await transaction.put(db.settings, { key: 'language', value: 'b' })
    if (runs > 1) return
    const inserted = await db.drafts.insert(other)
    await inserted.remove()
  })
  expect(await db.drafts.findOne('temp_2').exec()).not.toBeNull()
  expect(await readSetting(db, 'language')).toBe('b')
})

test('what a conflict left unwritten is never shown', async () => {
  const seen: unknown[] = []
  const live = db.settings.findOne('theme').$.subscribe(doc => seen.push(doc?.value ?? null))
  await vi.waitFor(() => expect(seen).toEqual([null]))
  let runs = 0
  await transact(async transaction => {
    runs += 1
    await transaction.read(db.settings, 'language')
    if (runs === 1) await writeSetting(db, 'language', 'b')
    await transaction.put(db.settings, { key: 'language', value: 'c' })
    if (runs === 1) await transaction.put(db.settings, { key: 'theme', value: 'dark' })
  })
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(seen).not.toContain('dark')
  live.unsubscribe()
})

test('a step with a file and more may use up the reserve, which a file alone may not', async () => {
  await db.close()
  const asked: string[] = []
  const makeRoom = (collection: string) => {
    asked.push(collection)
    return Promise.resolve(false)
  }
  const other = createDisk()
  db = await openDatabase(other.name, oneDatabase(other.port, { makeRoom }))
  const { connection } = db.drafts.storageInstance.internals as never as {
    connection: { db: { transaction: () => Promise<never> } }
  }
  connection.db.transaction = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
  await transact(async transaction => {
    await transaction.put(db.file_uploads, fileUpload('f'))
    await transaction.put(db.settings, { key: 'language', value: 'c' })
  }).catch(() => {})
  expect([...new Set(asked)]).toEqual(['settings'])
})

test('a file that is put again after its removal has no bytes', async () => {
  const file = fileUpload('f2')
  await attachFile(db, file, new Blob([Uint8Array.from([1, 2, 3])]))
  await transact(transaction => transaction.remove(db.file_uploads, 'f2'))
  await transact(transaction => transaction.put(db.file_uploads, file))
  expect(await transact(transaction => hasBytes(transaction, db, 'f2'))).toBe(false)
  expect(await fileBytes(db, 'f2')).toBeNull()
})

test('a read under way does not replace what is planned meanwhile', async () => {
  const draft = await start()
  const others = Array.from({ length: 60 }, (_, n) => `temp_9${n}`)
  await transact(async transaction => {
    const reading = transaction.ahead(db.drafts, [draft.id, ...others])
    await transaction.patch(db.drafts, draft.id, { scroll: 7 })
    await reading
  })
  expect((await db.drafts.findOne(draft.id).exec())?.scroll).toBe(7)
})
