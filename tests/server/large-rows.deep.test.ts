import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBackup } from '../../server/backup/create.ts'
import { checkBackup } from '../../server/backup/check.ts'
import type { Db, Query } from '../../server/db/db.ts'
import { limits } from '../../server/limits.ts'
import { answerBytesOf } from '../../server/store/submission-writes.ts'
import { readRows } from '../../server/export/read-rows.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { newSubmission, signIn } from './surveyor.ts'

const formId = 'household-profile'
const most = 9 * 1024 * 1024

/** A database that notes the size of the largest result. */
const measured = (db: Db) => {
  let largest = 0
  const measure =
    (query: Query): Query =>
    async (text, params) => {
      const rows = await query<never>(text, params)
      largest = Math.max(largest, JSON.stringify(rows).length)
      return rows
    }
  const watched: Db = {
    ...db,
    query: measure(db.query),
    tx: (work, options) => db.tx(query => work(measure(query)), options),
  }
  return { db: watched, largest: () => largest }
}

test('only some rows with the most answers fit on a page, and a thousand ordinary ones', () => {
  const rowsOf = (answers: number, value: string) =>
    limits.pageBytes / answerBytesOf(Array.from({ length: answers }, () => ({ value })))
  expect(rowsOf(limits.answers, '1')).toBeLessThan(30)
  expect(rowsOf(limits.pageRows / 5, 'an ordinary answer')).toBeGreaterThan(limits.pageRows)
})

describeServer('rows with large answers', server => {
  /** Submissions of nearly two megabytes each, the most that a request may have. */
  const send = async (count: number) => {
    const ask = await signIn(server())
    for (let index = 0; index < count; index += 1) {
      const body = newSubmission({
        client_key: `large ${index}`,
        created_at: `2030-01-01T00:00:0${index}.000Z`,
        answers: [{ form_field_id: 'f', value: 'x'.repeat(1_900_000) }],
      })
      expect((await ask('submissionCreate', { body })).status).toBe(201)
    }
  }

  test('are exported and backed up a few at a time', async () => {
    await send(8)
    const { db, largest } = measured(server().db)
    let read = 0
    await db.tx(async query => {
      for await (const rows of readRows(query, { formId })) read += rows.length
    })
    expect(read).toBeGreaterThan(8)
    expect(largest()).toBeLessThan(most)
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'backup')
    const { blobs, clock } = server()
    await createBackup({ db, blobs, clock }, path, false)
    expect(largest()).toBeLessThan(most)
    const { tables } = await checkBackup(path)
    const stored = await server().db.query('select 1 from submission_answers')
    expect(tables.find(({ name }) => name === 'submission_answers')?.rows).toBe(stored.length)
    await directory.remove()
  }, 120_000)
})
