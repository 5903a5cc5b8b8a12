import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'
import { importSections, openOwnSurvey } from '../own-survey.ts'
import { expectLocked, letTimePass, setPin, unlock } from '../lock/pin.ts'

/** A sheet to draw on, in a phone that is turned meanwhile. */

const survey = [
  ['type', 'name', 'label', 'appearance'],
  ['text', 'head', 'Head of household'],
  ['image', 'plan', 'Plan of the yard', 'draw'],
  ['image', 'signed', 'Signature', 'signature'],
]

test.beforeEach(async ({ page, server }) => {
  await openOwnSurvey(page, server.url, await importSections(survey))
})

/** Opens a sheet, and waits until it stands still. */
const openSheet = async (page: Page, button: 'Draw' | 'Sign'): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').locator('canvas').waitFor()
  await page.waitForTimeout(500)
}

/** Draws a line over the sheet, at a share of its height. */
const drawAt = async (page: Page, share: number): Promise<void> => {
  const box = await page.locator('canvas').boundingBox()
  if (box === null) throw new Error('There is no sheet.')
  const y = box.y + box.height * share
  await page.mouse.move(box.x + box.width * 0.2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, y, { steps: 8 })
  await page.mouse.up()
}

/** Whether there is ink on the sheet, at a share of its height. */
const hasInkAt = (page: Page, share: number): Promise<boolean> =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement, at) => {
    const context = canvas.getContext('2d')
    const { data = [] } = context?.getImageData(0, canvas.height * at - 6, canvas.width, 12) ?? {}
    return [...data].some((value, index) => index % 4 === 0 && value < 128)
  }, share)

test('after the phone was turned, the drawing is there, and a line is where the finger is', async ({
  page,
}) => {
  await openSheet(page, 'Draw')
  await drawAt(page, 0.25)
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(() => hasInkAt(page, 0.25)).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => hasInkAt(page, 0.25)).toBe(true)
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(() => hasInkAt(page, 0.25)).toBe(true)
  await page.locator('canvas').scrollIntoViewIfNeeded()
  expect(await hasInkAt(page, 0.75)).toBe(false)
  await drawAt(page, 0.75)
  expect(await hasInkAt(page, 0.75)).toBe(true)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Draw again' })).toBeVisible()
})

test('a drawing stays when a line ends outside the sheet, and is not discarded without a question', async ({
  page,
}) => {
  await openSheet(page, 'Draw')
  await drawAt(page, 0.25)
  const box = await page.locator('canvas').boundingBox()
  if (box === null) throw new Error('There is no sheet.')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, 20, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(1, { timeout: 5000 })
  expect(await hasInkAt(page, 0.25)).toBe(true)
  const question = page.getByRole('alertdialog', { name: 'Discard Drawing?' })
  const ways = [
    () => page.mouse.click(box.x + 60, 20),
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Close', exact: true }).click(),
  ]
  for (const leave of ways) {
    await leave()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    expect(await hasInkAt(page, 0.25)).toBe(true)
  }
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await question.getByRole('button', { name: 'Yes, Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // An empty sheet has nothing to lose.
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  await page.getByRole('dialog').locator('canvas').waitFor()
  await page.mouse.click(box.x + 60, 20)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the focus returns to the button that opened the sheet, when a drawing is discarded or attached', async ({
  page,
}) => {
  await openSheet(page, 'Draw')
  await drawAt(page, 0.25)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Yes, Discard' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Draw', exact: true })).toBeFocused()
  await openSheet(page, 'Draw')
  await drawAt(page, 0.25)
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Draw again' })).toBeFocused()
  await page.getByRole('button', { name: /^Remove / }).press('Enter')
  await page.getByRole('button', { name: 'Yes, Remove' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Draw', exact: true })).toBeFocused()
})

test('a typed name hides the signature, which comes back when the name is deleted', async ({
  page,
}) => {
  await openSheet(page, 'Sign')
  await drawAt(page, 0.1)
  const name = page.getByRole('textbox', { name: 'Or type the name' })
  await name.fill('Asha')
  expect(await hasInkAt(page, 0.1)).toBe(false)
  expect(await hasInkAt(page, 0.5)).toBe(true)
  await drawAt(page, 0.9)
  await name.fill('Asha Verma')
  expect(await hasInkAt(page, 0.9)).toBe(true)
  await name.fill('')
  for (const [at, isThere] of [
    [0.1, true],
    [0.5, false],
    [0.9, true],
  ] as const) {
    expect(await hasInkAt(page, at)).toBe(isThere)
  }
})

test('a drawing that is not attached keeps the app open, and a finished one does not', async ({
  page,
  server,
}) => {
  const survey = page.url()
  await setPin(page, server.url)
  await page.goto(survey)
  await unlock(page)
  await openSheet(page, 'Draw')
  await drawAt(page, 0.25)
  await letTimePass(page, 20)
  await page.waitForTimeout(500)
  expect(await hasInkAt(page, 0.25)).toBe(true)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Draw again' })).toBeVisible()
  await letTimePass(page, 20)
  await expectLocked(page)
})
