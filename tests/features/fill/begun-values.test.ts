import { beforeEach, describe, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { answerKey } from '../../../collections/ids.ts'
import { commitEdit } from '../../collections/commit.ts'
import { demoFieldId } from '../../../server/demo/form-builder.ts'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import type { Hint } from '../../../src/features/fill/hints/find-hints.ts'
import { reasonSlot } from '../../../src/features/fill/hints/reasons.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { submissionOf } from '../../device.ts'
import {
  edit,
  fieldsOf,
  fillIn,
  formId,
  openInterviewOf,
  openNew,
  place,
  readServer,
  setUpFilling,
  theDevice,
} from './session.ts'

setUpFilling()

const days = 86_400_000
const headName = demoFieldId(formId, 'head_name')

const calculated: Readonly<Record<string, unknown>> = {
  start: { var: '$start' },
  today: { var: '$today' },
  end: { var: '$end' },
  uuid: { var: '$uuid' },
  code: { cat: ['HH-', { var: 'uuid' }] },
  deviceid: { var: '$deviceid' },
  username: { var: '$username' },
  greeting: { cat: [{ var: headName }, ' of ', { var: '$today' }] },
  shouted: { cat: [{ var: 'greeting' }, '!'] },
}

/** Adds calculations to the form, as an imported one has them. */
const addCalculations = async (
  rules: Readonly<Record<string, unknown>>,
  more: Partial<FormQuestionDoc> = {},
): Promise<void> => {
  const { db } = theDevice()
  const [question] = await db.form_questions.find({ selector: { form_id: formId } }).exec()
  if (question === undefined) throw new Error('The form has no questions.')
  const own = { ...question.toMutableJSON(), type: 'TEXT', options: '[]', is_required: false }
  const docs = Object.entries(rules).map(([id, calculate]) => ({
    ...own,
    id: `x-${id}`,
    field_id: id,
    name: id,
    order: 900,
    logic: JSON.stringify({ calculate }),
    ...more,
  }))
  await db.form_questions.bulkUpsert(docs)
}

const submitted = async (interview: Interview): Promise<string> => {
  expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
  return interview.writer.draft()?.id ?? ''
}

const answersOf = async (id: string): Promise<Readonly<Record<string, unknown>>> =>
  (await submissionOf(theDevice(), id))?.answers ?? {}

const onServer = async (id: string): Promise<Readonly<Record<string, unknown>>> => {
  await theDevice().sync.run({ all: true })
  const serverId = (await submissionOf(theDevice(), id))?.server_id ?? ''
  const { answers } = await readServer<{
    answers: readonly { form_field_id: string; value: string }[]
  }>(`form-submissions/${serverId}`)
  return Object.fromEntries(answers.map(answer => [answer.form_field_id, answer.value]))
}

const pick = (answers: Readonly<Record<string, unknown>>, ...keys: readonly string[]) =>
  Object.fromEntries(keys.map(key => [key, answers[key]]))

const shownAnswers = (interview: Interview, ...ids: readonly string[]) =>
  Object.fromEntries(
    ids.map(id => {
      const field = interview.form.fieldById.get(id)
      return [id, field === undefined ? null : interview.answers.get(field)]
    }),
  )

const begun = ['start', 'today', 'uuid', 'code', 'deviceid', 'username']

const sentInterview = async (): Promise<string> => {
  const interview = await openNew()
  fillIn(interview)
  edit(interview, 'head_name', 'Meena')
  return submitted(interview)
}

const storedCalculations = async (): Promise<void> => {
  await theDevice().sync.refresh.now('account')
  // The definition is fetched with the first opening.
  await (await openNew()).close()
  await addCalculations(calculated)
}

describe('a sent interview that is edited days later', () => {
  beforeEach(storedCalculations)

  it('keeps what it began with, and gets the end of the edit', async () => {
    const id = await sentInterview()
    const before = await answersOf(id)
    expect(before['uuid']).not.toBe('')
    theDevice().env.clock.advance(3 * days)
    const again = await openInterviewOf({ kind: 'edit', id })
    edit(again, 'phone', '+919825012345')
    await submitted(again)
    const after = await answersOf(id)
    expect(pick(after, ...begun)).toEqual(pick(before, ...begun))
    expect(pick(await onServer(id), ...begun)).toEqual(pick(before, ...begun))
    expect(Date.parse(String(after['end'])) - Date.parse(String(before['end']))).toBe(3 * days)
  })

  it('keeps a calculation until an answer is edited that it reads through another one', async () => {
    const id = await sentInterview()
    const before = await answersOf(id)
    theDevice().env.clock.advance(3 * days)
    const other = await openInterviewOf({ kind: 'edit', id })
    edit(other, 'phone', '+919825012345')
    await submitted(other)
    expect(pick(await answersOf(id), 'greeting', 'shouted')).toEqual(
      pick(before, 'greeting', 'shouted'),
    )
    const again = await openInterviewOf({ kind: 'edit', id })
    edit(again, 'head_name', 'Ravi')
    await submitted(again)
    expect((await answersOf(id))['shouted']).toMatch(/^Ravi of .+!$/)
    expect(pick(await answersOf(id), ...begun)).toEqual(pick(before, ...begun))
  })

  it('follows an answer that an earlier opening of the same edit changed', async () => {
    const id = await sentInterview()
    const before = await answersOf(id)
    const first = await openInterviewOf({ kind: 'edit', id })
    edit(first, 'head_name', 'Ravi')
    await first.close()
    theDevice().env.clock.advance(days)
    const again = await openInterviewOf({ kind: 'edit', id })
    await submitted(again)
    const after = await answersOf(id)
    expect(after['shouted']).toMatch(/^Ravi of .+!$/)
    expect(pick(after, ...begun)).toEqual(pick(before, ...begun))
  })

  it('leaves a calculated value alone that another device changed while the edit was open', async () => {
    const id = await sentInterview()
    const again = await openInterviewOf({ kind: 'edit', id })
    edit(again, 'phone', '+919825012345')
    const changed = { ...(await answersOf(id)), greeting: 'from elsewhere' }
    await commitEdit(theDevice().db, id, changed as never, [], theDevice().env.clock.now())
    await submitted(again)
    expect((await answersOf(id))['greeting']).toBe('from elsewhere')
  })

  it('keeps a calculation whose list the device does not have, whatever is edited', async () => {
    const id = await sentInterview()
    const before = await answersOf(id)
    await addCalculations({
      shouted: { find_rows: [{ var: '$list.gone' }, 'name', { var: headName }] },
    })
    const again = await openInterviewOf({ kind: 'edit', id })
    edit(again, 'head_name', 'Ravi')
    await submitted(again)
    const after = await answersOf(id)
    expect(after['shouted']).toBe(before['shouted'])
    expect(after[answerKey(headName)]).toBe('Ravi')
  })
})

describe('a draft that is finished days later', () => {
  beforeEach(storedCalculations)

  it('keeps what it began with, and gets the end of its last opening', async () => {
    const interview = await openNew()
    edit(interview, 'head_name', 'Meena')
    const before = shownAnswers(interview, ...begun)
    await interview.writer.flush()
    const id = interview.writer.draft()?.id ?? ''
    await interview.close()
    theDevice().env.clock.advance(2 * days)
    const again = await openInterviewOf({ kind: 'draft', id })
    fillIn(again)
    await submitted(again)
    const after = await answersOf(id)
    expect(pick(after, ...begun)).toEqual(before)
    expect(Date.parse(String(after['end'])) - Date.parse(String(before['start']))).toBe(2 * days)
  })

  it('keeps it also when it began with a photo, or ended with a new occurrence', async () => {
    const { db, env } = theDevice()
    const repeat = { section_id: 'visits', section_order: 99 }
    await addCalculations(
      { visit: null },
      { ...repeat, logic: JSON.stringify({ calculate: { var: '$uuid' }, section_repeat: {} }) },
    )
    await addCalculations(
      { purpose: null },
      {
        ...repeat,
        logic: JSON.stringify({ default_value: { cat: ['census'] }, section_repeat: {} }),
      },
    )
    const interview = await openNew()
    const [photos] = fieldsOf(interview, 'IMAGE')
    if (photos === undefined) throw new Error('The form has no photos.')
    const compress = (bytes: File) => Promise.resolve({ bytes, problem: null })
    const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 1])], 'a.jpg', { type: 'image/jpeg' })
    await attachFiles({ db, env, compress }, interview, photos, [photo])
    await interview.close()
    const id = interview.writer.draft()?.id ?? ''
    const before = shownAnswers(interview, 'today', 'uuid')
    env.clock.advance(days)
    const again = await openInterviewOf({ kind: 'draft', id })
    expect(shownAnswers(again, 'today', 'uuid')).toEqual(before)
    again.addOccurrence('visits')
    const visit = shownAnswers(again, 'visit', 'purpose')
    expect(visit).toMatchObject({ purpose: 'census' })
    await again.close()
    const third = await openInterviewOf({ kind: 'draft', id })
    expect(shownAnswers(third, 'visit', 'purpose')).toEqual(visit)
  })

  it('keeps it also when it began with the reason for a hint', async () => {
    const interview = await openNew()
    const before = shownAnswers(interview, 'today', 'uuid')
    const { id, fieldId, occurrence } = reasonSlot({ kind: 'copy' } as Hint)
    interview.writer.keep({ id, fieldId, occurrence }, 'A twin.', theDevice().env.clock.now())
    await interview.close()
    theDevice().env.clock.advance(days)
    const draft = interview.writer.draft()?.id ?? ''
    expect(
      shownAnswers(await openInterviewOf({ kind: 'draft', id: draft }), 'today', 'uuid'),
    ).toEqual(before)
  })

  it('begins anew as a copy, and after Submit & New', async () => {
    const id = await sentInterview()
    const first = await answersOf(id)
    theDevice().env.clock.advance(days)
    const copy = await openInterviewOf({ kind: 'copy', id })
    edit(copy, 'head_name', 'Ravi')
    const second = await answersOf(await submitted(copy))
    const next = await openNew()
    fillIn(next)
    const third = await answersOf(await submitted(next))
    expect(new Set([first, second, third].map(answers => answers['uuid']))).toHaveProperty(
      'size',
      3,
    )
    expect(second['start']).not.toBe(first['start'])
    expect(second['today']).not.toBe(first['today'])
    expect(second['code']).toBe(`HH-${String(second['uuid'])}`)
  })
})
