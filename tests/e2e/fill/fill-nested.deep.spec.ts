import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { pressSoftly, submitClose } from './fill-page.ts'
import { test } from '../fixtures.ts'
import { importSections, openOwnSurvey } from '../own-survey.ts'
import { untilStored } from '../stored-fixtures.ts'

/** A form with repeats within repeats, as the importer makes it, in a real browser. */

const survey = [
  ['type', 'name', 'label', 'relevant', 'required', 'calculation'],
  ['text', 'village', 'Village'],
  ['begin repeat', 'household', 'Household'],
  ['text', 'head', 'Head of household'],
  ['begin repeat', 'member', 'Member'],
  ['text', 'who', 'Name', null, 'yes'],
  ['integer', 'age', 'Age of ${who}'],
  ['text', 'school', 'School', '${age} < 18'],
  ['end repeat'],
  ['note', 'summed', 'Together ${years} years'],
  ['calculate', 'years', null, null, null, 'sum(${age})'],
  ['text', 'remark', 'Remark'],
  ['end repeat'],
]

test.beforeEach(async ({ page, server }) => {
  await openOwnSurvey(page, server.url, await importSections(survey))
})

/** The input with this label in the occurrence with this title. */
const input = (page: Page, title: string | RegExp, label: RegExp) =>
  page.getByRole('group', { name: title }).getByRole('textbox', { name: label })
const add = (page: Page, what: string) => page.getByRole('button', { name: `Add: ${what}` })
test('members are asked, added and removed in their household, and stay in it on the way', async ({
  page,
  server,
  backend,
}) => {
  await input(page, /^Household · 1$/, /Head/).fill('Asha')
  await input(page, /› Member · 1/, /Name/).fill('Ravi')
  await add(page, 'Household · 1 › Member').click()
  await page.keyboard.type('Meena')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12')
  await page.getByRole('textbox', { name: /School/ }).fill('Hill School')
  await expect(page.getByText('Together 12 years')).toBeVisible()
  await add(page, 'Household').last().click()
  await page.keyboard.type('Imran')
  await pressSoftly(submitClose(page))
  await expect(
    page.getByRole('link', { name: /Name \(Household · 2 – Imran › Member · 1\)/ }),
  ).toBeVisible()
  await page.getByRole('link', { name: /Name \(Household · 2/ }).click()
  await page.keyboard.type('Sana')
  expect(await axeFindings(page), 'two households').toEqual([])
  await page.getByRole('button', { name: 'Review answers' }).first().click()
  await expect(
    page.getByRole('heading', { name: 'Household · 1 – Asha › Member · 2 – Meena' }).last(),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  await untilStored(page, 'form_responses')
  await page.reload()
  const titles = page.locator('h4')
  await expect(titles).toHaveText([
    'Member',
    'Household · 1 – Asha › Member · 1 – Ravi',
    'Household · 1 – Asha › Member · 2 – Meena',
    'Member',
    'Household · 2 – Imran › Member · 1 – Sana',
  ])
  const known = new Set((await backend.rows()).map(({ id }) => id))
  await submitClose(page).click()
  await page.waitForURL('**/survey-data**')
  const sent = (await backend.rows()).find(({ id }) => !known.has(id))
  await page.goto(`${server.url}/surveys/data/${sent?.id ?? ''}`)
  await expect(page.getByRole('heading', { name: 'Household · 2 › Member · 1' })).toBeVisible()
  expect(await axeFindings(page), 'detail').toEqual([])
})
