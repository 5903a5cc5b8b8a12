import type { Page } from 'playwright'

/** Kills the page's process, as the system does when memory is short. */
export const killPage = async (page: Page): Promise<void> => {
  const crashed = new Promise(resolve => page.once('crash', resolve))
  const session = await page.context().newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}
