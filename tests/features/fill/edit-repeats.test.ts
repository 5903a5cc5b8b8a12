import { beforeEach, describe, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import { submissionOf } from '../../device.ts'
import {
  fillIn,
  formId,
  openInterviewOf,
  openNew,
  place,
  setUpFilling,
  theDevice,
} from './session.ts'

/** A repeat that is only asked after Yes, in the edit of an interview that was sent with No. */

setUpFilling()

const isYes = { '==': [{ var: 'has' }, 'yes'] }
const repeat = { min: 0, begins: 1, max: 9, label: 'Child', visible_if: isYes }

const addQuestions = async (): Promise<void> => {
  const { db } = theDevice()
  const [first] = await db.form_questions.find({ selector: { form_id: formId } }).exec()
  if (first === undefined) throw new Error('The form has no questions.')
  const docOf = (id: string, more: Partial<FormQuestionDoc>): FormQuestionDoc => ({
    ...first.toMutableJSON(),
    type: 'TEXT',
    options: '[]',
    is_required: false,
    id: `x-${id}`,
    field_id: id,
    name: id,
    section_id: 'children',
    section_order: 90,
    ...more,
  })
  const logicOf = (more: object) => JSON.stringify({ section_repeat: repeat, ...more })
  await db.form_questions.bulkUpsert([
    docOf('has', { section_id: 'more', order: 900, logic: '' }),
    docOf('who', { order: 901, is_required: true, logic: logicOf({}) }),
    docOf('role', { order: 902, logic: logicOf({ default_value: { cat: ['child'] } }) }),
  ])
}

const at = (interview: Interview, id: string, number = 0) => {
  const field = interview.form.fieldById.get(slotId(id, number))
  if (field === undefined) throw new Error(`There is no ${id} ${number}.`)
  return field
}
const children = ({ form }: Interview) =>
  form.repeats.find(({ sectionId }) => sectionId === 'children')?.occurrences
const openEdit = (id: string) => openInterviewOf({ kind: 'edit', id })
const submitted = async (interview: Interview): Promise<string> => {
  expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
  return interview.writer.draft()?.id ?? ''
}

let sent = ''

beforeEach(async () => {
  await theDevice().sync.refresh.now('account')
  await (await openNew()).close()
  await addQuestions()
  const interview = await openNew()
  fillIn(interview)
  interview.edit(at(interview, 'has'), 'no')
  sent = await submitted(interview)
})

describe('a repeat that was not asked when the interview was sent', () => {
  it('begins in the edit as in a new interview once it is asked, with its defaults', async () => {
    const again = await openEdit(sent)
    expect(children(again)).toEqual([])
    again.edit(at(again, 'has'), 'yes')
    expect(children(again)).toEqual([0])
    expect(again.answers.get(at(again, 'role'))).toBe('child')
    expect(await submit(theDevice(), again, place)).toMatchObject({ kind: 'invalid' })
    again.edit(at(again, 'who'), 'Asha')
    await submitted(again)
    const { answers } = (await submissionOf(theDevice(), sent)) ?? {}
    expect(answers).toMatchObject({ who: 'Asha', role: 'child', has: 'yes' })
  })

  it('has in the next opening of the edit what the surveyor made of it', async () => {
    const first = await openEdit(sent)
    first.edit(at(first, 'has'), 'yes')
    first.edit(at(first, 'role'), '')
    first.addOccurrence('children')
    await first.close()
    const second = await openEdit(sent)
    expect(children(second)).toEqual([0, 1])
    expect(second.answers.get(at(second, 'role'))).toBe('')
    expect(second.answers.get(at(second, 'role', 1))).toBe('child')
    second.removeOccurrence('children', 0)
    await second.close()
    expect(children(await openEdit(sent))).toEqual([1])
  })

  it('was asked then, so the next edit has only what was sent', async () => {
    const first = await openEdit(sent)
    first.edit(at(first, 'has'), 'yes')
    first.removeOccurrence('children', 0)
    await submitted(first)
    const second = await openEdit(sent)
    expect(children(second)).toEqual([])
    second.edit(at(second, 'has'), 'no')
    second.edit(at(second, 'has'), 'yes')
    expect(children(second)).toEqual([])
  })
})
