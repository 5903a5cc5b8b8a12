import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { createPhone, signInForField } from '../device.ts'
import { submitClose } from '../fill/fill-page.ts'
import { test } from '../fixtures.ts'
import { readQueue, refreshNow } from '../workspace.ts'
import { first, prepareSecond, second, signInAs } from '../surveyors.ts'

/** A household from its registration to another surveyor, on two phones. */

const head = 'Zarina Qureshi'

const openCases = (page: Page, url: string) => page.goto(`${url}/cases`)
const rowOf = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) })

/** Sends what waits. */
const sync = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/sync`)
  await page
    .getByRole('button', { name: /^Sync (Now|All)$/ })
    .first()
    .click()
  await expect.poll(async () => (await readQueue(page)).waiting, { timeout: 30_000 }).toBe(0)
}

const fillVisit = async (page: Page, before: string, members: string): Promise<void> => {
  const now = page.getByLabel('How many people live here now?')
  await expect(now).toHaveValue(before)
  await now.fill(members)
  await submitClose(page).click()
  await page.waitForURL(url => !url.pathname.startsWith('/projects/survey/'))
}

test('a household is registered, visited offline, corrected, and handed on', async ({
  page,
  context,
  server,
  backend,
}) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(20_000)
  const { url } = server
  await signInForField(page, url, backend.formCount)

  await context.setOffline(true)
  await page.goto(`${url}/projects/survey/household-registration`)
  await page.getByLabel('Head of the household').fill(head)
  await page.locator('select').first().selectOption({ index: 1 })
  await page.getByLabel('How many people live here?').fill('3')
  await submitClose(page).click()
  await page.waitForURL(at => !at.pathname.startsWith('/projects/survey/'))

  // Two taps: the household, then its visit.
  await openCases(page, url)
  await expect(rowOf(page, head)).toContainText('Waits to be sent')
  expect(await axeFindings(page)).toEqual([])
  await rowOf(page, head).click()
  const caseId = page.url().split('/').at(-1) ?? ''
  await page.getByRole('link', { name: 'Begin: Household Visit' }).click()
  await fillVisit(page, '3', '4')
  await page.goto(`${url}/cases/${caseId}`)
  await expect(page.getByRole('heading', { name: new RegExp(head) })).toBeVisible()
  await expect(page.getByText('Visited')).toHaveCount(1)
  await expect(page.getByText('Registered')).toHaveCount(1)
  expect(await axeFindings(page)).toEqual([])

  await context.setOffline(false)
  await sync(page, url)

  // A corrected registration corrects the household.
  await page.goto(`${url}/cases/${caseId}`)
  await page.getByRole('link', { name: /^Registered/ }).click()
  await page
    .getByRole('button', { name: 'Edit' })
    .or(page.getByRole('link', { name: 'Edit' }))
    .first()
    .click()
  await page.getByLabel('Head of the household').fill(`${head} Khan`)
  await submitClose(page).click()
  await page.waitForURL(at => !at.search.includes('edit'))
  await openCases(page, url)
  await expect(rowOf(page, `${head} Khan`)).toBeVisible()
  await sync(page, url)

  await prepareSecond(server)
  await server.admin('case', 'assign', caseId, '--to', second.email, '--only')
  const other = await createPhone([url])
  try {
    const elsewhere = await (await other.open()).newPage()
    await elsewhere.goto(url)
    await signInAs(elsewhere, second)
    await expect(async () => {
      await openCases(elsewhere, url)
      await expect(rowOf(elsewhere, `${head} Khan`)).toBeVisible({ timeout: 4000 })
    }).toPass({ timeout: 60_000 })
    await rowOf(elsewhere, `${head} Khan`).click()
    await elsewhere.getByRole('link', { name: 'Begin: Household Visit' }).click()
    await fillVisit(elsewhere, '4', '5')
    await sync(elsewhere, url)
  } finally {
    await other.remove()
  }
  const history = await server.admin('case', 'history', caseId)
  expect(history).toMatch(new RegExp(`create  ${first.email}[\\s\\S]*members="5"`))

  // It is another surveyor's now.
  await page.goto(`${url}/sync`)
  await refreshNow(page, 'submissions')
  await expect(async () => {
    await openCases(page, url)
    await expect(page.locator('main li').first()).toBeVisible({ timeout: 4000 })
    expect(await rowOf(page, head).count()).toBe(0)
  }).toPass({ timeout: 60_000 })
})
