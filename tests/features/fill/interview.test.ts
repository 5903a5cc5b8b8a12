import { filter, firstValueFrom, switchMap } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answersOf } from '../../../collections/queries.ts'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { readAnswers, readFiles } from '../../../src/features/fill/interview/follow-draft.ts'
import { createInterview } from '../../../src/features/fill/interview/interview.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { draftsIn } from '../../drafts.ts'
import { until } from '../../env.ts'
import { beginDraft, createFillDevice, newInterview, type FillDevice } from './fixtures.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

const form = compile([
  question('name', { is_required: true }),
  question('email', { type: 'EMAIL' }),
  question('photo', { type: 'IMAGE', is_required: true }),
  question('needs', { type: 'CHECKBOX', options: '["a","b"]' }),
])
const name = fieldOf(form, 'name')
const email = fieldOf(form, 'email')
const needs = fieldOf(form, 'needs')

let device: FillDevice
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
  interview = newInterview(device, form)
})

afterEach(async () => {
  await interview.close()
  await device.db.close()
})

const drafts = () => draftsIn(device.db)
const stored = async (): Promise<Record<string, unknown>> => {
  const draft = interview.writer.draft()
  if (draft === null) return {}
  const docs = await answersOf(draft.id).build(device.db.form_responses).exec()
  return Object.fromEntries(docs.map(doc => [doc.question_id, doc.toJSON().value]))
}
const fileOf = (draftId: string, fieldId: string) => ({
  id: `${draftId}-${fieldId}`,
  submission_id: draftId,
  field_id: fieldId,
  field_name: fieldId,
  field_type: 'IMAGE',
  occurrence: 0,
  file_name: 'a.jpg',
  file_type: 'image/jpeg',
  file_size: 3,
  sha256: '',
  sync_status: 'pending' as const,
  created_at: device.clock.now(),
  synced_at: 0,
})

describe('an interview without input', () => {
  it('stores nothing on the device', async () => {
    await interview.close()
    expect(await drafts()).toHaveLength(0)
    expect(interview.isDirty()).toBe(false)
  })
})

describe('the first keystroke', () => {
  it('is on the device when the draft is announced, because the screen then says that it is kept', async () => {
    const announced = firstValueFrom(
      interview.writer.draft$.pipe(
        filter(draft => draft !== null),
        switchMap(({ id }) => answersOf(id).build(device.db.form_responses).exec()),
      ),
    )
    interview.edit(name, 'M')
    expect((await announced).map(doc => doc.toJSON().value)).toEqual(['M'])
  })

  it('starts one draft, and is stored without waiting for a timer', async () => {
    interview.edit(name, 'M')
    await until('the answer is stored', async () => (await stored())['name'] === 'M')
    const [draft] = await drafts()
    expect(draft).toMatchObject({ form_id: 'form', definition_hash: 'v1' })
    expect(draft?.id).toBe(`temp_${device.clock.now()}`)
  })

  it('starts one draft however fast more follow', async () => {
    for (const text of ['M', 'Me', 'Mee', 'Meena']) interview.edit(name, text)
    interview.edit(email, 'm')
    await interview.writer.flush()
    expect(await stored()).toEqual({ name: 'Meena', email: 'm' })
    expect(await drafts()).toHaveLength(1)
  })
})

describe('later keystrokes', () => {
  beforeEach(async () => {
    interview.edit(name, 'M')
    await interview.writer.flush()
  })

  it('are stored within 250 ms, in one write', async () => {
    const before = (await device.db.form_responses.findOne().exec())?.revision
    interview.edit(name, 'Me')
    interview.edit(name, 'Mee')
    expect(await stored()).toEqual({ name: 'M' })
    device.clock.advance(250)
    await until('the last answer is stored', async () => (await stored())['name'] === 'Mee')
    const after = (await device.db.form_responses.findOne().exec())?.revision ?? ''
    expect([before?.split('-')[0], after.split('-')[0]]).toEqual(['1', '2'])
  })

  it('are stored at once when the field is left', async () => {
    interview.focus(name)
    interview.edit(name, 'Mee')
    interview.blur(name)
    await until('nothing waits', () => !interview.writer.hasWaiting())
    expect(await stored()).toEqual({ name: 'Mee' })
  })

  it('are stored at once when the page is hidden', async () => {
    interview.edit(name, 'Mee')
    device.visible$.next(false)
    await until('nothing waits', () => !interview.writer.hasWaiting())
    expect(await stored()).toEqual({ name: 'Mee' })
  })

  it('are stored when the screen is closed', async () => {
    interview.edit(name, 'Mee')
    await interview.close()
    expect(await stored()).toEqual({ name: 'Mee' })
  })

  it('keep their order although writes take time', async () => {
    for (let n = 0; n < 30; n += 1) {
      interview.edit(name, `text ${n}`)
      device.clock.advance(250)
      if (n % 3 === 0) await Promise.resolve()
    }
    await interview.writer.flush()
    expect(await stored()).toEqual({ name: 'text 29' })
  })

  it('store a cleared answer as cleared', async () => {
    interview.edit(name, '')
    interview.edit(needs, ['a'])
    interview.edit(needs, [])
    await interview.writer.flush()
    expect(await stored()).toEqual({ name: '', needs: [] })
  })
})

describe('a device that cannot store', () => {
  it('shows an error, keeps the answers, and retries until it can', async () => {
    let isFull = true
    const full = createInterview(device, {
      form,
      draft: null,
      answers: [],
      files: [],
      submission: null,
      begin: () => (isFull ? Promise.reject(new Error('full')) : beginDraft(device, form)()),
    })
    const troubles: boolean[] = []
    full.writer.trouble$.subscribe(trouble => troubles.push(trouble))
    full.edit(name, 'Meena')
    await expect(full.writer.flush()).rejects.toThrow('full')
    expect([troubles.at(-1), full.writer.hasWaiting()]).toEqual([true, true])
    isFull = false
    interview = full
    await until('the answer is stored', async () => {
      device.clock.advance(1000)
      return (await stored())['name'] === 'Meena'
    })
    await until('the trouble is over', () => troubles.at(-1) === false)
  })
})

describe('validity', () => {
  it('includes required fields that were never shown, and follows edits and files', async () => {
    expect(interview.validity.progress()).toEqual({ invalid: 2, answered: 0, total: 4 })
    interview.edit(name, 'Meena')
    expect(interview.validity.progress()).toEqual({ invalid: 1, answered: 1, total: 4 })
    interview.edit(email, 'm@')
    expect(interview.validity.invalidFields().map(({ id }) => id)).toEqual(['email', 'photo'])
    const draft = await interview.writer.begin()
    await attachFile(device.db, fileOf(draft.id, 'photo'), new Blob(['abc']))
    await until('the photo counts', () => interview.validity.isAnswered('photo'))
    expect(interview.files.get('photo').map(({ file_name }) => file_name)).toEqual(['a.jpg'])
    interview.edit(email, '')
    expect(interview.validity.progress()).toEqual({ invalid: 0, answered: 2, total: 4 })
  })

  it('notifies only when it changes', () => {
    const reported: unknown[] = []
    interview.validity.progress$.subscribe(progress => reported.push(progress))
    for (const text of ['M', 'Me', 'Mee', 'Meen']) interview.edit(name, text)
    expect(reported).toHaveLength(2)
  })

  it('shows a problem when the field is left, not while typing', () => {
    interview.focus(email)
    interview.edit(email, 'm')
    expect(interview.problems.errors.get('email')).toBeNull()
    interview.blur(email)
    expect(interview.problems.errors.get('email')).toEqual({ kind: 'email' })
    interview.edit(email, 'm@b.co')
    expect(interview.problems.errors.get('email')).toBeNull()
  })

  it('shows no problem for a required field that was only passed through', () => {
    interview.focus(name)
    interview.blur(name)
    expect(interview.problems.errors.get('name')).toBeNull()
  })

  it('shows every problem on submit, in the order of the form', () => {
    expect(interview.problems.revealAll().map(({ id }) => id)).toEqual(['name', 'photo'])
    expect(interview.problems.errors.get('photo')).toEqual({ kind: 'required' })
    expect(interview.problems.errors.get('email')).toBeNull()
  })
})

describe('discarding', () => {
  it('leaves nothing of the interview, including writes in progress', async () => {
    interview.edit(name, 'M')
    await interview.writer.flush()
    const draft = await interview.writer.begin()
    interview.markDirty(fieldOf(form, 'photo'))
    await attachFile(device.db, fileOf(draft.id, 'photo'), new Blob(['abc']))
    interview.edit(name, 'Me')
    const ended: string[] = []
    interview.ended$.subscribe(ending => ended.push(ending))
    await interview.discard()
    expect(ended).toEqual(['here'])
    expect(await drafts()).toHaveLength(0)
    expect(await device.db.form_responses.find().exec()).toHaveLength(0)
    expect(await device.db.file_uploads.find().exec()).toHaveLength(0)
    expect(interview.isDirty()).toBe(false)
  })

  it('removes a draft that was just being created', async () => {
    interview.edit(name, 'M')
    await interview.discard()
    expect(await drafts()).toHaveLength(0)
    expect(await device.db.form_responses.find().exec()).toHaveLength(0)
  })

  it('that fails lets the surveyor go on, and stores what is typed then', async () => {
    interview.edit(name, 'M')
    await interview.writer.flush()
    interview.edit(email, 'm@example.org')
    const { storageInstance } = device.db.submissions
    const find = storageInstance.findDocumentsById.bind(storageInstance)
    storageInstance.findDocumentsById = () => Promise.reject(new Error('full'))
    await expect(interview.discard()).rejects.toThrow('full')
    storageInstance.findDocumentsById = find
    expect(interview.leaving()).toBe('no')
    interview.edit(name, 'Me')
    await interview.writer.flush()
    expect(await stored()).toEqual({ name: 'Me', email: 'm@example.org' })
  })

  it('of a resumed draft undoes only the latest changes, and nothing from before', async () => {
    interview.edit(name, 'Meena')
    const draft = await interview.writer.begin()
    await attachFile(device.db, fileOf(draft.id, 'photo'), new Blob(['abc']))
    await interview.close()
    const before = {
      answers: await readAnswers(device.db, draft.id),
      files: await readFiles(device.db, draft.id, null),
    }
    interview = createInterview(device, {
      form,
      draft,
      ...before,
      submission: null,
      begin: () => Promise.resolve(draft),
    })
    expect(interview.isDirty()).toBe(false)
    interview.edit(name, 'Another')
    interview.edit(email, 'x@y.zz')
    await interview.writer.flush()
    interview.markDirty(fieldOf(form, 'photo'))
    const added = { ...fileOf(draft.id, 'photo'), id: 'added' }
    await attachFile(device.db, added, new Blob(['def']))
    await interview.discard()
    expect(await stored()).toEqual({ name: 'Meena', email: '' })
    expect(await readFiles(device.db, draft.id, null)).toEqual(before.files)
    expect(interview.isDirty()).toBe(false)
  })
})
