import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { openDatabase } from '../../collections/open-database.ts'
import { answersOf, unfinishedInterviews } from '../../collections/queries.ts'
import type { DraftDoc } from '../../collections/schemas/drafts.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import { readSetting } from '../../collections/writes/write-settings.ts'
import { createDisk, type Disk } from '../device.ts'
import { changeElsewhere } from './change-elsewhere.ts'

/** A list that a transaction reads is as the transaction leaves it. */

let disk: Disk
let db: Database
beforeEach(async () => {
  disk = createDisk()
  db = await openDatabase(disk.name, oneDatabase(disk.port))
})
afterEach(() => db.close())

const start = () =>
  startDraft(db, { formId: 'f', formName: 'F', definitionHash: 'v', clientKey: 'k', now: 1 })

test('finds what it has planned, in the order of the list, and not what it removes', async () => {
  const drafts = [await start(), await start(), await start()]
  const [first, second, third] = drafts.map(({ id }) => id)
  const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)
  await transact(async transaction => {
    await transaction.remove(db.drafts, first as string)
    await transaction.patch(db.drafts, third as string, { newest: 1 })
    await transaction.insert(db.drafts, { ...(drafts[0] as DraftDoc), id: 'temp_9', newest: 2 })
    const all = await transaction.find(db.drafts, unfinishedInterviews())
    expect(ids(all)).toEqual([third, 'temp_9', second])
    const top = await transaction.find(db.drafts, unfinishedInterviews(undefined, 2))
    expect(ids(top)).toEqual([third, 'temp_9'])
    expect(await transaction.find(db.drafts, unfinishedInterviews('other'))).toEqual([])
  })
  const rest = await unfinishedInterviews(undefined, 2).build(db.drafts).exec()
  expect(ids(rest)).toEqual([third, 'temp_9'])
})

test('a list that it found is as fresh as a document that it read', async () => {
  const draft = await start()
  await keepAnswer(db, draft.id, 'q', 'yes', 1)
  await answersOf(draft.id).build(db.form_responses).exec()
  await changeElsewhere(disk, db, `${draft.id}|q`, 'no')
  const found: unknown[] = []
  await transact(async transaction => {
    const [answer] = await transaction.find(db.form_responses, answersOf(draft.id))
    found.push(answer?.value)
    await transaction.put(db.settings, { key: 'language', value: String(answer?.value) })
  })
  expect(found).toEqual(['yes', 'no'])
  expect(await readSetting(db, 'language')).toBe('no')
})
