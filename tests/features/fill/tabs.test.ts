import { discardDraft } from '../../../collections/writes/write-work.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { marked, takenFileMark } from '../../../collections/ids.ts'
import { answersOf } from '../../../collections/queries.ts'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { keepAnswer } from '../../../collections/writes/write-interview.ts'
import { readFiles } from '../../../src/features/fill/interview/follow-draft.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { until } from '../../env.ts'
import { fileUpload } from '../../fixtures/file-upload.ts'
import { createFillDevice, newInterview, type FillDevice } from './fixtures.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

const form = compile([
  question('name', { is_required: true }),
  question('email', { type: 'EMAIL' }),
])
const name = fieldOf(form, 'name')
const email = fieldOf(form, 'email')

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

const stored = async (): Promise<Record<string, unknown>> => {
  const draft = interview.writer.draft()
  if (draft === null) return {}
  const docs = await answersOf(draft.id).build(device.db.form_responses).exec()
  return Object.fromEntries(docs.map(doc => [doc.question_id, doc.toJSON().value]))
}
describe('two tabs on one draft', () => {
  let draftId = ''
  const inOtherTab = (fieldId: string, value: string, aheadMs = 10) =>
    keepAnswer(device.db, draftId, fieldId, value, device.clock.now() + aheadMs)

  beforeEach(async () => {
    interview.edit(name, 'M')
    await interview.writer.flush()
    draftId = interview.writer.draft()?.id ?? ''
  })

  it('show what the other wrote in another field', async () => {
    await inOtherTab('email', 'x@y.zz')
    await until('it is on screen', () => interview.answers.get(email) === 'x@y.zz')
    expect(interview.validity.isAnswered('email')).toBe(true)
  })

  it('do not write back what they received', async () => {
    await inOtherTab('email', 'x@y.zz')
    await until('it is on screen', () => interview.answers.get(email) === 'x@y.zz')
    expect(interview.writer.hasWaiting()).toBe(false)
  })

  it('leave an answer to the other that is in an occurrence which it began, and has a default', async () => {
    const repeated = { section_repeat: { min: 1, max: 3 }, default_value: { cat: ['child'] } }
    const household = compile([
      question('name'),
      question('role', { section_id: 'members', logic: JSON.stringify(repeated) }),
    ])
    await interview.close()
    interview = newInterview(device, household)
    interview.edit(fieldOf(household, 'name'), 'M')
    await interview.writer.flush()
    const id = interview.writer.draft()?.id ?? ''
    const writtenAt = device.clock.now() + 10
    await keepAnswer(device.db, id, 'role', 'adult', writtenAt, 1)
    const role = await until('it is on screen', () =>
      interview.form.fieldById.get(slotId('role', 1)),
    )
    expect(interview.answers.get(role)).toBe('adult')
    device.clock.advance(1000)
    interview.edit(fieldOf(household, 'name'), 'Mary')
    await interview.writer.flush()
    const answers = await answersOf(id).build(device.db.form_responses).exec()
    const theirs = answers.find(({ occurrence }) => occurrence === 1)
    expect(theirs?.toJSON()).toMatchObject({ value: 'adult', updated_at: writtenAt })
  })

  describe('of which the other attaches a photo', () => {
    const photographed = compile([
      question('name'),
      question('photo', { type: 'IMAGE', is_required: true }),
    ])
    const shown = () => interview.files.get('photo').map(({ id }) => id)

    beforeEach(async () => {
      await interview.close()
      interview = newInterview(device, photographed)
      interview.edit(fieldOf(photographed, 'name'), 'M')
      await interview.writer.flush()
      draftId = interview.writer.draft()?.id ?? ''
      const photo = fileUpload('f1', { submission_id: draftId, field_id: 'photo' })
      await attachFile(device.db, photo, new Blob(['door']))
      await until('it is on screen', () => shown().includes('f1'))
    })

    it('show it, until the other takes it out', async () => {
      expect(interview.validity.problem('photo')).toBeNull()
      await inOtherTab(takenFileMark('f1'), marked)
      await until('it is gone', () => shown().length === 0)
      expect(interview.validity.problem('photo')).not.toBeNull()
    })

    it('keep it when this one discards its own changes', async () => {
      await interview.discard()
      expect(await stored()).toEqual({ name: '' })
      expect((await readFiles(device.db, draftId, null)).map(({ id }) => id)).toEqual(['f1'])
    })
  })

  it('keep the newer answer of this tab', async () => {
    await inOtherTab('name', 'older', -10)
    await inOtherTab('email', 'x@y.zz')
    await until('the later one arrived', () => interview.answers.get(email) === 'x@y.zz')
    expect(interview.answers.get(name)).toBe('M')
  })

  it('do not change a focused field; it follows when it is left', async () => {
    interview.focus(name)
    await inOtherTab('name', 'newer')
    await inOtherTab('email', 'x@y.zz', 20)
    await until('the later one arrived', () => interview.answers.get(email) === 'x@y.zz')
    expect(interview.answers.get(name)).toBe('M')
    interview.blur(name)
    expect(interview.answers.get(name)).toBe('newer')
  })

  it('keep what was typed here after the other tab wrote', async () => {
    interview.focus(name)
    await inOtherTab('name', 'theirs')
    await inOtherTab('email', 'x@y.zz', 20)
    await until('the later one arrived', () => interview.answers.get(email) === 'x@y.zz')
    interview.edit(name, 'mine')
    interview.blur(name)
    await interview.writer.flush()
    expect(interview.answers.get(name)).toBe('mine')
    expect((await stored())['name']).toBe('mine')
  })

  it('notice that the other has ended the interview', async () => {
    const ended: string[] = []
    interview.ended$.subscribe(value => ended.push(value))
    await discardDraft(device.db, draftId)
    expect(await until('it is reported', () => ended.at(-1))).toBe('elsewhere')
  })

  it('do not take their own submission for the other’s', async () => {
    const ended: string[] = []
    interview.ended$.subscribe(value => ended.push(value))
    interview.setLeaving(true)
    await discardDraft(device.db, draftId)
    expect(ended).toEqual([])
  })

  it('notice it also when it happens while they submit, and the submission fails', async () => {
    const ended: string[] = []
    interview.ended$.subscribe(value => ended.push(value))
    interview.setLeaving(true)
    await discardDraft(device.db, draftId)
    interview.setLeaving(false)
    expect(ended).toEqual(['elsewhere'])
  })
})
