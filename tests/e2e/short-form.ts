import type { Page } from 'playwright'
import { fillField, type PublishedField } from './form-filler.ts'
import { fieldsOf, type OurBackend } from './our-backend.ts'

/** A short form, with its required fields. */
export interface ShortForm {
  readonly id: string
  readonly title: string
  readonly fields: readonly RequiredField[]
}

type RequiredField = PublishedField & { readonly is_required: boolean }

/** Reads a form from the server; by default the shortest of the demo's. */
export const readShortForm = async (
  backend: OurBackend,
  title = 'Child Nutrition Screening',
): Promise<ShortForm> => {
  const form = await backend.readForm(title)
  return { id: form.id, title: form.title, fields: fieldsOf(form) as readonly RequiredField[] }
}

/** Fills in the required fields. */
export const fillRequired = async (page: Page, form: ShortForm): Promise<void> => {
  for (const [index, field] of form.fields.entries()) {
    if (field.is_required) await fillField(page, field, index)
  }
}

/** Opens the form, fills it in and saves it. Resolves when it is stored. */
export const saveOne = async (page: Page, clientUrl: string, form: ShortForm): Promise<void> => {
  await page.goto(`${clientUrl}/projects/survey/${form.id}`)
  await fillRequired(page, form)
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
}
