import type { Page } from 'playwright'
import { fillField, type PublishedField } from './form-filler.ts'
import { fieldsOf, type OurBackend } from './our-backend.ts'

/** A form that is quickly filled in, and what it does not accept to be empty. */
export interface ShortForm {
  readonly id: string
  readonly title: string
  readonly fields: readonly RequiredField[]
}

type RequiredField = PublishedField & { readonly is_required: boolean }

/** Reads it from the server; by default the shortest of the demo's forms. */
export const readShortForm = async (
  backend: OurBackend,
  title = 'Child Nutrition Screening',
): Promise<ShortForm> => {
  const form = await backend.readForm(title)
  return { id: form.id, title: form.title, fields: fieldsOf(form) as readonly RequiredField[] }
}

/** Fills in what is required. */
export const fillRequired = async (page: Page, form: ShortForm): Promise<void> => {
  for (const [index, field] of form.fields.entries()) {
    if (field.is_required) await fillField(page, field, index)
  }
}

/** Fills in the form on a new screen and saves it; comes back when the device has it. */
export const saveOne = async (page: Page, clientUrl: string, form: ShortForm): Promise<void> => {
  await page.goto(`${clientUrl}/projects/survey/${form.id}`)
  await fillRequired(page, form)
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
}
