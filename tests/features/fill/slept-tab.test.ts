import { keepLateAnswers } from '../../../collections/writes/write-work.ts'
import { describe, expect, it } from 'vitest'
import { answerAt, answerKey, marked, repeatMarkId } from '../../../collections/ids.ts'
import { answersOf } from '../../../collections/queries.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { deleteSubmission } from '../../../replication/submit.ts'
import { demoFieldId } from '../../../server/demo/form-builder.ts'
import { addLateFiles } from '../../../src/features/fill/files/late-files.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { submissionOf } from '../../device.ts'
import { addDraft, draftIn, patchDraft } from '../../drafts.ts'
import { theEntry, reopenEntry } from '../../recovery.ts'
import {
  beginFilled,
  begunHere,
  edit,
  editOf,
  formId,
  open,
  openInterviewOf,
  place,
  rowsOnServer,
  setUpFilling,
  theDevice,
  theServer,
} from './session.ts'
import { attachNow } from './late-photos.ts'

/** What a tab does that slept while another tab submitted the same draft. */

setUpFilling()

const headName = demoFieldId(formId, 'head_name')

/** An interview whose row has arrived while it was open again. */
const beginArrived = async () => {
  const { interview, id } = await beginFilled()
  const { db, env, sync } = theDevice()
  const draft = await interview.writer.begin()
  await interview.writer.flush()
  const given = (await answersOf(id).build(db.form_responses).exec()).map(doc =>
    doc.toMutableJSON(),
  )
  await submit(theDevice(), interview, place)
  await sync.run({ all: true })
  // As if its request had been in doubt when it was opened again.
  await addDraft(db, { ...draft, submission_id: id })
  await patchDraft(db, id, { isWhole: true })
  for (const { question_id, value, occurrence } of given) {
    await keepAnswer(db, id, question_id, value, env.clock.now(), occurrence)
  }
  return { interview: await openInterviewOf({ kind: 'draft', id }), id }
}

describe('a late answer', () => {
  it.each(['Later', 'Meena'])(
    'that is given twice is in the edit as it was last: %s',
    async last => {
      const { interview, id } = await beginFilled()
      const { db, env } = theDevice()
      const draft = await interview.writer.begin()
      const whileSubmitting = async () => {
        await keepAnswer(db, id, headName, 'Late', env.clock.now() + 5)
        return []
      }
      await submit(theDevice(), interview, place, whileSubmitting)
      await keepAnswer(db, id, headName, last, env.clock.now() + 10)
      await keepLateAnswers(db, draft.id, env.clock.now() + 20)
      expect(await editOf(id)).toEqual({ [headName]: last })
    },
  )

  it('stays as the surveyor changed it in the edit since', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    const draft = await interview.writer.begin()
    await submit(theDevice(), interview, place)
    await keepAnswer(db, id, headName, 'Late', env.clock.now() + 5)
    const again = await openInterviewOf({ kind: 'edit', id })
    env.clock.advance(1000)
    edit(again, 'head_name', 'Newest')
    await again.writer.flush()
    await keepLateAnswers(db, draft.id, env.clock.now())
    expect(await editOf(id)).toEqual({ [headName]: 'Newest' })
  })

  it('of an interview whose row had arrived is in an edit of it, and is no second interview', async () => {
    const { interview, id } = await beginArrived()
    const { db, env } = theDevice()
    await submit(theDevice(), interview, place)
    await keepAnswer(db, id, headName, 'Late', env.clock.now() + 5)
    await keepLateAnswers(db, id, env.clock.now() + 6)
    expect(await editOf(id)).toEqual({ [headName]: 'Late' })
  })

  it('replaces the answer of the row that has arrived', async () => {
    const { interview, id } = await beginArrived()
    const { db, env } = theDevice()
    await keepAnswer(db, id, headName, 'Typed', env.clock.now() + 5)
    await submit(theDevice(), interview, place)
    const row = await submissionOf(theDevice(), id)
    expect(answerAt(row?.answers ?? {}, answerKey(headName))).toBe('Typed')
  })

  it('leaves a draft alone that came back from Recovery meanwhile', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    const draft = await interview.writer.begin()
    await theServer().db.query("update forms set status = 'draft' where id = $1", [formId])
    await submit(theDevice(), interview, place)
    await reopenEntry(db, id, env.clock.now(), () => 'unused')
    const before = await answersOf(id).build(db.form_responses).exec()
    expect(before).not.toHaveLength(0)
    await keepLateAnswers(db, draft.id, env.clock.now() + 5)
    expect(await answersOf(id).build(db.form_responses).exec()).toHaveLength(before.length)
    expect(await draftIn(db, id)).not.toBeNull()
  })

  it('that removes an occurrence removes it in the edit', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    const draft = await interview.writer.begin()
    await keepAnswer(db, id, repeatMarkId('members'), marked, env.clock.now(), 1)
    await submit(theDevice(), interview, place)
    await keepAnswer(db, id, repeatMarkId('members'), '', env.clock.now() + 5, 1)
    await keepLateAnswers(db, draft.id, env.clock.now() + 6)
    expect(await editOf(id)).toEqual({ [repeatMarkId('members')]: '' })
  })
})

describe('a tab that slept', () => {
  it('submits no second interview when the ids of its draft have changed', async () => {
    const { interview, id } = await beginFilled()
    const { db, env, sync } = theDevice()
    await submit(theDevice(), interview, place)
    await sync.run({ all: true })
    const again = await openInterviewOf({ kind: 'edit', id })
    edit(again, 'head_name', 'Edited')
    const draft = await again.writer.begin()
    await again.writer.flush()
    await endSubmission(db, id, 'elsewhere', env.clock.now())
    const other = await openInterviewOf({ kind: 'draft', id: draft.id })
    await submit(theDevice(), other, place)
    const rows = (await rowsOnServer()).length
    // The tab slept through it.
    await keepAnswer(db, draft.id, headName, 'Late', env.clock.now() + 5)
    await submit(theDevice(), again, place)
    await sync.run({ all: true })
    expect(await begunHere()).toHaveLength(1)
    expect(await rowsOnServer()).toHaveLength(rows)
    const own = await submissionOf(theDevice(), id)
    expect(own?.answers[answerKey(headName)]).toBe('Late')
  })

  it('makes no second interview of one that was refused, and its answer returns with it', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    await theServer().db.query("update forms set status = 'draft' where id = $1", [formId])
    expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'recovered' })
    await keepAnswer(db, id, headName, 'Late', env.clock.now() + 5)
    expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'recovered' })
    expect(await submissionOf(theDevice(), id)).toBeNull()
    expect(await editOf(id)).toEqual({ [headName]: 'Late' })
  })

  it('changes no answer of what another tab has submitted and edits', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    const stale = await openInterviewOf({ kind: 'draft', id })
    await stale.writer.begin()
    await submit(theDevice(), interview, place)
    const before = await submissionOf(theDevice(), id)
    await keepAnswer(db, id, headName, 'Late', env.clock.now() + 5)
    await keepLateAnswers(db, id, env.clock.now() + 6)
    await submit(theDevice(), stale, place)
    expect((await submissionOf(theDevice(), id))?.answers).toEqual(before?.answers)
    expect(await editOf(id)).toEqual({ [headName]: 'Late' })
  })

  it('takes back no photo of what another tab has submitted and edits', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    const stale = await openInterviewOf({ kind: 'draft', id })
    await attachNow(stale, 'house.jpg')
    await submit(theDevice(), interview, place)
    const named = (await submissionOf(theDevice(), id))?.files.map(file => file.id) ?? []
    expect(named).toHaveLength(1)
    await keepAnswer(db, id, headName, 'Late', env.clock.now() + 5)
    await keepLateAnswers(db, id, env.clock.now() + 6)
    await stale.discard()
    expect((await db.file_uploads.find().exec()).map(file => file.id)).toEqual(named)
    expect(await editOf(id)).toEqual({ [headName]: 'Late' })
  })

  it('adds no photo to a submission that was deleted, so that the deletion is sent', async () => {
    const { interview, id } = await beginFilled()
    const { env, sync } = theDevice()
    const other = await openInterviewOf({ kind: 'draft', id })
    await submit(theDevice(), interview, place)
    await sync.run({ all: true })
    env.cut()
    await deleteSubmission(theDevice(), id)
    await attachNow(other, 'house.jpg')
    expect(await submissionOf(theDevice(), id)).toMatchObject({ files: [], syncStatus: 'deleted' })
    env.mend()
    env.clock.advance(60_000)
    await sync.run({ all: true })
    expect(await submissionOf(theDevice(), id)).toBeNull()
  })

  it('adds its photo once although the other tab has added it before the interview was refused', async () => {
    const { db } = theDevice()
    const { interview, id } = await beginFilled()
    const other = await openInterviewOf({ kind: 'draft', id })
    const draft = await other.writer.begin()
    await theServer().db.query("update forms set status = 'draft' where id = $1", [formId])
    const whileSubmitting = async () => {
      await attachNow(other, 'house.jpg')
      return []
    }
    expect(await submit(theDevice(), interview, place, whileSubmitting)).toMatchObject({
      kind: 'recovered',
    })
    const files = await db.file_uploads.find().exec()
    await addLateFiles(
      theDevice(),
      other,
      draft,
      files.map(file => file.toMutableJSON()),
    )
    const entry = await theEntry(db, id)
    expect(entry.file_ids).toEqual([files[0]?.id])
    expect(entry.payload).toMatchObject({
      submission: { files: [{ file_name: 'house.jpg' }] },
    })
  })
})

it('a draft whose row has arrived is no submitted one when its form cannot be loaded', async () => {
  const { interview, id } = await beginArrived()
  const { db, env } = theDevice()
  await interview.close()
  await patchDraft(db, id, { definition_hash: 'none' })
  await (await db.forms.findOne(formId).exec())?.remove()
  env.cut()
  expect((await open({ kind: 'draft', id })).kind).not.toBe('submitted')
})
