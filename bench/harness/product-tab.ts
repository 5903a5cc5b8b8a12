import type { Browser, BrowserContext } from 'playwright'
import { signIn, untilWorker } from '../../tests/e2e/device.ts'
import { openTab } from './chromium.ts'

/** Selects the first row of the list of submissions; the least React app has the same. */
export const firstListRow = 'h3[id^="s-"]'

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
  await signIn(page, url)
  await untilWorker(page)
  await page.goto(`${url}/survey-data`)
  await page.waitForSelector(firstListRow, { timeout: 30_000 })
  await page.close()
  return context
}
