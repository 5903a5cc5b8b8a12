import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, type Phone } from '../device.ts'
import { email, password, startServer, type RunningServer } from '../server.ts'

/** From the login to an answer by keyboard only, with a visible focus at every step. */

let server: RunningServer
let phone: Phone
let page: Page

test.beforeAll(async () => {
  server = await startServer()
  phone = await createPhone([server.url])
  page = await (await phone.open()).newPage()
})
test.afterAll(async () => {
  await phone.remove()
  await server.stop()
})

/** The focused element's accessible name. */
const focused = () =>
  page.evaluate(() => {
    const { activeElement } = document
    return (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '').trim()
  })

/** Presses Tab until an element with this name is focused, with a visible focus. */
const tabTo = async (name: RegExp): Promise<void> => {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (!name.test(await focused())) continue
    const isSeen = await page.evaluate(() => {
      const element = document.activeElement
      if (element === null) return false
      const box = element.getBoundingClientRect()
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      return element.matches(':focus-visible') && (element.contains(top) || top?.contains(element))
    })
    expect(isSeen, `${name} is seen to have the focus, under no bar`).toBe(true)
    return
  }
  throw new Error(`Tab never came to ${name}; last at ${await focused()}.`)
}

const isAtHeading = async (name: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused()
}

test('sign in, dashboard, list, submission and back, by keyboard only', async () => {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await isAtHeading('Overview')
  await page.getByText('120', { exact: true }).first().waitFor()

  await tabTo(/Total Submissions/)
  await page.keyboard.press('Enter')
  await isAtHeading('All Submissions')
  await page.locator('h3[id^="s-"]').first().waitFor()
  // A card is named by its interview, or by its form where the interview has no name.
  const name = (await page.locator('h3[id^="s-"]').first().textContent()) ?? ''
  await tabTo(/^View: /)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Back' }).waitFor()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible()

  await tabTo(/^Delete$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await focused()).toBe('Delete')

  await page.goBack()
  await isAtHeading('All Submissions')
  expect(phone.complaints()).toEqual([])
})

test('the first Tab offers to skip the header, and the account menu opens and closes by keyboard', async () => {
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
  await page.getByRole('button', { name: /^Account of/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeHidden()
  expect(await focused()).toMatch(/^Account of/)
})
