import { expect, it } from 'vitest'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { answersOnServer, fieldNamed, openForm, publishWorkbook } from './imported-form.ts'
import { place, setUpFilling, theDevice } from './session.ts'

/** Rules of imported forms, on a device and the real server. */

setUpFilling()

const answer = (interview: Interview, answers: Readonly<Record<string, string>>): void => {
  for (const [id, value] of Object.entries(answers)) {
    interview.edit(fieldNamed(interview, id), value)
  }
}
const submitted = async (interview: Interview): Promise<string> => {
  expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
  return interview.writer.draft()?.id ?? ''
}

it('a question is neither required nor checked while it is read only, and its answer is sent', async () => {
  const formId = await publishWorkbook({
    survey: [
      ['type', 'name', 'label', 'read_only', 'required', 'constraint'],
      ['text', 'checked', 'Checked?', null, null, null],
      ['integer', 'age', 'Age', "${checked} = 'yes'", 'yes', '. < 120'],
    ],
  })
  const interview = await openForm(formId)
  const problem = () => interview.validity.problem('age')?.kind
  expect(problem()).toBe('required')
  answer(interview, { age: '150' })
  expect(problem()).toBe('notValid')
  answer(interview, { checked: 'yes' })
  expect([problem(), interview.validity.progress().total]).toEqual([undefined, 1])
  const id = await submitted(interview)
  expect(await answersOnServer(id)).toEqual({ checked: 'yes', age: '150' })
})

it('an interview has one id of its own, in every opening', async () => {
  const formId = await publishWorkbook({
    survey: [
      ['type', 'name', 'label', 'calculation'],
      ['text', 'who', 'Who?', null],
      ['calculate', 'key', null, "concat('HH-', ${instanceID})"],
      ['calculate', 'bare', null, 'substr(instanceID, 0, 5)'],
      ['calculate', 'path', null, '/data/meta/instanceID'],
      ['note', 'shown', 'It is ${instanceID}.', null],
    ],
  })
  const interview = await openForm(formId)
  answer(interview, { who: 'Asha' })
  await interview.writer.flush()
  const { id: draftId } = await interview.writer.begin()
  const again = await openForm(formId, { kind: 'draft', id: draftId })
  const own = again.answers.get(fieldNamed(again, 'instanceID'))
  expect(own).toMatch(/^uuid:[0-9a-f-]{36}$/)
  const id = await submitted(again)
  const edited = await openForm(formId, { kind: 'edit', id })
  answer(edited, { who: 'Ravi' })
  await submitted(edited)
  const { key, bare, path, instanceID } = await answersOnServer(id)
  expect([key, bare, path, instanceID]).toEqual([`HH-${String(own)}`, 'uuid:', own, own])
})

it('the parts of a position are read by their names in Survey123', async () => {
  const of = (part: string, place = '${place}') => `pulldata("@geopoint", ${place}, ${part})`
  const formId = await publishWorkbook({
    survey: [
      ['type', 'name', 'label', 'calculation'],
      ['geopoint', 'place', 'Where?', null],
      ['calculate', 'lat', null, of("'latitude'")],
      ['calculate', 'x', null, of('"x"')],
      ['calculate', 'y', null, of("'y'")],
      ['calculate', 'alt', null, of("'altitude'")],
      ['calculate', 'close', null, `if(${of("'accuracy'")} < 10, 'yes', 'no')`],
      ['calculate', 'sum', null, `${of("'longitude'")} + 1`],
    ],
  })
  const interview = await openForm(formId)
  const read = () =>
    ['lat', 'x', 'y', 'alt', 'close', 'sum'].map(id =>
      interview.answers.get(fieldNamed(interview, id)),
    )
  expect(read()).toEqual(['', '', '', '', 'no', ''])
  answer(interview, { place: '23.5 -69.25 12 4.5' })
  expect(read()).toEqual(['23.5', '-69.25', '23.5', '12', 'yes', '-68.25'])
})

it('an interview begins with answers of the last one, where its defaults read them', async () => {
  const formId = await publishWorkbook({
    survey: [
      ['type', 'name', 'label', 'default', 'calculation'],
      ['text', 'village', 'Village', '${last-saved#village}', null],
      ['integer', 'number', 'Number', 'coalesce(${last-saved#number}, 0) + 1', null],
      ['select_multiple kinds', 'kinds', 'Kinds', '${last-saved#kinds}', null],
      ['calculate', 'shown', null, null, "concat(${village}, '!')"],
      ['text', 'before', 'Before', '${last-saved#shown}', null],
    ],
    choices: [
      ['list_name', 'name', 'label'],
      ['kinds', 'a', 'A'],
      ['kinds', 'b', 'B'],
    ],
  })
  const read = (interview: Interview) =>
    ['village', 'number', 'kinds', 'before'].map(id =>
      interview.answers.get(fieldNamed(interview, id)),
    )
  const first = await openForm(formId)
  expect(read(first)).toEqual(['', '1', [], ''])
  answer(first, { village: 'Rampura' })
  first.edit(fieldNamed(first, 'kinds'), ['a', 'b'])
  await submitted(first)
  const second = await openForm(formId)
  expect(read(second)).toEqual(['Rampura', '2', ['a', 'b'], 'Rampura!'])
  answer(second, { village: 'Bopal' })
  await second.writer.flush()
  const { id } = await second.writer.begin()
  await submitted(await openForm(formId))
  const resumed = await openForm(formId, { kind: 'draft', id })
  expect(read(resumed)).toEqual(['Bopal', '2', ['a', 'b'], 'Rampura!'])
})
