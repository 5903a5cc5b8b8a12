import { expect } from 'playwright/test'
import { fieldAt, submitClose } from './fill-page.ts'
import { test } from '../fixtures.ts'
import { openOwnSurvey } from '../own-survey.ts'

/** An edit that is open and untouched while its submission changes in another tab. */

const sections = [
  { id: 'where', name: 'Where', fields: [{ id: 'village', type: 'TEXT', label: 'Village' }] },
  {
    id: 'members',
    name: 'Members',
    repeat: { min: 1, max: 9, label: 'Member' },
    fields: [{ id: 'name', type: 'TEXT', label: 'Name' }],
  },
]

test(
  'shows what is submitted in another tab, until something is typed',
  { tag: '@deep' },
  async ({ page, context, server }) => {
    await openOwnSurvey(page, server.url, sections)
    const village = (tab = page) => fieldAt(tab, 0).locator('input')
    const names = (tab = page) => tab.getByRole('textbox', { name: /Name/ })
    await village().fill('Rampura')
    await fieldAt(page, 1).locator('input').fill('Asha')
    await submitClose(page).click()
    const heading = await page.locator('h3[id^="s-"]').first().getAttribute('id')
    await page.goto(`${server.url}/surveys/data/${heading?.slice('s-'.length)}?edit=true`)
    await expect(village()).toHaveValue('Rampura')
    const other = await context.newPage()
    await other.goto(page.url())
    await village(other).fill('Bopal')
    await other.getByRole('button', { name: 'Add: Member' }).click()
    await names(other).last().fill('Ravi')
    await submitClose(other).click()
    await expect(village()).toHaveValue('Bopal')
    await expect(names().last()).toHaveValue('Ravi')
    await village().fill('Typed here')
    await other.goto(page.url())
    await names(other).first().fill('Meena')
    await submitClose(other).click()
    await expect(other.getByText('Meena').first()).toBeVisible()
    await expect(village()).toHaveValue('Typed here')
  },
)
