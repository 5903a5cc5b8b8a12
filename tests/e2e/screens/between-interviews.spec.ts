import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn, untilForms } from '../device.ts'
import { test } from '../fixtures.ts'
import { storedSubmissions } from '../stored.ts'

/** The screens between interviews: few taps to what is wanted, and room used as the window has it. */

test.beforeEach(async ({ page, server, backend }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, server.url)
  await expect.poll(() => storedSubmissions(page), { timeout: 60_000 }).toBe(120)
  await untilForms(page, backend.formCount)
})

const rows = (page: Page) => page.getByRole('link', { name: /^View: / })
const days = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search submissions' })
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The heading of a day, as the browser's language writes it. */
const headingOf = (page: Page, time: number) =>
  page.evaluate(
    ms =>
      new Date(ms).toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' }),
    time,
  )

test('a submission of an earlier weekday is three taps from the dashboard', async ({ page }) => {
  const dayMs = 86_400_000
  await page.getByRole('link', { name: /Total Submissions/ }).click()
  await rows(page).first().waitFor()
  // A weekday on which something was submitted, as it is called in speech.
  const names = await days(page).allTextContents()
  const now = await page.evaluate(() => Date.now())
  const ago: number[] = []
  for (let back = 2; back < 7; back += 1) {
    if (names.includes(await headingOf(page, now - back * dayMs))) ago.push(back)
  }
  const [back = 0] = ago
  expect(back).toBeGreaterThan(1)
  const heading = await headingOf(page, now - back * dayMs)
  await search(page).fill(`last ${heading.split(',')[0]}`)
  await expect(days(page)).toHaveText([heading])
  await rows(page).first().click()
  await page.waitForURL('**/surveys/data/*')
})

test(
  'the list is searched by a day as it is typed, and limited by chips',
  { tag: '@deep' },
  async ({ page, server }) => {
    await page.goto(`${server.url}/survey-data`)
    await rows(page).first().waitFor()
    const texts = await days(page).allTextContents()
    const day = texts.find(text => /, \w+ (1[3-9]|2\d|3[01])$/.test(text)) ?? ''
    const [, month = '', date = ''] = /, (\w+) (\d+)$/.exec(day) ?? []
    const figure = await page.evaluate(name => new Date(`${name} 1, 2000`).getMonth() + 1, month)
    for (const typed of [`${date} ${month.slice(0, 3)}`, `${date}/${figure}`]) {
      await search(page).fill(typed)
      await expect(days(page), typed).toHaveText([day])
    }
    await search(page).fill('')
    await chip(page, 'Household Profile').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Submissions')
    await expect(rows(page).first()).toBeVisible()
    // Neither other surveys, nor the name of this one on each row.
    await expect(page.getByRole('article').getByText('Household Profile')).toHaveCount(0)
    await expect(page.getByRole('article').getByText('School Facility Check')).toHaveCount(0)
    await chip(page, 'Household Profile').click()
    await chip(page, 'Today').click()
    await expect(days(page)).toHaveText(['Today'])
    await chip(page, 'This week').click()
    await expect(chip(page, 'Today')).toHaveAttribute('aria-pressed', 'false')
    // The chips are those that the surveyor left.
    await rows(page).first().click()
    await page.waitForURL('**/surveys/data/*')
    await page.goBack()
    await expect(chip(page, 'This week')).toHaveAttribute('aria-pressed', 'true')
  },
)

test('another survey than the last one is started in two taps, and no tab moves', async ({
  page,
}) => {
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const places = () => tabs.evaluateAll(all => all.map(tab => tab.getBoundingClientRect().x))
  const last = await page.getByRole('link', { name: /^New interview: / }).textContent()
  const before = await places()
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  const starts = page.getByRole('link', { name: /^Start Now: / })
  await expect(starts).toHaveCount(3)
  expect(await places()).toEqual(before)
  // One way to start, one way to all, and nothing about a sync that is done.
  await expect(page.getByRole('link', { name: /^New interview/ })).toHaveCount(0)
  await expect(page.getByText('View All')).toHaveCount(1)
  await expect(page.getByText('Surveys to Sync')).toHaveCount(0)
  const names = await starts.evaluateAll(all => all.map(it => it.getAttribute('aria-label') ?? ''))
  const other = names.find(name => !last?.includes(name.replace('Start Now: ', ''))) ?? ''
  await page.getByRole('link', { name: other }).click()
  await page.waitForURL('**/projects/survey/*')
})

test(
  'the submissions of one survey have a button that starts it, and those of all have none',
  { tag: '@deep' },
  async ({ page, server }) => {
    await page.goto(`${server.url}/survey-data`)
    await rows(page).first().waitFor()
    const plus = page.getByRole('link', { name: 'New survey', exact: true })
    await expect(plus).toHaveCount(0)
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    const start = page.getByRole('link', { name: /^Start Now: / }).first()
    const path = (await start.getAttribute('href')) ?? ''
    await page.goto(`${server.url}/survey-data?surveyId=${path.split('/').at(-1)}`)
    await expect(plus).toBeInViewport()
    await plus.click()
    await page.waitForURL(`**${path}`)
  },
)

test(
  'the card of the surveyor shows the picture larger, and leads to the profile',
  { tag: '@deep' },
  async ({ page }) => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const picture = page.getByRole('button', { name: 'Show the picture larger' })
    await picture.click()
    const larger = page.getByRole('dialog').locator('[class*="avatar"]').first()
    const small = await picture.boundingBox()
    await expect
      .poll(async () => (await larger.boundingBox())?.width)
      .toBeGreaterThan(small?.width ?? 0)
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL('**/profile')
  },
)

test(
  'a large window has the tabs at its side, four tiles abreast, and the rows as a table',
  { tag: '@deep' },
  async ({ page, server }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const boxes = (all: Element[]) => all.map(it => it.getBoundingClientRect().toJSON() as DOMRect)
    const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const places = await tabs.evaluateAll(boxes)
    expect(new Set(places.map(({ x }) => x)).size).toBe(1)
    expect(places.every(({ right }) => right < 120)).toBe(true)
    const tiles = page.getByRole('main').locator('a[class*="tile"]')
    expect(new Set((await tiles.evaluateAll(boxes)).map(({ y }) => y)).size).toBe(1)
    const parts = page.getByRole('heading', { name: /^(Activity|Recent Submissions)$/ })
    const [chart, recent] = await parts.evaluateAll(boxes)
    expect(recent?.x).toBeGreaterThan(chart?.right ?? Infinity)

    await page.goto(`${server.url}/survey-data`)
    await rows(page).first().waitFor()
    const lines = await page.getByRole('article').evaluateAll(boxes)
    expect(lines[0]?.width).toBeGreaterThan(1000)
    expect(Math.max(...lines.map(({ height }) => height))).toBeLessThan(72)
    await expect(page.getByText('Survey', { exact: true })).toBeVisible()
  },
)

test('a loss of the network moves nothing on the screen', async ({ page, context }) => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Settings' })
  const logout = page.getByRole('button', { name: 'Logout' })
  await logout.waitFor()
  const before = await heading.boundingBox()
  await context.setOffline(true)
  const banner = page.getByText('You are offline. You can continue the form filling.')
  await expect(banner).toBeVisible()
  expect(await heading.boundingBox()).toEqual(before)
  await expect(banner).toHaveCount(0, { timeout: 10_000 })
  expect(await heading.boundingBox()).toEqual(before)
  await context.setOffline(false)
  // Logout ends on the second window.
  const [end, window] = await logout.evaluate(it => [
    it.getBoundingClientRect().bottom + scrollY,
    innerHeight,
  ])
  expect(end).toBeLessThan((window ?? 0) * 2)
})
