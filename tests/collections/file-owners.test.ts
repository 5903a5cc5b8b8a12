import { expect, test } from 'vitest'
import { removeTakenOut } from '../../collections/writes/file-owners.ts'
import { attachFile } from '../../collections/writes/write-files.ts'
import { fileUpload } from '../fixtures/file-upload.ts'
import { databaseForEachTest, db, interview, save } from '../replication/saved-work.ts'

/** Which files no document on the device needs any more. */

databaseForEachTest()

test('of the files that an edit took out, those that another interview has taken over stay', async () => {
  const id = await save({ q: 'house' })
  const { draft } = await interview({ q: 'made of a refused edit of it' })
  const owners = { own: id, 'taken-over': draft.id }
  for (const [name, submission_id] of Object.entries(owners)) {
    await attachFile(db, fileUpload(name, { submission_id }), new Blob([name]))
  }
  await removeTakenOut(db, id, Object.keys(owners))
  const left = await db.file_uploads.find().exec()
  expect(left.map(file => file.id)).toEqual(['taken-over'])
})
