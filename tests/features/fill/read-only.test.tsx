// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { AppContext, WorkspaceContext } from '../../../src/context.tsx'
import {
  createReviewLook,
  type ReviewLook,
} from '../../../src/features/fill/comments/review-look.ts'
import { FillContext } from '../../../src/features/fill/fill-context.tsx'
import { loadInputs } from '../../../src/features/fill/inputs/inputs.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { FieldView } from '../../../src/features/fill/questions/field.tsx'
import { createKeyedStore } from '../../../src/lib/keyed-store.ts'
import { importFile } from '../../../server/import/import-file.ts'
import { compile, fieldOf } from '../../form/form-fixtures.ts'
import { workbook } from '../../server/import/make-workbook.ts'
import { questionsOf } from '../../server/import/walk-source.ts'
import { createFillDevice, newInterview, type FillDevice } from './fixtures.ts'

/** A question that cannot be changed while a condition holds, in an imported form. */

const survey = [
  ['type', 'name', 'label', 'read_only', 'required', 'constraint'],
  ['select_one yn', 'checked', 'Checked?', null, null, null],
  ['integer', 'age', 'Age', "${checked} = 'yes'", 'yes', '. < 120'],
]
const choices = [
  ['list_name', 'name', 'label'],
  ['yn', 'yes', 'Yes'],
  ['yn', 'no', 'No'],
]
const imported = await importFile(workbook({ survey, choices }), 'f.xlsx', {
  id: null,
  title: null,
  leaveOutBroken: false,
})
const form = compile(questionsOf(imported.form))
const [checked, age] = ['checked', 'age'].map(id => fieldOf(form, id))

let device: FillDevice
let interview: Interview
let review: ReviewLook

beforeAll(() => loadInputs(form.fields))
beforeEach(async () => {
  device = await createFillDevice()
  interview = newInterview(device, form)
  review = createReviewLook({ db: device.db, clock: device.env.clock, interview })
})
afterEach(async () => {
  cleanup()
  await interview.close()
  await device.db.close()
})

const show = () =>
  render(
    <AppContext value={{ env: { ...device.env, install: { isApple: false } } } as never}>
      <WorkspaceContext value={{ db: device.db } as never}>
        <FillContext value={{ interview, review, held: createKeyedStore(false) } as never}>
          {form.fields.map(field => (
            <FieldView key={field.id} field={field} />
          ))}
        </FillContext>
      </WorkspaceContext>
    </AppContext>,
  )
const edit = (field: typeof age, value: string) => {
  if (field === undefined) throw new Error('The form lacks it.')
  act(() => interview.edit(field, value))
}

it('is shown without a box while the condition holds, and is a question again after it', async () => {
  show()
  edit(age, '41')
  expect(await screen.findByRole('textbox', { name: /Age/ })).toMatchObject({ value: '41' })
  edit(checked, 'yes')
  expect(screen.queryByRole('textbox', { name: /Age/ })).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('41')
  edit(checked, 'no')
  expect(screen.getByRole('textbox', { name: /Age/ })).toMatchObject({ value: '41' })
})

it('is said in the report where it is also required', () => {
  const lines = imported.report.filter(({ outcome }) => outcome !== 'translated')
  expect(lines.map(({ what }) => what)).toEqual([
    'survey!B3: while it is read only, it may stay without an answer',
  ])
})
