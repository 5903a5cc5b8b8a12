import { beforeEach, describe, expect, it } from 'vitest'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { until } from '../../env.ts'
import { answersOnServer, fieldNamed, openForm, publishWorkbook } from './imported-form.ts'
import { editOf, place, setUpFilling, theDevice } from './session.ts'

/** Answers that the change of another one sets, in a form that was imported, on the real server. */

setUpFilling()

const survey = [
  ['type', 'name', 'label', 'calculation', 'trigger', 'relevant'],
  ['text', 'a', 'A', null, null, null],
  ['text', 'b', 'B', "concat(${a}, '-b')", '${a}', null],
  ['text', 'c', 'C', "concat(${half}, '-c')", '${b}', null],
  ['calculate', 'half', null, "concat(${b}, '/2')", null, null],
  ['text', 'cleared', 'Cleared', null, '${a}, ${c}', null],
  ['calculate', 'stamp', null, 'now()', '${a}', null],
  ['text', 'hidden', 'Hidden', '${a}', '${a}', "${a} = 'show'"],
  ['text', 'first', 'First', '${second}', '${second}', null],
  ['text', 'second', 'Second', "concat(${first}, '+')", '${first}', null],
  ['begin repeat', 'house', 'House', null, null, null],
  ['text', 'head', 'Head', null, null, null],
  ['text', 'owner', 'Owner', '${head}', '${head}', null],
  ['begin repeat', 'member', 'Member', null, null, null],
  ['text', 'who', 'Who', null, null, null],
  ['text', 'called', 'Called', "concat(${who}, ' ', ${head})", '${who}, ${head}', null],
  ['end repeat', null, null, null, null, null],
  ['end repeat', null, null, null, null, null],
  ['text', 'last_owner', 'Last', "concat('of ', ${a})", '${head}', null],
] as const

let interview: Interview
let formId = ''

beforeEach(async () => {
  formId = await publishWorkbook({ survey: survey.map(row => [...row]) })
  interview = await openForm(formId)
})

const at = (id: string, number = 0, of = interview) => fieldNamed(of, id, number)
const type = (id: string, value: string, number = 0): void => interview.edit(at(id, number), value)
const answer = (id: string, number = 0, of = interview) => of.answers.get(at(id, number, of))
const answers = (...ids: readonly string[]) => ids.map(id => answer(id))
const draftId = async (): Promise<string> => {
  await interview.writer.flush()
  return (await interview.writer.begin()).id
}
const submitted = async (): Promise<string> => {
  expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
  return interview.writer.draft()?.id ?? ''
}

describe('an answer that another one sets', () => {
  it('follows each change of it, and may be changed in between', () => {
    type('a', 'x')
    expect(answer('b')).toBe('x-b')
    type('b', 'own')
    type('cleared', 'kept')
    type('a', 'x')
    expect(answers('b', 'cleared')).toEqual(['own', 'kept'])
    type('a', 'y')
    expect(answers('b', 'cleared')).toEqual(['y-b', ''])
  })

  it('sets others in turn, after what is calculated from it', () => {
    type('a', 'x')
    expect(answers('b', 'half', 'c')).toEqual(['x-b', 'x-b/2', 'x-b/2-c'])
  })

  it('ends where two set each other', () => {
    type('first', 'f')
    expect(answers('first', 'second')).toEqual(['f', 'f+'])
    type('second', 's')
    expect(answers('first', 'second')).toEqual(['s', 's'])
  })

  it('is set also while it is hidden', () => {
    type('a', 'show')
    expect(interview.logic.isVisible(at('hidden'))).toBe(true)
    type('a', 'no')
    expect([interview.logic.isVisible(at('hidden')), answer('hidden')]).toEqual([false, 'no'])
  })

  it('is in the same occurrence, in those within it, or outside of repeats', () => {
    interview.addOccurrence('house')
    const [, second] = interview.form.repeats.filter(({ sectionId }) => sectionId === 'member')
    interview.addOccurrence(second?.key ?? '')
    const [one = 0, two = 0] =
      interview.form.repeats.filter(({ sectionId }) => sectionId === 'member')[1]?.occurrences ?? []
    type('a', 'x')
    type('head', 'Ravi', 1)
    expect([answer('owner'), answer('owner', 1)]).toEqual(['', 'Ravi'])
    expect([answer('called', 0), answer('called', one), answer('called', two)]).toEqual([
      '',
      ' Ravi',
      ' Ravi',
    ])
    expect(answer('last_owner')).toBe('of x')
    type('who', 'Asha', two)
    expect([answer('called', one), answer('called', two)]).toEqual([' Ravi', 'Asha Ravi'])
  })

  it('is stored in one write with the change that set it', async () => {
    type('last_owner', 'begun')
    await interview.writer.flush()
    const { form_responses } = theDevice().db
    const { storageInstance } = form_responses
    const write = storageInstance.bulkWrite.bind(storageInstance)
    const written: string[][] = []
    storageInstance.bulkWrite = (rows, context) => {
      written.push(rows.map(({ document }) => document.question_id).toSorted())
      return write(rows, context)
    }
    type('a', 'x')
    await interview.writer.flush()
    storageInstance.bulkWrite = write
    expect(written.filter(ids => ids.includes('a'))).toEqual([['a', 'b', 'c', 'hidden', 'stamp']])
  })

  it('is not set again by opening the draft', async () => {
    type('a', 'x')
    type('b', 'own')
    const stamp = answer('stamp')
    expect(stamp).not.toBe('')
    const id = await draftId()
    theDevice().env.clock.advance(60_000)
    const again = await openForm(formId, { kind: 'draft', id })
    expect(['a', 'b', 'stamp'].map(name => answer(name, 0, again))).toEqual(['x', 'own', stamp])
    again.edit(at('a', 0, again), 'z')
    expect(answer('b', 0, again)).toBe('z-b')
    expect(answer('stamp', 0, again)).not.toBe(stamp)
  })

  it('is shown in another tab', async () => {
    type('a', 'x')
    const id = await draftId()
    const other = await openForm(formId, { kind: 'draft', id })
    type('a', 'y')
    await interview.writer.flush()
    await until('the other tab shows it', () => answer('c', 0, other) === 'y-b/2-c')
    expect(answer('b', 0, other)).toBe('y-b')
  })

  it('is sent as it was changed, and the server accepts it', async () => {
    type('a', 'x')
    type('b', 'own')
    const id = await submitted()
    expect(await answersOnServer(id)).toMatchObject({ a: 'x', b: 'own', c: 'own/2-c' })
  })

  it('is undone with the change when an edit is discarded', async () => {
    type('a', 'x')
    const id = await submitted()
    interview = await openForm(formId, { kind: 'edit', id })
    expect(answers('b', 'c')).toEqual(['x-b', 'x-b/2-c'])
    type('a', 'y')
    await interview.writer.flush()
    expect(await editOf(id)).toMatchObject({ a: 'y', b: 'y-b' })
    await interview.discard()
    const again = await openForm(formId, { kind: 'edit', id })
    expect(['a', 'b', 'c'].map(name => answer(name, 0, again))).toEqual(['x', 'x-b', 'x-b/2-c'])
    expect(await editOf(id)).toEqual({})
    again.edit(at('a', 0, again), 'z')
    await again.writer.flush()
    expect(await editOf(id)).toMatchObject({ a: 'z', b: 'z-b', c: 'z-b/2-c' })
  })
})
