import { describe, expect, it } from 'vitest'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { keepDraft } from '../../../collections/writes/write-interview.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { draftsIn, theDraft } from '../../drafts.ts'
import {
  edit,
  fieldsOf,
  fileOf,
  formId,
  open,
  openInterviewOf,
  openNew,
  setUpFilling,
  theDevice,
  theServer,
} from './session.ts'
import { submit } from '../../device.ts'

setUpFilling()

describe('opening', () => {
  it('fetches a definition that the device does not have', async () => {
    const { form } = await openNew()
    expect(form.title).toBe('Household Profile')
    expect(new Set(form.fields.map(({ type }) => type)).size).toBe(12)
  })

  it('reports offline what is missing: the form, or only its questions', async () => {
    theDevice().env.cut()
    expect(await open({ kind: 'ask' })).toEqual({
      kind: 'unavailable',
      message: `Offline: Form with ID ${formId} not found.`,
    })
    theDevice().env.mend()
    await theDevice().sync.refresh.form(formId)
    const head = await theDevice().db.forms.findOne(formId).exec(true)
    await head.incrementalPatch({ definition_hash: '' })
    theDevice().env.cut()
    expect(await open({ kind: 'ask' })).toEqual({
      kind: 'unavailable',
      message: 'Form not available offline.',
    })
  })

  it('opens offline what was fetched before', async () => {
    await openNew()
    theDevice().env.cut()
    expect((await open({ kind: 'ask' })).kind).toBe('open')
  })

  it('compiles a version once, and again when a question or the day is another', async () => {
    const first = await openNew()
    const again = await openNew()
    expect(again.form.template).toBe(first.form.template)

    const [question] = await theDevice().db.form_questions.find().exec()
    await question?.incrementalPatch({ label: 'Another label' })
    const changed = await openNew()
    expect(changed.form.fields.map(({ label }) => label)).toContain('Another label')

    theDevice().env.clock.advance(86_400_000)
    const nextDay = await openNew()
    expect(nextDay.form.template).not.toBe(changed.form.template)
  })

  it('reports what failed to load', async () => {
    expect(await open({ kind: 'ask' }, 'no-such-form')).toEqual({
      kind: 'unavailable',
      message: 'Failed to load form.',
    })
  })

  it('refuses an unpublished form, or one without questions', async () => {
    await openNew()
    const head = await theDevice().db.forms.findOne(formId).exec(true)
    await head.incrementalPatch({ status: 'draft' })
    expect(await open({ kind: 'ask' })).toEqual({ kind: 'unpublished', title: 'Household Profile' })
    const latest = await theDevice().db.forms.findOne(formId).exec(true)
    await latest.incrementalPatch({ status: 'published', definition_hash: 'none' })
    expect(await open({ kind: 'ask' })).toEqual({ kind: 'empty', title: 'Household Profile' })
  })
})

describe('drafts', () => {
  const begin = async () => {
    const interview = await openNew()
    edit(interview, 'head_name', 'Meena Ben')
    await interview.close()
    return interview.writer.draft()?.id ?? ''
  }

  it('are listed with details that distinguish them', async () => {
    const id = await begin()
    const opened = await open({ kind: 'ask' })
    expect(opened).toMatchObject({
      kind: 'drafts',
      title: 'Household Profile',
      drafts: [{ draft: { id }, words: 'Meena Ben', answered: 1, total: 21 }],
    })
  })

  it('do not count a note, which asks nothing', async () => {
    await begin()
    const questions = await theDevice().db.form_questions.find().exec()
    await questions.find(({ type }) => type === 'TEXTAREA')?.incrementalPatch({ type: 'NOTE' })
    expect(await open({ kind: 'ask' })).toMatchObject({ drafts: [{ answered: 1, total: 20 }] })
  })

  it('count what is asked because of a calculation, which is not stored', async () => {
    await begin()
    const questions = await theDevice().db.form_questions.find().exec()
    const [worked, named] = ['TEXTAREA', 'TEXT'].map(wanted =>
      questions.find(({ type }) => type === wanted),
    )
    await worked?.incrementalPatch({ type: 'TEXT', logic: '{"calculate":{"cat":["yes"]}}' })
    const visible_if = { '==': [{ var: worked?.field_id }, 'yes'] }
    await named?.incrementalPatch({ logic: JSON.stringify({ visible_if }) })
    expect(await open({ kind: 'ask' })).toMatchObject({
      drafts: [{ words: 'Meena Ben', answered: 1, total: 20 }],
    })
  })

  it('continue with every answer, file and position', async () => {
    const id = await begin()
    await keepDraft(theDevice().db, id, { scroll: 3.5, latitude: 1, longitude: 2 }, 0)
    const photo = fieldsOf(await openNew(), 'IMAGE')[0]
    await attachFile(theDevice().db, fileOf(id, photo?.id ?? ''), new Blob(['abc']))
    const interview = await openInterviewOf({ kind: 'draft', id })
    const name = interview.form.fields.find(field => field.type === 'TEXT')
    expect(name && interview.answers.get(name)).toBe('Meena Ben')
    expect(interview.files.get(photo?.id ?? '')).toHaveLength(1)
    expect(interview.writer.draft()).toMatchObject({ scroll: 3.5, latitude: 1 })
    expect(interview.isDirty()).toBe(false)
  })

  it('keep the version that they were started with', async () => {
    const id = await begin()
    const before = (await theDraft(theDevice().db, id)).definition_hash
    const head = await theDevice().db.forms.findOne(formId).exec(true)
    await head.incrementalPatch({ definition_hash: 'newer' })
    const opened = await open({ kind: 'draft', id })
    expect(opened.kind === 'open' && opened.interview.form.definitionHash).toBe(before)
  })

  it('continue although the survey was unpublished meanwhile', async () => {
    const id = await begin()
    const head = await theDevice().db.forms.findOne(formId).exec(true)
    await head.incrementalPatch({ status: 'draft' })
    expect((await open({ kind: 'draft', id })).kind).toBe('open')
    expect((await open({ kind: 'ask' })).kind).toBe('drafts')
  })

  it('that no longer exist lead to what there is', async () => {
    expect((await open({ kind: 'draft', id: 'temp_1' })).kind).toBe('open')
  })
})

describe('a copy of a submission', () => {
  const submitted = async () => {
    const first = await openNew()
    const [name, photo, secret] = ['TEXT', 'IMAGE', 'PASSWORD'].map(
      type => fieldsOf(first, type)[0],
    )
    const answers = {
      [name?.fieldId ?? '']: 'Meena Ben',
      [photo?.fieldId ?? '']: ['/files/roof.jpg'],
      [secret?.fieldId ?? '']: 'secret-9',
      gone: 'to a question of an earlier version',
    }
    const { id } = await submit(theDevice(), formId, answers)
    return { id, name }
  }

  it('begins with the answers that are not of that interview alone', async () => {
    const { id, name } = await submitted()
    const copy = await openInterviewOf({ kind: 'copy', id })
    expect(name && copy.answers.get(name)).toBe('Meena Ben')
    const answered = copy.form.fields.filter(field => copy.answers.get(field).length > 0)
    expect(answered).toEqual([name])
  })

  it('is stored with the first change, as an interview of its own', async () => {
    const { id, name } = await submitted()
    const copy = await openInterviewOf({ kind: 'copy', id })
    expect(await draftsIn(theDevice().db)).toEqual([])
    edit(copy, 'village', 'Rampur')
    await copy.close()
    const draft = copy.writer.draft()
    expect(draft).toMatchObject({ submission_id: '' })
    expect(draft?.id).not.toBe(id)
    const again = await openInterviewOf({ kind: 'draft', id: draft?.id ?? '' })
    expect(name && again.answers.get(name)).toBe('Meena Ben')
  })

  it('of a submission that is gone begins empty', async () => {
    const copy = await openInterviewOf({ kind: 'copy', id: 'temp_1' })
    expect(copy.form.fields.some(field => copy.answers.get(field).length > 0)).toBe(false)
  })
})

it('makes one draft of a copy, however often a full device refuses its answers', async () => {
  const { db } = theDevice()
  const first = await openNew()
  const [name] = fieldsOf(first, 'TEXT')
  const { id } = await submit(theDevice(), formId, { [name?.fieldId ?? '']: 'Meena' })
  const copy = await openInterviewOf({ kind: 'copy', id })
  const { storageInstance } = db.form_responses
  const write = storageInstance.bulkWrite.bind(storageInstance)
  let refusals = 3
  storageInstance.bulkWrite = (...given) => {
    if (refusals === 0) return write(...given)
    refusals -= 1
    return Promise.reject(new DOMException('full', 'QuotaExceededError'))
  }
  edit(copy, 'head_name', 'Ravi')
  for (let tries = 0; tries < 4; tries += 1) await copy.writer.flush().catch(() => undefined)
  expect(refusals).toBe(0)
  const drafts = await draftsIn(db)
  expect(drafts.map(draft => draft.id)).toEqual([copy.writer.draft()?.id])
})

describe('held answers', () => {
  it('of the last submission begin a new interview, and no other', async () => {
    const first = await openNew()
    const [name, other] = fieldsOf(first, 'TEXT')
    const [secret] = fieldsOf(first, 'PASSWORD')
    const answers = (value: string) =>
      Object.fromEntries([name, other, secret].map(field => [field?.fieldId ?? '', value]))
    await submit(theDevice(), formId, answers('before'))
    theDevice().env.clock.advance(60_000)
    const { id } = await submit(theDevice(), formId, answers('last'))
    await writeSetting(theDevice().db, 'heldFields', {
      [formId]: [name?.fieldId ?? '', secret?.fieldId ?? '', 'gone'],
      another: [other?.fieldId ?? ''],
    })

    const next = await openNew()
    const answered = next.form.fields.filter(field => next.answers.get(field).length > 0)
    expect(answered).toEqual([name])
    expect(name && next.answers.get(name)).toBe('last')
    expect(await draftsIn(theDevice().db)).toEqual([])

    // A copy has the answers of its own submission.
    const copy = await openInterviewOf({ kind: 'copy', id })
    expect(other && copy.answers.get(other)).toBe('last')
  })

  it('are those of the last interview, also if the server refused it', async () => {
    const { db, env } = theDevice()
    const publish = (status: string) =>
      theServer().db.query('update forms set status = $1 where id = $2', [status, formId])
    const [name] = fieldsOf(await openNew(), 'TEXT')
    const id = name?.fieldId ?? ''
    await writeSetting(db, 'heldFields', { [formId]: [id] })
    await submit(theDevice(), formId, { [id]: 'Rampur' })
    env.clock.advance(60_000)
    await publish('draft')
    const { outcome } = await submit(theDevice(), formId, { [id]: 'Bopal' })
    expect(outcome).toBe('recovered')
    await publish('published')
    await theDevice().sync.refresh.form(formId)
    expect(name && (await openNew()).answers.get(name)).toBe('Bopal')
  })
})
