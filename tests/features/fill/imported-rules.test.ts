import { expect, it } from 'vitest'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { answersOnServer, fieldNamed, openForm, publishWorkbook } from './imported-form.ts'
import { place, setUpFilling, theDevice } from './session.ts'

/** Rules of imported forms, on a device and the real server. */

setUpFilling({ pastTotal: 0 })

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
