import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { fieldAt, pressSoftly, submitClose } from './fill-page.ts'
import { test } from '../fixtures.ts'
import { openOwnSurvey } from '../own-survey.ts'
import { untilStored } from '../stored-fixtures.ts'

/** A survey with a repeating section, in three languages, on a server that supports neither. */

const words = (en: string, hi: string, ar: string) => ({ label: en, labels: { en, hi, ar } })
const sections = [
  {
    id: 'where',
    name: 'Where',
    names: { en: 'Where', hi: 'कहाँ', ar: 'أين' },
    fields: [{ id: 'village', type: 'TEXT', ...words('Village', 'गाँव', 'القرية') }],
  },
  {
    id: 'members',
    name: 'Household members',
    repeat: { min: 1, max: 3, ...words('Member', 'सदस्य', 'عضو') },
    fields: [
      { id: 'name', type: 'TEXT', is_required: true, ...words('Name', 'नाम', 'الاسم') },
      { id: 'age', type: 'NUMBER', ...words('Age', 'आयु', 'العمر') },
      {
        id: 'school',
        type: 'TEXT',
        ...words('School', 'विद्यालय', 'المدرسة'),
        visible_if: { '<': [{ var: 'age' }, 18] },
      },
    ],
  },
  {
    id: 'sums',
    name: 'Sums',
    fields: [
      {
        id: 'ages',
        type: 'NUMBER',
        ...words('All ages', 'कुल आयु', 'مجموع الأعمار'),
        calculate: { sum: [{ var: 'age' }] },
        show_calculation: true,
      },
    ],
  },
]
/** The indexes of the first occurrence's questions. Each further occurrence is one template length later. */
const at = { village: 0, name: 1, age: 2, school: 3, ages: 4 }
const next = 5

test.beforeEach(async ({ page, server }) => {
  await openOwnSurvey(page, server.url, sections)
})

const input = (page: Page, index: number) => fieldAt(page, index).locator('input').first()
const add = (page: Page) => page.getByRole('button', { name: 'Add: Member' })

test(
  'a question that is hidden again is unreachable, and comes back with its answer',
  { tag: '@deep' },
  async ({ page }) => {
    const school = fieldAt(page, at.school)
    const reachable = page.getByRole('textbox', { name: /School/ })
    await input(page, at.name).fill('Ravi')
    await input(page, at.age).fill('12')
    await input(page, at.school).fill('Hill School')
    await expect(reachable).toHaveCount(1)
    await expect(page.getByText('3 of 4 answered')).toBeVisible()

    await input(page, at.age).fill('41')
    await expect(school).toBeHidden()
    await expect(reachable).toHaveCount(0)
    await expect(page.getByText('2 of 3 answered')).toBeVisible()
    expect(await axeFindings(page), 'hidden').toEqual([])
    await input(page, at.age).press('Tab')
    await expect(add(page)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(input(page, at.age)).toBeFocused()

    await input(page, at.age).fill('13')
    await expect(input(page, at.school)).toHaveValue('Hill School')
    await expect(reachable).toHaveCount(1)
  },
)

test('occurrences are added, read by rules, validated, removed, and sent with their numbers', async ({
  page,
  server,
  backend,
}) => {
  await expect(page.getByRole('heading', { name: 'Household members' })).toBeVisible()
  expect(await axeFindings(page), 'one occurrence').toEqual([])
  await input(page, at.name).fill('Asha')
  await input(page, at.age).fill('41')
  await expect(fieldAt(page, at.school)).toHaveCount(0)

  await add(page).click()
  await expect(input(page, at.name + next)).toBeFocused()
  await input(page, at.age + next).fill('12')
  await expect(fieldAt(page, at.school + next)).toBeVisible()
  await expect(fieldAt(page, at.ages).locator('output')).toHaveText('53')
  await pressSoftly(submitClose(page))
  await page.getByRole('link', { name: '2. Name (Member · 2)' }).click()
  await expect(input(page, at.name + next)).toBeFocused()
  expect(await axeFindings(page), 'refused').toEqual([])
  await input(page, at.name + next).fill('Ravi')

  await add(page).click()
  await expect(page.getByText('At most 3')).toBeVisible()
  await input(page, at.name + 2 * next).fill('Meena')
  await untilStored(page, 'form_responses')
  await page.reload()
  await expect(input(page, at.name + 2 * next)).toHaveValue('Meena')

  await page.getByRole('button', { name: 'Remove Member · 2' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await axeFindings(page), 'removing').toEqual([])
  await page.getByRole('button', { name: 'Yes, Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Member · 3' })).toHaveCount(0)
  await expect(add(page)).toBeFocused()
  await expect(input(page, at.name + 2 * next)).toHaveValue('Meena')
  await expect(fieldAt(page, at.ages).locator('output')).toHaveText('41')

  await page.getByRole('button', { name: 'Review answers' }).first().click()
  const review = page.getByRole('dialog', { name: 'Review answers' })
  await expect(review.getByRole('heading', { name: 'Member · 2' })).toBeVisible()
  await page.keyboard.press('Escape')
  const known = new Set((await backend.rows()).map(({ id }) => id))
  await submitClose(page).click()
  await page.waitForURL('**/survey-data**')
  const sent = (await backend.rows()).find(({ id }) => !known.has(id))
  const surveyor = await server.surveyor()
  const answered = await surveyor(`/surveyor/form-submissions/${sent?.id ?? ''}`)
  const { data } = (await answered.json()) as {
    data: { answers: { form_field_id: string; occurrence: number; value: string }[] }
  }
  const names = data.answers
    .filter(({ form_field_id, value }) => form_field_id === 'name' && value !== '')
    .map(({ occurrence, value }) => [occurrence, value])
  expect(names).toEqual([
    [0, 'Asha'],
    [2, 'Meena'],
  ])
})

test(
  'the questions are read in another language and direction, and again at the next visit',
  { tag: '@deep' },
  async ({ page }) => {
    const form = page.locator('div[lang]').first()
    await expect(form).toHaveAttribute('lang', 'en')
    await input(page, at.village).fill('Rampura')
    await page.getByLabel('Language of the questions').selectOption('العربية')
    await expect(form).toHaveAttribute('dir', 'rtl')
    await expect(fieldAt(page, at.village)).toContainText('القرية')
    await expect(input(page, at.village)).toHaveValue('Rampura')
    await expect(page.getByRole('heading', { name: 'عضو · 1' })).toBeVisible()
    expect(await axeFindings(page), 'Arabic').toEqual([])
    await untilStored(page, 'form_responses')
    await page.reload()
    await expect(fieldAt(page, at.village)).toContainText('القرية')
    await page.getByLabel('Language of the questions').selectOption('हिन्दी')
    await expect(form).toHaveAttribute('dir', 'ltr')
    await expect(form).toHaveAttribute('lang', 'hi')
    await expect(fieldAt(page, at.age)).toContainText('आयु')
  },
)
