import { dropDraft } from '../drafts.ts'
import { expect, test } from 'vitest'
import { storedBytes } from '../../collections/one-database/bytes.ts'
import { filesOf } from '../../collections/queries.ts'
import { fileData } from '../../collections/schemas/file-uploads.ts'
import { commitInterview } from '../collections/commit.ts'
import { collectPieces } from '../../src/backup/collect.ts'
import type { BackupHead } from '../../src/backup/records.ts'
import { clock, databaseForEachTest, db, file, interview, save } from '../replication/saved-work.ts'

/** What moves on the device while a backup of it is made. */

databaseForEachTest()

const head: BackupHead = {
  type: 'head',
  made_at: '2026-11-23T10:00:00.000Z',
  app_version: '1',
  schema: 17,
  user: { id: '7', name: 'Asha Verma' },
  api_url: 'http://plain.test/api',
}

test('a file that returns from Recovery while other files are sealed is in the backup', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt'), file('photo', 'two.txt')])
  const [first, refused] = await filesOf(id).build(db.file_uploads).exec()
  await refused?.incrementalPatch({ sync_status: 'recovery' })
  const found: string[] = []
  for await (const { record } of collectPieces(db, head)) {
    if (record.type !== 'file') continue
    found.push(record.doc.id)
    await refused?.getLatest().incrementalPatch({ sync_status: 'pending' })
  }
  expect(found).toEqual([first?.id, refused?.id])
})

test('a draft that is submitted while others are sealed is in the backup', async () => {
  const given = [await interview({ q: 'one' }), await interview({ q: 'two' })]
  const found: string[] = []
  for await (const { record } of collectPieces(db, head)) {
    if (record.type !== 'interview') continue
    const { doc, answers } = record
    const values = doc.state === 'open' ? answers.map(({ value }) => value) : [doc.answers['q']]
    found.push(`${doc.state}: ${values.join()}`)
    const other = given.find(({ draft }) => draft.id !== doc.id)
    if (other === undefined || found.length > 1) continue
    await commitInterview(db, other.draft, other.contents, clock.now())
    await dropDraft(db, other.draft.id)
  }
  expect(found).toEqual(['open: one', 'unsent: two'])
})

test('a file whose bytes the browser has lost does not prevent a backup of the others', async () => {
  const id = await save({ q: 'yes' }, [file('photo', 'one.txt'), file('photo', 'two.txt')])
  await storedBytes(db.file_uploads).remove(`${id}-0`, fileData)
  const found: (readonly [string, number])[] = []
  for await (const { record } of collectPieces(db, head)) {
    if (record.type === 'file') found.push([record.doc.id, record.parts])
  }
  expect(found).toEqual([
    [`${id}-0`, 0],
    [`${id}-1`, 1],
  ])
})
