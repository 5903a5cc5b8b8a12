import { beforeEach, describe, expect, it } from 'vitest'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { answerKey } from '../../collections/ids.ts'
import { commitEdit } from '../../collections/writes/write-submission.ts'
import { demoFieldId } from '../../server/demo/form-builder.ts'
import { submit } from '../../src/features/fill/submit/submit.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import { submissionOf } from '../device.ts'
import {
  edit,
  fillIn,
  formId,
  openInterviewOf,
  openNew,
  place,
  readServer,
  setUpFilling,
  theDevice,
} from './fill-session.ts'

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
    const field = (id: string) => interview.form.fieldById.get(id)
    const shown = (id: string) => {
      const found = field(id)
      return found === undefined ? '' : interview.answers.get(found)
    }
    edit(interview, 'head_name', 'Meena')
    const before = Object.fromEntries(begun.map(id => [id, shown(id)]))
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
