import type { Browser, BrowserContext } from 'playwright'
import { email, password } from '../../tests/e2e/server.ts'
import { openTab } from './chromium.ts'

/** Selects the first row of the list of submissions; the least React app has the same. */
export const firstListRow = 'h2[id^="s-"]'

/**
 * A browser's context in which the product is signed in and on its list of submissions once: the worker has cached
 * everything, and the rows are on the device.
 */
export const prepareProduct = async (browser: Browser, url: string): Promise<BrowserContext> => {
  const { page, context } = await openTab(browser)
  await context.addInitScript(() => {
    if (!location.protocol.startsWith('http')) return
    localStorage.setItem('pwaInstallDismissed', String(Date.now()))
    sessionStorage.setItem('splash_shown_this_session', 'true')
  })
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.goto(`${url}/survey-data`)
  await page.waitForSelector(firstListRow, { timeout: 30_000 })
  await page.close()
  return context
}

/** The id of a form on the server, by its title. */
export const formIdOf = async (
  surveyor: () => Promise<(path: string) => Promise<Response>>,
  title: string,
): Promise<string> => {
  const api = await surveyor()
  const answer = await api('/surveyor/forms?page=1&limit=100')
  const { data } = (await answer.json()) as { data: { id: string; title: string }[] }
  const form = data.find(each => each.title === title)
  if (form === undefined) throw new Error(`The server has no form ${title}.`)
  return form.id
}
