import { describe, expect, it } from 'vitest'
import { attachFile, fileBytes } from '../../../collections/writes/write-files.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { submissionOf, type Device } from '../../device.ts'
import { draftsIn } from '../../drafts.ts'
import { until } from '../../env.ts'
import { entriesIn } from '../../recovery.ts'
import {
  begunHere,
  edit,
  fileOf,
  fillIn,
  formId,
  openInterviewOf,
  openNew,
  place,
  rowsOnServer,
  setUpFilling,
  theDevice,
  theServer,
} from './session.ts'

setUpFilling()

describe('submitting', () => {
  it('requires the required fields, and removes nothing from the form', async () => {
    const interview = await openNew()
    edit(interview, 'email', 'meena@')
    const submitted = await submit(theDevice(), interview, place)
    expect(submitted).toMatchObject({
      kind: 'invalid',
      message: 'Please fill all required fields.',
    })
    fillIn(interview)
    expect(await submit(theDevice(), interview, place)).toMatchObject({
      kind: 'invalid',
      message: 'Please enter a valid email address.',
      fields: [{ type: 'EMAIL' }],
    })
    expect(await begunHere()).toHaveLength(0)
  })

  it('refuses an empty form', async () => {
    const interview = await openNew()
    for (const { field_id } of await theDevice().db.form_questions.find().exec()) {
      const doc = await theDevice().db.form_questions.findOne({ selector: { field_id } }).exec(true)
      await doc.incrementalPatch({ is_required: false })
    }
    await interview.close()
    const optional = await openNew()
    expect(await submit(theDevice(), optional, place)).toEqual({ kind: 'empty' })
    edit(optional, 'phone', '+91')
    expect(await submit(theDevice(), optional, place)).toEqual({ kind: 'empty' })
    expect(await begunHere()).toHaveLength(0)
  })

  it('also sends the last keystroke, with place and files, and leaves no draft', async () => {
    const interview = await openNew()
    fillIn(interview)
    const draft = await interview.writer.begin()
    const photo = interview.form.fields.find(({ type }) => type === 'IMAGE')
    await attachFile(theDevice().db, fileOf(draft.id, photo?.id ?? ''), new Blob(['abc']))
    edit(interview, 'head_name', 'Meena Ben')
    edit(interview, 'phone', '+91')
    const ended: string[] = []
    interview.ended$.subscribe(value => ended.push(value))
    expect(await submit(theDevice(), interview, place)).toEqual({
      kind: 'done',
      outcome: 'submitted',
    })
    const stored = await submissionOf(theDevice(), draft.id)
    expect(stored).toMatchObject({
      latitude: 23.0225,
      longitude: 72.5714,
      accuracy: 12,
      form_id: formId,
      formName: 'Household Profile',
      files: [{ field_id: photo?.id, file_name: 'a.jpg' }],
    })
    expect(Object.values(stored?.answers ?? {})).toContain('Meena Ben')
    expect(Object.values(stored?.answers ?? {})).not.toContain('+91')
    expect((await rowsOnServer()).filter(row => row.tempId === draft.id)).toHaveLength(1)
    expect(await draftsIn(theDevice().db)).toHaveLength(0)
    expect(await theDevice().db.form_responses.find().exec()).toHaveLength(0)
    expect(ended).toEqual([])
  })

  it('keeps it on the device while offline', async () => {
    const interview = await openNew()
    theDevice().env.cut()
    fillIn(interview)
    expect(await submit(theDevice(), interview, { kind: 'unknown' })).toEqual({
      kind: 'done',
      outcome: 'saved',
    })
    const [stored] = await begunHere()
    expect(stored).toMatchObject({ latitude: null, longitude: null, address: '' })
  })

  it('reports that it was not sent when the server fails', async () => {
    const interview = await openNew()
    fillIn(interview)
    theServer().faults.arm({ fault: '500', path: '/form-submissions', method: 'POST' })
    expect(await submit(theDevice(), interview, place)).toEqual({ kind: 'done', outcome: 'unsent' })
  })

  it("shows the server's reason, and keeps it in Recovery", async () => {
    const interview = await openNew()
    fillIn(interview)
    theServer().faults.arm({ fault: 'draft', path: '/form-submissions', method: 'POST' })
    const submitted = await submit(theDevice(), interview, place)
    const [entry] = await entriesIn(theDevice().db)
    expect(entry?.message).not.toBe('')
    expect(submitted).toEqual({
      kind: 'recovered',
      reason: entry?.reason,
      lastError: entry?.message,
    })
  })

  it('leaves the form unchanged when the device could not write', async () => {
    const interview = await openNew()
    fillIn(interview)
    await interview.writer.flush()
    const broken = { ...theDevice(), db: refusing(theDevice()) }
    expect(await submit(broken, interview, place)).toEqual({ kind: 'failed' })
    expect(await draftsIn(theDevice().db)).toHaveLength(1)
    expect(await submit(theDevice(), interview, place)).toEqual({
      kind: 'done',
      outcome: 'submitted',
    })
    expect(await rowsOnServer()).toSatisfy((rows: readonly { tempId: string }[]) => {
      const id = interview.writer.draft()?.id
      return rows.filter(({ tempId }) => tempId === id).length === 1
    })
  })

  it('keeps its photos when it is discarded too late', async () => {
    const begun = await openNew()
    fillIn(begun)
    await begun.close()
    const draft = begun.writer.draft()?.id ?? ''
    const interview = await openInterviewOf({ kind: 'draft', id: draft })
    const photo = interview.form.fields.find(({ type }) => type === 'IMAGE')
    if (photo === undefined) throw new Error('There is no photo field.')
    await attachFile(theDevice().db, fileOf(draft, photo.id), new Blob(['abc']))
    interview.markDirty(photo)
    theDevice().env.cut()
    expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
    await interview.discard()
    expect((await submissionOf(theDevice(), draft))?.files).toHaveLength(1)
    expect(await fileBytes(theDevice().db, fileOf(draft, photo.id).id)).not.toBeNull()
  })

  it('makes one submission of a draft that two tabs submit', async () => {
    const interview = await openNew()
    fillIn(interview)
    await interview.writer.flush()
    const id = interview.writer.draft()?.id ?? ''
    const other = await openInterviewOf({ kind: 'draft', id })
    const outcomes = await Promise.all([
      submit(theDevice(), interview, place),
      submit(theDevice(), other, place),
    ])
    expect(outcomes.map(({ kind }) => kind)).toContain('done')
    expect(await begunHere()).toHaveLength(1)
    await until('it is on the server once', async () => {
      const rows = await rowsOnServer()
      return rows.filter(({ tempId }) => tempId === id).length === 1
    })
  })
})

/** The device's database, in which submissions cannot be written. */
const refusing = ({ db }: Device): Device['db'] =>
  new Proxy(db, {
    get: (target, key) =>
      key === 'submissions'
        ? new Proxy(target.submissions, {
            get: (collection, name) =>
              name === 'storageInstance'
                ? {
                    ...collection.storageInstance,
                    bulkWrite: () => Promise.reject(new Error('full')),
                  }
                : Reflect.get(collection, name),
          })
        : Reflect.get(target, key),
  })
