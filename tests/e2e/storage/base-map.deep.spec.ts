import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { imageTiles, placesAround } from '../../maps/make-tiles.ts'
import { writePmtiles } from '../../maps/write-pmtiles.ts'
import { test } from '../fixtures.ts'
import { importSections, openOwnSurvey } from '../own-survey.ts'
import { storedWrites } from '../stored-fixtures.ts'

/** A base map of 300 MB: fetched with cuts, drawn without a network, and the first to go on a full device. */

const survey = [
  ['type', 'name', 'label'],
  ['text', 'head', 'Head of household'],
  ['geoshape', 'plot', 'The plot'],
]
const place = [69.66, 23.24] as const
const colour = [40, 160, 90] as const
const zooms = [8, 10, 11, 12, 13, 14, 15, 16, 17, 18]

const openMap = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Draw the area' }).click()
  await page.getByRole('dialog').locator('canvas').first().waitFor()
}

/** The share of the map's pixels that have the colour of the base map's tiles. */
const shareOfTiles = (page: Page): Promise<number> =>
  page.evaluate(([red, green, blue]) => {
    const shares = [...document.querySelectorAll('dialog canvas')].map(canvas => {
      const { width, height } = canvas as HTMLCanvasElement
      const drawn = (canvas as HTMLCanvasElement).getContext('2d')
      if (drawn === null || width === 0 || height === 0) return 0
      const { data } = drawn.getImageData(0, 0, width, height)
      let count = 0
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1
      return count / (width * height)
    })
    return Math.max(0, ...shares)
  }, colour)

const keptBytes = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const [name] = (await caches.keys()).filter(each => each.startsWith('base-map '))
    if (name === undefined) return 0
    const cache = await caches.open(name)
    const files = await Promise.all((await cache.keys()).map(key => cache.match(key)))
    const sizes = await Promise.all(files.map(async file => (await file?.blob())?.size ?? 0))
    return sizes.reduce((sum, size) => sum + size, 0)
  })

test('a map of 300 MB: 20 cuts, drawn offline after a reload, dropped on a full device', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(600_000)
  const folder = await mkdtemp(join(tmpdir(), 'transect-map-'))
  const path = join(folder, 'north.pmtiles')
  const tiles = () => imageTiles(placesAround(place, zooms, 6), colour, true)
  const metadata = { name: 'Kachchh', attribution: '© the survey office' }
  const bounds = [69, 22.8, 70.3, 23.7] as const
  const sizeBytes = await writePmtiles(path, tiles, { type: 2, bounds, metadata })
  expect(sizeBytes).toBeGreaterThan(300_000_000)
  await server.admin('map', 'add', path, '--form', 'household-profile', '--area', 'North')
  await rm(folder, { recursive: true })

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: place[1], longitude: place[0], accuracy: 4 })
  let requests = 0
  let cuts = 0
  await context.route(/\/api\/surveyor\/maps\/[^/]+$/, async route => {
    requests += 1
    const isCut = requests % 15 === 0 && cuts < 20
    if (!isCut) return route.continue()
    cuts += 1
    return route.abort('connectionreset')
  })
  await openOwnSurvey(page, server.url, await importSections(survey))
  const surveyUrl = page.url()
  // Not by itself, because this network does not say that it is Wi-Fi.
  expect(requests).toBe(0)
  await page.goto(`${server.url}/ready`)
  const line = page.getByRole('listitem').filter({ hasText: 'Maps0 of 1' })
  await expect(line).toContainText('0 of 1 on this device')
  const row = page.getByRole('listitem').filter({ hasText: 'Kachchh' })
  await expect(row).toContainText('Not on this device')
  await row.getByRole('button', { name: 'Download' }).click()
  await expect(row.getByRole('progressbar')).toBeVisible()
  // A reload in the middle is one more cut, after which it goes on by itself.
  await expect.poll(() => requests, { timeout: 120_000 }).toBeGreaterThan(60)
  await page.reload()
  await expect(row).toContainText('On this device', { timeout: 400_000 })
  expect(cuts).toBe(20)
  expect(requests).toBeLessThan(Math.ceil(sizeBytes / 1024 ** 2) + 30)
  expect(await keptBytes(page)).toBeGreaterThanOrEqual(sizeBytes)

  await context.setOffline(true)
  await page.goto(surveyUrl)
  await openMap(page)
  await page.getByRole('button', { name: 'Add a point where I am' }).click()
  await expect.poll(() => shareOfTiles(page)).toBeGreaterThan(0.8)
  await expect(page.getByText('© the survey office')).toBeVisible()
  await page.screenshot({ path: 'tests/e2e/out/base-map.png' })
  await page.getByRole('button', { name: 'Done' }).click()

  const browser = await context.newCDPSession(page)
  const quota = (quotaSize: number) =>
    browser.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize })
  const { last } = await storedWrites(page, 'form_responses')
  await quota(1)
  const head = page.getByLabel('Head of household')
  await expect(async () => {
    await head.fill(`typed on a full device ${Date.now()}`)
    expect(await keptBytes(page)).toBe(0)
  }).toPass({ timeout: 120_000, intervals: [2000] })
  await quota(200 * 1024 ** 2)
  await head.fill('typed after the map made room')
  await expect
    .poll(async () => (await storedWrites(page, 'form_responses')).last, { timeout: 60_000 })
    .toBeGreaterThan(last)
  await page.reload()
  await expect(page.getByLabel('Head of household')).toHaveValue('typed after the map made room')
  await expect(page.getByRole('group', { name: /The plot/ })).toContainText('1 point')
  await context.setOffline(false)
  await page.goto(`${server.url}/ready`)
  await expect(row).toContainText('Not on this device')
  await expect(row).toContainText('made room')
})
