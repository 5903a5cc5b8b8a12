import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import type { Phone } from '../device.ts'
import { lookForUpdate, openUpdatable, startUpdatable, type Updatable } from '../updatable.ts'

/** The card of a new version: what it leaves uncovered, and how it is swiped away. */

let app: Updatable
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  app = await startUpdatable()
})
test.afterAll(() => app.stop())
test.beforeEach(async () => {
  ;({ phone, page } = await openUpdatable(app))
  context = page.context()
})
test.afterEach(() => phone.remove())

/** Puts a finger on the card and moves it up by a distance, in steps as a touch screen reports them. */
const swipeUp = async (tab: Page, distancePx: number): Promise<void> => {
  const card = await tab.getByRole('region', { name: 'App Update Available' }).boundingBox()
  if (card === null) throw new Error('There is no card.')
  const finger = await context.newCDPSession(tab)
  const x = Math.round(card.x + card.width / 2)
  const y = Math.round(card.y + card.height - 10)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', up = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y - up }],
    })
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await touch('touchStart')
  for (let up = 10; up < distancePx; up += 10) await touch('touchMove', up)
  await touch('touchMove', distancePx)
  await touch('touchEnd')
  await finger.detach()
}

test('the card does not cover the screen, and disappears when it is swiped up by 50 px', async () => {
  await page.goto(`${app.deployment.url}/projects/survey/${app.form.id}`)
  await expect(page.locator('[data-field="0"] input').first()).toBeVisible()
  app.deployment.deploy(app.next.directory)
  await lookForUpdate(page)
  const card = page.getByRole('region', { name: 'App Update Available' })
  await expect(card).toBeVisible()

  // At no scroll position does it cover a bar or a question.
  for (const scroll of [0, 400]) {
    await page.evaluate(top => window.scrollTo(0, top), scroll)
    const covered = () =>
      card.evaluate(element => {
        const { left, right, bottom } = element.getBoundingClientRect()
        const heading = document.querySelector('h1')?.getBoundingClientRect()
        const below = document.elementFromPoint((left + right) / 2, bottom + 4)
        return {
          heading: (heading?.top ?? 0) < bottom,
          isBar: below?.closest('header') != null,
        }
      })
    // After its animation has ended.
    await expect.poll(covered).toEqual({ heading: false, isBar: true })
  }

  await swipeUp(page, 40)
  await expect(card).toBeVisible()
  await swipeUp(page, 52)
  await expect(card).toBeHidden()
  // The space it took is free again.
  await expect
    .poll(() =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--news')),
    )
    .toBe('0px')
  expect(await page.evaluate(() => localStorage.getItem('app_version'))).toBe('1.0.8')
  expect(phone.complaints()).toEqual([])
})
