import { expect, it } from 'vitest'
import { answerKey } from '../../../collections/ids.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { restoreFromBin } from '../../../replication/bin/restore-from-bin.ts'
import { demoFieldId } from '../../../server/demo/form-builder.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import {
  begunHere,
  edit,
  fillIn,
  formId,
  openInterviewOf,
  openNew,
  place,
  setUpFilling,
  theDevice,
} from './session.ts'
import { attachNow, draftIdOf, photosOf } from './late-photos.ts'

/** An edit whose submission went to the bin before anything was typed in it: both would have the same files. */

setUpFilling()

const nameId = demoFieldId(formId, 'head_name')
const headName = answerKey(nameId)

/** Types into the edit of an interview with a photo, after it went to the bin. */
const typeAfterTheEnd = async () => {
  const first = await openNew()
  fillIn(first)
  await attachNow(first, 'house.jpg')
  const id = await draftIdOf(first)
  await submit(theDevice(), first, place)
  const { db, env, sync } = theDevice()
  await sync.run({ all: true })
  const interview = await openInterviewOf({ kind: 'edit', id })
  await endSubmission(db, id, 'elsewhere', env.clock.now())
  edit(interview, 'head_name', 'Edited')
  await interview.writer.flush()
  return { id, interview }
}

const restore = (id: string) => restoreFromBin(theDevice().db, id, theDevice().env.clock.now())

it('is an interview with all of it once it is submitted, and the bin has nothing to restore', async () => {
  const { id, interview } = await typeAfterTheEnd()
  expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
  expect(await restore(id)).toEqual({ kind: 'gone' })
  const own = await begunHere()
  expect(own.map(({ answers }) => answers[headName])).toEqual(['Edited'])
  expect(own[0]?.files.map(({ file_name }) => file_name)).toEqual(['house.jpg'])
})

it('is a draft with all of it after a start, and the bin has nothing to restore', async () => {
  const { id, interview } = await typeAfterTheEnd()
  await interview.close()
  expect(await restore(id)).toEqual({ kind: 'gone' })
  const again = await openInterviewOf({ kind: 'draft', id: id })
  const photos = again.files.get(photosOf(again).id)
  expect(photos.map(({ file_name }) => file_name)).toEqual(['house.jpg'])
})
