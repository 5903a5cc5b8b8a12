import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { attachFile, fileBytes, hasBytes } from '../../collections/writes/write-files.ts'
import { keepAnswer } from '../../collections/writes/write-interview.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { createDisk, type Disk } from '../device.ts'
import { changeElsewhere } from './change-elsewhere.ts'
import { fileUpload } from '../fixtures/file-upload.ts'
import { outboxItem } from '../fixtures/outbox-item.ts'
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

let started = 0
const start = async () => {
  const item = outboxItem(`item ${(started += 1)}`, { form_id: 'f' })
  await db.outbox.insert(item)
  return item
}

/** Moves an answer into a setting and removes its item. */
const move = (itemId: string) =>
  transact(async transaction => {
    const item = await transaction.read(db.outbox, itemId)
    await transaction.put(db.settings, { key: 'language', value: item?.form_id ?? 'none' })
    await transaction.remove(db.outbox, itemId)
    await transaction.remove(db.form_responses, `${itemId}|q`)
  })

const look = async () => ({
  language: await readSetting(db, 'language'),
  items: await db.outbox.count().exec(),
  answers: await db.form_responses
    .find()
    .exec()
    .then(found => found.length),
})

test('writes several collections together, and their live queries follow', async () => {
  const item = await start()
  await keepAnswer(db, item.id, 'q', 'yes', 1)
  const seen: number[] = []
  const live = db.outbox.find().$.subscribe(found => seen.push(found.length))
  await move(item.id)
  expect(await look()).toEqual({ language: 'f', items: 0, answers: 0 })
  expect(seen.at(-1)).toBe(0)
  live.unsubscribe()
})

test.each(['before', 'after'] as const)(
  'a tab that dies %s any of its writes leaves all of them or none',
  async when => {
    for (let skip = 0; skip < 3; skip += 1) {
      const item = await start()
      await keepAnswer(db, item.id, 'q', 'yes', 1)
      await writeSetting(db, 'language', 'none')
      life.arm({ what: 'crash', at: 'write', when, skip })
      await expect(move(item.id)).rejects.toThrow('gone')
      await db.close()
      await open()
      const after = await look()
      const [all, none] = [
        { language: 'f', items: 0, answers: 0 },
        { language: 'none', items: 1, answers: 1 },
      ]
      expect([all, none]).toContainEqual(after)
      expect(after).toEqual(when === 'before' ? none : all)
      await db.outbox.find().remove()
      await db.form_responses.find().remove()
    }
  },
)

test('a full device writes nothing of it, and reports it', async () => {
  const item = await start()
  life.arm({ what: 'quota', at: 'write', when: 'before', skip: 1 })
  await expect(move(item.id)).rejects.toThrow('full')
  expect(await look()).toEqual({ language: '', items: 1, answers: 0 })
  await move(item.id)
  expect(await look()).toEqual({ language: 'f', items: 0, answers: 0 })
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
    const item = await start()
    await keepAnswer(db, item.id, 'q', 'yes', 1)
    const id = `${item.id}|q`
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
  const item = await start()
  await keepAnswer(db, item.id, 'q', 'yes', 1)
  const id = `${item.id}|q`
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
  const item = await start()
  await transact(async transaction => {
    await transaction.patch(db.outbox, item.id, { retryCount: 2 })
    expect((await transaction.read(db.outbox, item.id))?.retryCount).toBe(2)
    await transaction.remove(db.outbox, item.id)
    expect(await transaction.read(db.outbox, item.id)).toBeNull()
  })
  const insert = () => transact(transaction => transaction.insert(db.outbox, item))
  expect([await insert(), await insert()]).toEqual([true, false])
  expect(await db.outbox.count().exec()).toBe(1)
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
  const item = await start()
  await transact(transaction => transaction.remove(db.outbox, item.id))
  const other = { ...item, id: 'item other' }
  let runs = 0
  await transact(async transaction => {
    runs += 1
    await transaction.put(db.outbox, other)
    await transaction.put(db.settings, { key: 'language', value: 'b' })
    if (runs > 1) return
    const inserted = await db.outbox.insert(other)
    await inserted.remove()
  })
  expect(await db.outbox.findOne('item other').exec()).not.toBeNull()
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
  const { connection } = db.settings.storageInstance.internals as never as {
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
  const item = await start()
  const others = Array.from({ length: 60 }, (_, n) => `item 9${n}`)
  await transact(async transaction => {
    const reading = transaction.ahead(db.outbox, [item.id, ...others])
    await transaction.patch(db.outbox, item.id, { retryCount: 7 })
    await reading
  })
  expect((await db.outbox.findOne(item.id).exec())?.retryCount).toBe(7)
})
