import { finishLateAnswers, keepLateAnswers } from '../../../collections/writes/write-work.ts'
import { reopenEntry } from '../../recovery.ts'
import { describe, expect, it } from 'vitest'
import { answerKey } from '../../../collections/ids.ts'
import { answersOf } from '../../../collections/queries.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { endSubmission } from '../../../replication/bin/end-submission.ts'
import { submitInterview } from '../../../replication/submit.ts'
import { demoFieldId } from '../../../server/demo/form-builder.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { submissionOf } from '../../device.ts'
import { draftIn, draftsIn } from '../../drafts.ts'
import { until } from '../../env.ts'
import {
  beginFilled,
  begunHere,
  edit,
  editOf,
  formId,
  open,
  openInterviewOf,
  place,
  setUpFilling,
  theDevice,
  theServer,
} from './session.ts'

/** An answer that a tab stores while another one submits the same draft is in the submission or in an edit of it. */

setUpFilling()

const headName = demoFieldId(formId, 'head_name')

const editIsOpen = async (id: string): Promise<boolean> =>
  (await draftIn(theDevice().db, id)) !== null

const nameSent = async (id: string) =>
  (await submissionOf(theDevice(), id))?.answers[answerKey(headName)]

describe('an answer of another tab', () => {
  it.each(['an answer anew', 'a first answer'])(
    'that is stored after the answers were read is in an edit: %s',
    async what => {
      const { interview, id } = await beginFilled()
      const fieldId = what === 'a first answer' ? 'another' : headName
      const { db, env } = theDevice()
      const whileSubmitting = async () => {
        await keepAnswer(db, id, fieldId, 'Late', env.clock.now() + 5)
        return []
      }
      const submitted = await submit(theDevice(), interview, place, whileSubmitting)
      expect(submitted).toMatchObject({ kind: 'done' })
      expect(await nameSent(id)).toBe('Meena')
      expect(await editOf(id)).toEqual({ [fieldId]: 'Late' })
      expect(await editIsOpen(id)).toBe(true)
      expect(await draftsIn(db)).toHaveLength(1)
    },
  )

  it('that was read is sent, and no edit is begun', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    await keepAnswer(db, id, headName, 'In time', env.clock.now() + 5)
    expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
    expect(await nameSent(id)).toBe('In time')
    expect(await editIsOpen(id)).toBe(false)
    expect(await db.form_responses.find().exec()).toHaveLength(0)
  })

  it('that waits when the draft is submitted is in an edit', async () => {
    const { interview, id } = await beginFilled()
    const other = await openInterviewOf({ kind: 'draft', id })
    const whileSubmitting = () => {
      edit(other, 'head_name', 'Late')
      expect(other.writer.hasWaiting()).toBe(true)
      return Promise.resolve([])
    }
    expect(await submit(theDevice(), interview, place, whileSubmitting)).toMatchObject({
      kind: 'done',
    })
    await until('it is kept', async () => (await editOf(id))[headName] === 'Late')
    expect(await editIsOpen(id)).toBe(true)
  })

  it('that submits the draft a moment later is in an edit', async () => {
    const { interview, id } = await beginFilled()
    const other = await openInterviewOf({ kind: 'draft', id })
    const whileSubmitting = async () => {
      await submit(theDevice(), interview, place)
      edit(other, 'head_name', 'Late')
      await other.writer.flush()
      return []
    }
    await submit(theDevice(), other, place, whileSubmitting)
    expect(await nameSent(id)).toBe('Meena')
    await until('it is kept', async () => (await editOf(id))[headName] === 'Late')
  })

  it('that is submitted alone, because its tab slept through the submit, is in an edit', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    const draft = await interview.writer.begin()
    await submit(theDevice(), interview, place)
    await keepAnswer(db, id, headName, 'Late', env.clock.now())
    const read = (await answersOf(id).build(db.form_responses).exec()).map(doc =>
      doc.toMutableJSON(),
    )
    const answers = { [answerKey(headName)]: 'Late' }
    const contents = { answers, read, files: [], place: draft, address: '', city: '' }
    await submitInterview(theDevice(), draft, contents)
    expect(await nameSent(id)).toBe('Meena')
    expect(await editOf(id)).toEqual({ [headName]: 'Late' })
  })

  it('that is late for an edit stays in it', async () => {
    const { interview, id } = await beginFilled()
    await submit(theDevice(), interview, place)
    const again = await openInterviewOf({ kind: 'edit', id })
    edit(again, 'head_name', 'Edited')
    await again.writer.flush()
    const { db, env } = theDevice()
    const whileSubmitting = async () => {
      await keepAnswer(db, id, 'another', 'Late', env.clock.now() + 5)
      return []
    }
    await submit(theDevice(), again, place, whileSubmitting)
    expect(await nameSent(id)).toBe('Edited')
    expect(await editOf(id)).toEqual({ another: 'Late' })
    expect(await editIsOpen(id)).toBe(true)
  })

  it('of an interview that went to Recovery at once is in an edit, and returns with it', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    const draft = await interview.writer.begin()
    await theServer().db.query("update forms set status = 'draft' where id = $1", [formId])
    expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'recovered' })
    await keepAnswer(db, id, headName, 'Late', env.clock.now() + 5)
    await keepLateAnswers(db, draft.id, env.clock.now() + 6)
    expect(await submissionOf(theDevice(), id)).toBeNull()
    expect(await editOf(id)).toEqual({ [headName]: 'Late' })
    expect(await editIsOpen(id)).toBe(true)

    await reopenEntry(db, id, env.clock.now(), () => 'unused')
    const kept = await answersOf(id).build(db.form_responses).exec()
    expect(kept.find(({ question_id }) => question_id === headName)?.value).toBe('Late')
  })

  it('of an edit whose submission was deleted elsewhere is in an edit of the new interview', async () => {
    const { interview, id } = await beginFilled()
    const { db, env, sync } = theDevice()
    await submit(theDevice(), interview, place)
    await sync.run({ all: true })
    const again = await openInterviewOf({ kind: 'edit', id })
    edit(again, 'head_name', 'Edited')
    await again.writer.flush()
    const other = await openInterviewOf({ kind: 'edit', id })
    await endSubmission(db, id, 'elsewhere', env.clock.now())
    const whileSubmitting = () => {
      edit(other, 'head_name', 'Late')
      return Promise.resolve([])
    }
    await submit(theDevice(), again, place, whileSubmitting)
    const own = (await begunHere()).find(submission => submission.id === id)
    expect(own?.answers[answerKey(headName)]).toBe('Edited')
    await until('it is kept', async () => (await editOf(own?.id ?? ''))[headName] === 'Late')
  })

  it('that a tab stored and died is in an edit after the next start', async () => {
    const { interview, id } = await beginFilled()
    const { db, env } = theDevice()
    await submit(theDevice(), interview, place)
    const { id: livingId } = await beginFilled()
    const living = await answersOf(livingId).build(db.form_responses).exec()
    await keepAnswer(db, id, headName, 'Late', env.clock.now() + 5)
    await finishLateAnswers(db, env.clock.now() + 7)
    expect(await editOf(id)).toEqual({ [headName]: 'Late' })
    expect(await editIsOpen(id)).toBe(true)
    expect(await answersOf(livingId).build(db.form_responses).exec()).toHaveLength(living.length)
  })

  it('stays without any document of its interview, which the browser may have deleted', async () => {
    const { db, env } = theDevice()
    await keepAnswer(db, 'temp_9', headName, 'Kept', env.clock.now())
    await finishLateAnswers(db, env.clock.now() + 1)
    expect(await answersOf('temp_9').build(db.form_responses).exec()).toHaveLength(1)
  })

  it('is gone with a draft that is discarded', async () => {
    const { interview, id } = await beginFilled()
    const other = await openInterviewOf({ kind: 'draft', id })
    const ended: string[] = []
    other.ended$.subscribe(value => ended.push(value))
    edit(other, 'head_name', 'Late')
    await interview.discard()
    await until('the other tab knows', () => ended.at(-1) === 'elsewhere')
    await other.close()
    const left = () => answersOf(id).build(theDevice().db.form_responses).exec()
    await until('nothing is left', async () => (await left()).length === 0)
    expect(await draftsIn(theDevice().db)).toHaveLength(0)
    expect(await submissionOf(theDevice(), id)).toBeNull()
  })
})

describe('the slower of two tabs that press Submit at once', () => {
  it('says what became of the interview', async () => {
    const { interview, id } = await beginFilled()
    const other = await openInterviewOf({ kind: 'draft', id })
    const said = await submit(theDevice(), interview, place)
    expect(await submit(theDevice(), other, place)).toEqual(said)
    expect(said).toEqual({ kind: 'done', outcome: 'submitted' })
    expect(await editIsOpen(id)).toBe(false)
  })

  it('says that it was refused', async () => {
    const { interview, id } = await beginFilled()
    const other = await openInterviewOf({ kind: 'draft', id })
    await theServer().db.query("update forms set status = 'draft' where id = $1", [formId])
    const said = await submit(theDevice(), interview, place)
    expect(said).toMatchObject({ kind: 'recovered' })
    expect(await submit(theDevice(), other, place)).toEqual(said)
  })

  it('says that an interview is empty that the faster one discarded', async () => {
    const { interview, id } = await beginFilled()
    const other = await openInterviewOf({ kind: 'draft', id })
    await interview.discard()
    expect(await submit(theDevice(), other, place)).toEqual({ kind: 'empty' })
  })
})

describe('a draft that is opened after it was submitted', () => {
  it('leads to the submissions, because an empty form would look as if it was lost', async () => {
    const { interview, id } = await beginFilled()
    await submit(theDevice(), interview, place)
    expect(await open({ kind: 'draft', id })).toEqual({ kind: 'submitted' })
  })

  it('leads to Recovery when it was refused', async () => {
    const { interview, id } = await beginFilled()
    await theServer().db.query("update forms set status = 'draft' where id = $1", [formId])
    await submit(theDevice(), interview, place)
    expect(await open({ kind: 'draft', id })).toEqual({ kind: 'recovered' })
  })

  it('is a new interview when it was discarded', async () => {
    const { interview, id } = await beginFilled()
    await interview.discard()
    expect(await open({ kind: 'draft', id })).toMatchObject({ kind: 'open' })
  })
})

describe('an answer of the tab that submits', () => {
  it('that comes while it waits for the server is in an edit', async () => {
    const { interview, id } = await beginFilled()
    const { sync } = theDevice()
    const wake = () => {
      edit(interview, 'head_name', 'Better')
      return sync.wake()
    }
    await submit({ ...theDevice(), sync: { ...sync, wake } }, interview, place)
    expect(await nameSent(id)).toBe('Meena')
    expect(await editOf(id)).toEqual({ [headName]: 'Better' })
  })

  it('begins no edit when it is what was submitted', async () => {
    const { interview, id } = await beginFilled()
    const { sync } = theDevice()
    const wake = () => {
      edit(interview, 'head_name', 'Meena')
      return sync.wake()
    }
    await submit({ ...theDevice(), sync: { ...sync, wake } }, interview, place)
    expect(await editIsOpen(id)).toBe(false)
    expect(await theDevice().db.form_responses.find().exec()).toHaveLength(0)
  })
})
