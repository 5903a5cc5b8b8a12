import { chromium } from 'playwright'
import { expect, test } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { ensureBrowser, launchArguments } from '../browser.ts'
import { password, startServer } from '../server.ts'

/** The office's page as it is built: each screen, in two languages, light and dark, at both widths, by axe and for its width. */

const screens = [
  '/office',
  '/office/forms',
  '/office/people',
  '/office/people/import',
  '/office/settings/organization',
  '/office/settings/accounts',
  '/office/settings/backups',
  '/office/settings/trail',
  '/office/settings/server',
  '/office/account',
  '/office/upload',
  '/office/forms/household-profile',
  '/office/forms/household-profile/data',
]

test('the office opens without the worker, fits its windows, and axe finds nothing', async () => {
  const server = await startServer()
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...launchArguments],
  })
  const found: string[] = []
  for (const [width, colorScheme, language] of [
    [1280, 'light', 'en'],
    [768, 'dark', 'ar'],
  ] as const) {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
    })
    await context.addInitScript(each => localStorage.setItem('language', each), language)
    const page = await context.newPage()
    const check = async (name: string) => {
      await page.locator('h1').waitFor()
      await expect(page.locator('[data-skeleton]')).toHaveCount(0)
      for (const each of await axeFindings(page)) found.push(`${name} ${width}: ${each}`)
      const over = await page.evaluate(() => document.body.scrollWidth - innerWidth)
      if (over > 0) found.push(`${name} ${width}: ${over} px wider than the window`)
      const pictures = process.env['OFFICE_PICTURES']
      if (pictures !== undefined)
        await page.screenshot({
          path: `${pictures}/${name.replaceAll('/', '-')}-${width}.png`,
          fullPage: true,
        })
    }
    await page.goto(`${server.url}/office`)
    await check('entrance')
    await page.locator('input[type=email]').fill('admin@transect.example')
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.locator('nav').waitFor()
    for (const screen of screens) {
      await page.goto(server.url + screen)
      await check(screen)
    }
    await page.locator('[role=rowheader] a').first().click()
    await expect(page).toHaveURL(/open=/)
    await check('submission')
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
    await context.close()
  }
  expect(found).toEqual([])
  await browser.close()
  await server.stop()
})
