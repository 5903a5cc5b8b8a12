import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openOwnSurvey } from '../own-survey.ts'

/** A choice on a map, by a tap and by the list next to it. */

const wells = Array.from({ length: 30 }, (_, n) => ({
  value: `w${n}`,
  label: `Well ${n}`,
  geometry: `${23.24 + (n % 6) * 0.01} ${69.66 + Math.floor(n / 6) * 0.01} 0 0`,
  depth: `${10 + n} m`,
}))
const options = [
  ...wells,
  {
    value: 'plot',
    label: 'The plot of the school',
    geometry: '23.2 69.7;23.2 69.72;23.22 69.72;23.22 69.7;23.2 69.7',
    stroke: '#b3231b',
    'stroke-width': '4',
    fill: '#ff0',
  },
  { value: 'road', label: 'The road to the river', geometry: '23.2 69.64;23.25 69.65;23.3 69.64' },
  {
    value: 'clinic',
    label: 'The clinic',
    geometry: '23.19 69.66',
    'marker-color': '#0a7',
    'marker-symbol': '+',
  },
  { value: 'lost', label: 'A well without a place' },
]
const field = {
  id: 'place',
  label: 'Which place is this?',
  type: 'SELECT',
  appearance: ['map'],
  options,
}
const sections = [{ id: 's', name: 'Places', fields: [field] }]

test.beforeEach(async ({ page, server }) => {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 23.2401, longitude: 69.6601, accuracy: 6 })
  await openOwnSurvey(page, server.url, sections)
})

const openMap = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Which place is this/ }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
  await page.waitForTimeout(500)
}

/** Where a place is on the map that shows all of them. */
const whereIs = async (page: Page, at: { latitude: number; longitude: number }) => {
  const box = await page.getByRole('img', { name: /^Map with the places/ }).boundingBox()
  if (box === null) throw new Error('There is no map.')
  // Degrees of latitude are longer in the plane of the map than those of longitude.
  const stretch = 1 / Math.cos((23.245 * Math.PI) / 180)
  const perPx = Math.max(0.08 / (box.width - 80), (0.11 * stretch) / (box.height - 80))
  return {
    x: box.x + box.width / 2 + (at.longitude - 69.68) / perPx,
    y: box.y + box.height / 2 + ((23.245 - at.latitude) * stretch) / perPx,
  }
}

test('a place is chosen on the map, or in the list, which has the nearest first', async ({
  page,
}, info) => {
  await openMap(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio').first()).toHaveAccessibleName(/^Well 0 1[0-9] m away/)
  await page.screenshot({ path: info.outputPath('opened.png') })
  expect(await axeFindings(page)).toEqual([])
  const at = await whereIs(page, { latitude: 23.19, longitude: 69.66 })
  await page.mouse.click(at.x, at.y)
  await expect(dialog.getByRole('radio', { checked: true })).toHaveAccessibleName(/^The clinic/)
  await page.screenshot({ path: info.outputPath('chosen.png') })
  await dialog.getByRole('searchbox').fill('school')
  await dialog.getByRole('radio', { name: /The plot of the school/ }).press('Space')
  await page.screenshot({ path: info.outputPath('searched.png') })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: /Which place is this/ })).toContainText(
    'The plot of the school',
  )
})
