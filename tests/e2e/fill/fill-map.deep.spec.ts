import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { test } from '../fixtures.ts'
import { importSections, openOwnSurvey } from '../own-survey.ts'
import { killPage } from '../sync/kill-page.ts'

/** A line and an area, drawn on the map with a finger, and recorded while walking. */

const survey = [
  ['type', 'name', 'label'],
  ['text', 'head', 'Head of household'],
  ['geoshape', 'plot', 'The plot'],
  ['geotrace', 'road', 'The way to it'],
]

test.beforeEach(async ({ page, server }) => {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 23.24, longitude: 69.66, accuracy: 4 })
  await openOwnSurvey(page, server.url, await importSections(survey))
})

/** Opens the map, and waits until it stands still. */
const openMap = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
  await page.waitForTimeout(500)
}

/** A place on the map, by its shares of the width and the height. */
const placeOn = async (page: Page, across: number, down: number) => {
  const box = await page.getByRole('img', { name: /^Map with the points/ }).boundingBox()
  if (box === null) throw new Error('There is no map.')
  return { x: box.x + box.width * across, y: box.y + box.height * down }
}

const tap = async (page: Page, across: number, down: number): Promise<void> => {
  const { x, y } = await placeOn(page, across, down)
  await page.mouse.click(x, y)
}

const drag = async (page: Page, from: readonly [number, number], to: readonly [number, number]) => {
  const [start, end] = [await placeOn(page, ...from), await placeOn(page, ...to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 8 })
  await page.mouse.up()
}

const points = (page: Page) =>
  page.getByRole('list', { name: 'Points', exact: true }).getByRole('listitem')

test('an area is drawn, changed and undone, and each point survives a kill', async ({ page }) => {
  await openMap(page, 'Draw the area')
  await page.getByRole('button', { name: 'Add a point where I am' }).click()
  await expect(points(page)).toHaveCount(1)
  await expect(points(page).first()).toContainText('23.24000, 69.66000within 4 m')
  await page.waitForTimeout(300)
  await tap(page, 0.8, 0.5)
  await tap(page, 0.8, 0.8)
  await expect(points(page)).toHaveCount(3)
  const drawn = await points(page).allTextContents()
  // A tap on the line puts a point in; a drag moves it.
  await drag(page, [0.8, 0.65], [0.9, 0.65])
  await expect(points(page)).toHaveCount(4)
  const changed = await points(page).allTextContents()
  expect(changed.filter((_, place) => place !== 2)).toEqual([
    drawn[0],
    drawn[1],
    drawn[2]?.replace('Point 3', 'Point 4'),
  ])
  expect(await axeFindings(page)).toEqual([])
  const url = page.url()
  const context = page.context()
  await killPage(page)
  const next = await context.newPage()
  await next.goto(url)
  await openMap(next, 'Change it')
  await expect(points(next)).toHaveText(changed)
  await next.getByRole('button', { name: 'Undo' }).click()
  await expect(points(next)).toHaveCount(3)
  await next.getByRole('button', { name: 'Done' }).click()
  await expect(next.getByRole('group', { name: /The plot/ })).toContainText(/3 points, .+ around/)
})

test('a line is recorded while walking, also without a network', async ({ page }) => {
  await openMap(page, 'Draw the line')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.context().setOffline(true)
  await openMap(page, 'Draw the line')
  await page.getByLabel('A point every').selectOption('1')
  await page.getByRole('button', { name: 'Record while walking' }).click()
  await expect(points(page)).toHaveCount(1)
  for (const step of [1, 2]) {
    const at = { latitude: 23.24 + step / 1000, longitude: 69.66, accuracy: 4 }
    await page.context().setGeolocation(at)
    await expect(points(page).last()).toContainText(at.latitude.toFixed(5))
  }
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const group = page.getByRole('group', { name: /The way to it/ })
  await expect(group).toContainText(/points, 223 m, within 4 m/)
})
