import { describe, expect, it } from 'vitest'
import { answerKey } from '../../../collections/ids.ts'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { commitEdit } from '../../collections/commit.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { submissionOf } from '../../device.ts'
import { draftsIn } from '../../drafts.ts'
import { recoveryEntry } from '../../fixtures/recovery-entry.ts'
import { addEntry, deleteRecoveryEntry } from '../../recovery.ts'
import {
  begunHere,
  edit,
  fieldsOf,
  fileOf,
  fillIn,
  open,
  openInterviewOf,
  openNew,
  place,
  readServer,
  rowsOnServer,
  setUpFilling,
  theDevice,
  theServer,
} from './session.ts'

setUpFilling()

describe('editing', () => {
  const submitted = async () => {
    const interview = await openNew()
    fillIn(interview)
    edit(interview, 'phone', '+919825012345')
    await submit(theDevice(), interview, place)
    return interview.writer.draft()?.id ?? ''
  }
  const openEdit = (id: string) => openInterviewOf({ kind: 'edit', id })
  const answersOnServer = async (id: string) => {
    const serverId = (await submissionOf(theDevice(), id))?.server_id ?? ''
    const { answers } = await readServer<{ answers: { value: string }[] }>(
      `form-submissions/${serverId}`,
    )
    return answers.map(({ value }) => value)
  }

  it('shows the submitted answers, and stores nothing before a change', async () => {
    const id = await submitted()
    const interview = await openEdit(id)
    expect(interview.validity.progress().invalid).toBe(0)
    expect(interview.validity.progress().answered).toBeGreaterThan(1)
    expect(await submit(theDevice(), interview, place)).toEqual({ kind: 'unchanged' })
    expect(await draftsIn(theDevice().db)).toHaveLength(0)
  })

  /** Another answer of the same submission is changed in each of two tabs. */
  const editInTwoTabs = async () => {
    const id = await submitted()
    const [first, second] = [await openEdit(id), await openEdit(id)]
    edit(first, 'head_name', 'Changed Ben')
    await first.writer.flush()
    edit(second, 'phone', '+919825099999')
    await second.writer.flush()
    return { id, second }
  }

  it('in two tabs: shows in the second, from its first change on, what the first has changed', async () => {
    const { second } = await editInTwoTabs()
    const [name] = fieldsOf(second, 'TEXT')
    if (name === undefined) throw new Error('The form has no text.')
    await expect.poll(() => second.answers.get(name)).toBe('Changed Ben')
  })

  it('in two tabs: discarding the changes of one keeps those of the other', async () => {
    const { id, second } = await editInTwoTabs()
    await second.discard()
    await submit(theDevice(), await openEdit(id), place)
    const answers = await answersOnServer(id)
    expect(answers).toContain('Changed Ben')
    expect(answers).toContain('+919825012345')
  })

  it('also finds a submission by the server’s id', async () => {
    const id = await submitted()
    const serverId = (await submissionOf(theDevice(), id))?.server_id ?? ''
    expect((await openEdit(serverId)).submission?.id).toBe(id)
  })

  it('leads to Recovery when the submission was refused while its edit was open', async () => {
    const { db, env } = theDevice()
    await addEntry(db, recoveryEntry('temp_1'))
    expect(await open({ kind: 'edit', id: 'temp_1' })).toEqual({ kind: 'recovered' })
    await deleteRecoveryEntry(db, 'temp_1', env.clock.now())
  })

  it('shows a message when there is no such submission', async () => {
    expect(await open({ kind: 'edit', id: 'temp_1' })).toEqual({
      kind: 'unavailable',
      message: 'Submission temp_1 not found locally.',
    })
  })

  it('sends changed and cleared answers', async () => {
    const id = await submitted()
    const interview = await openEdit(id)
    edit(interview, 'head_name', 'Changed Ben')
    edit(interview, 'phone', '')
    expect(await submit(theDevice(), interview, place)).toEqual({
      kind: 'done',
      outcome: 'submitted',
    })
    const answers = await answersOnServer(id)
    expect(answers).toContain('Changed Ben')
    expect(answers).not.toContain('+919825012345')
    expect(await draftsIn(theDevice().db)).toHaveLength(0)
  })

  it('continues after a reload, with only the changes in its draft', async () => {
    const id = await submitted()
    const first = await openEdit(id)
    edit(first, 'head_name', 'Half')
    await first.close()
    expect(await theDevice().db.form_responses.find().exec()).toHaveLength(1)
    const again = await openEdit(id)
    const name = fieldsOf(again, 'TEXT')[0]
    expect(name && again.answers.get(name)).toBe('Half')
    expect(again.validity.progress().answered).toBe(first.validity.progress().answered)
  })

  it('does not overwrite what the server changed meanwhile in other fields', async () => {
    const id = await submitted()
    const interview = await openEdit(id)
    edit(interview, 'head_name', 'Mine')
    await interview.writer.flush()
    const number = fieldsOf(interview, 'TEXT')[1]
    const answers = (await submissionOf(theDevice(), id))?.answers ?? {}
    const changed = { ...answers, [answerKey(number?.id ?? '')]: 'B-14' }
    await commitEdit(theDevice().db, id, changed, [], theDevice().env.clock.now())
    expect((await submit(theDevice(), interview, place)).kind).toBe('done')
    expect(await answersOnServer(id)).toEqual(expect.arrayContaining(['Mine', 'B-14']))
  })

  it('does not overwrite it either with an answer whose change was discarded', async () => {
    const id = await submitted()
    const first = await openEdit(id)
    edit(first, 'head_name', 'Mine')
    await first.close()
    const again = await openEdit(id)
    edit(again, 'phone', '+919825099999')
    await again.writer.flush()
    await again.discard()
    const phone = fieldsOf(again, 'TEL')[0]
    const answers = (await submissionOf(theDevice(), id))?.answers ?? {}
    const changed = { ...answers, [answerKey(phone?.id ?? '')]: '+919825000000' }
    await commitEdit(theDevice().db, id, changed, [], theDevice().env.clock.now())
    expect((await submit(theDevice(), await openEdit(id), place)).kind).toBe('done')
    expect(await answersOnServer(id)).toEqual(expect.arrayContaining(['Mine', '+919825000000']))
  })

  it('changes an unsent submission before its first request', async () => {
    theDevice().env.cut()
    const interview = await openEdit(await submittedOffline())
    edit(interview, 'head_name', 'Before sending')
    expect(await submit(theDevice(), interview, place)).toEqual({ kind: 'done', outcome: 'saved' })
    expect(await begunHere()).toHaveLength(1)
    const [stored] = await begunHere()
    expect(Object.values(stored?.toMutableJSON().answers ?? {})).toContain('Before sending')
  })

  it('of a submission in doubt follows the first request, and makes no second row', async () => {
    const rowsBefore = (await rowsOnServer()).length
    theServer().faults.arm({ fault: 'drop-after', method: 'POST', path: '/form-submissions' })
    const id = await submitted()
    const [item] = await theDevice().db.outbox.find().exec()
    expect(item?.in_doubt).toBe(true)
    const interview = await openEdit(id)
    edit(interview, 'head_name', 'Edited in doubt')
    expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
    theDevice().env.clock.advance(61_000)
    await theDevice().sync.run({ all: true })
    expect(await rowsOnServer()).toHaveLength(rowsBefore + 1)
    expect(await answersOnServer(id)).toContain('Edited in doubt')
    expect((await submissionOf(theDevice(), id))?.syncStatus).toBe('synced')
  })

  const submittedOffline = async () => {
    theDevice().env.mend()
    await openNew()
    theDevice().env.cut()
    return submitted()
  }

  it('removes a file, and leaves the others', async () => {
    const interview = await openNew()
    theDevice().env.cut()
    fillIn(interview)
    const draft = await interview.writer.begin()
    const photos = fieldsOf(interview, 'IMAGE')
    const [one, two] = photos.map(({ id }) => fileOf(draft.id, id))
    if (one === undefined || two === undefined) throw new Error('There are two photo fields.')
    await attachFile(theDevice().db, one, new Blob(['abc']))
    await attachFile(theDevice().db, two, new Blob(['def']))
    await submit(theDevice(), interview, place)
    const again = await openEdit(draft.id)
    const field = again.form.fieldById.get(one.field_id)
    if (field === undefined) throw new Error('The field is gone.')
    await again.removeFile(field, one)
    expect(await submit(theDevice(), again, place)).toEqual({ kind: 'done', outcome: 'saved' })
    expect((await submissionOf(theDevice(), draft.id))?.files.map(({ id }) => id)).toEqual([two.id])
  })

  describe('of which a file is taken out', () => {
    const withPhoto = async () => {
      const interview = await openNew()
      theDevice().env.cut()
      fillIn(interview)
      const { id } = await interview.writer.begin()
      const [field] = fieldsOf(interview, 'IMAGE')
      if (field === undefined) throw new Error('There is no photo field.')
      const photo = fileOf(id, field.fieldId)
      await attachFile(theDevice().db, photo, new Blob(['abc']))
      await submit(theDevice(), interview, place)
      return { id, field, photo }
    }

    it('stays without it after a reload, and is sent without it', async () => {
      const { id, field, photo } = await withPhoto()
      const before = await submissionOf(theDevice(), id)
      const first = await openEdit(id)
      await first.removeFile(field, photo)
      await first.close()
      const again = await openEdit(id)
      expect(again.files.get(field.id)).toEqual([])
      expect(await submit(theDevice(), again, place)).toMatchObject({ kind: 'done' })
      const after = await submissionOf(theDevice(), id)
      expect(after?.files).toEqual([])
      expect(after?.answers).toEqual(before?.answers)
    })

    it('has it again when the change is discarded, also in an edit that was begun before', async () => {
      const { id, field, photo } = await withPhoto()
      const first = await openEdit(id)
      edit(first, 'head_name', 'Half')
      await first.close()
      const again = await openEdit(id)
      await again.removeFile(field, photo)
      await again.writer.flush()
      await again.discard()
      const discarded = await openEdit(id)
      expect(discarded.files.get(field.id).map(file => file.id)).toEqual([photo.id])
    })

    it('shows that in another tab too', async () => {
      const { id, field, photo } = await withPhoto()
      const first = await openEdit(id)
      edit(first, 'head_name', 'Half')
      await first.writer.flush()
      const other = await openEdit(id)
      await first.removeFile(field, photo)
      await first.writer.flush()
      await expect.poll(() => other.files.get(field.id), { timeout: 10_000 }).toEqual([])
    })
  })
})
