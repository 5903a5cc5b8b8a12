import type { Page } from 'playwright'
import { importFile } from '../../server/import/import-file.ts'
import { workbook } from '../server/import/make-workbook.ts'
import { signIn } from './device.ts'
import { openSurvey } from './fill/fill-page.ts'

/** Surveys that a test defines itself, in place of one of the demo's. */

const formId = 'household-profile'

/** The sections that the import makes of the survey sheet of a workbook. */
export const importSections = async (
  survey: Parameters<typeof workbook>[0][string],
): Promise<readonly unknown[]> => {
  const bytes = workbook({ survey, choices: [['list_name', 'name', 'label']] })
  const options = { id: null, title: null, leaveOutBroken: false }
  return (await importFile(bytes, 'survey.xlsx', options)).form.sections
}

/** Signs in and opens a survey with these sections. The server itself has others. */
export const openOwnSurvey = async (
  page: Page,
  url: string,
  sections: readonly unknown[],
): Promise<void> => {
  await page.context().route(`**/api/surveyor/forms/${formId}`, async route => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, sections } } })
  })
  await signIn(page, url)
  await openSurvey(page, url, formId)
}
