import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { workbook } from '../../server/import/make-workbook.ts'
import { axeFindings } from '../axe.ts'
import { codeFilm } from '../code-film.ts'
import { createPhone, signIn, untilWorker, type Phone } from '../device.ts'
import { submitClose } from './fill-page.ts'
import { startServer, type RunningServer } from '../server.ts'

/** A code from the camera and a recording that survives a crash: imported, answered offline, sent, exported. */

const survey = workbook({
  survey: [
    ['type', 'name', 'label'],
    ['barcode', 'card', 'Vaccination card'],
    ['audio', 'story', 'Story'],
  ],
  settings: [
    ['form_id', 'form_title'],
    ['cards', 'Cards'],
  ],
})

let server: RunningServer
let folder: string
let phone: Phone

test.beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'transect-captured-'))
  await writeFile(join(folder, 'cards.xlsx'), survey)
  await writeFile(join(folder, 'card.y4m'), codeFilm('WHO-4711'))
  phone = await createPhone([server.url], { film: join(folder, 'card.y4m') })
})
test.afterAll(async () => {
  await phone.remove()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** How many are stored of the script and the program that read codes. */
const readerFiles = (page: Page) =>
  page.evaluate(async () => {
    const stored = await (await caches.open('media')).keys()
    return stored.filter(({ url }) => /\/(ponyfill|zxing_reader)-/.test(url)).length
  })

const record = (page: Page) => page.getByRole('button', { name: /^Record/ })
const player = (page: Page) => page.getByLabel('Play recording.webm')
const seconds = (page: Page) =>
  player(page).evaluate(async (element: HTMLAudioElement) => {
    element.muted = true
    // A recording has no length until it is played to its end.
    element.currentTime = 1e6
    await new Promise(resolve => {
      element.addEventListener('durationchange', resolve, { once: true })
      setTimeout(resolve, 3000)
    })
    return element.duration
  })

/** Notes the microphones that pages of a browser open from now on. */
const noteMicrophones = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { mediaDevices } = navigator
    const openMedia = mediaDevices.getUserMedia.bind(mediaDevices)
    const opened: MediaStreamTrack[] = []
    Object.assign(globalThis, { opened })
    mediaDevices.getUserMedia = async wanted => {
      const media = await openMedia(wanted)
      opened.push(...media.getTracks())
      return media
    }
  })
const microphones = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { opened: MediaStreamTrack[] }).opened.map(each => each.readyState),
  )

test('a code is scanned and a recording survives a crash, all without a network', async () => {
  const report = await server.admin('form', 'import', join(folder, 'cards.xlsx'), '--assign-all')
  expect(report).toContain('0 left out')
  let context: BrowserContext = await phone.open()
  let page = await context.newPage()
  await signIn(page, server.url)
  await page.goto(`${server.url}/projects/survey/cards`)
  await page.getByRole('textbox', { name: 'Vaccination card' }).waitFor()
  await untilWorker(page)
  await expect.poll(() => readerFiles(page)).toBe(2)
  await context.setOffline(true)

  await page.getByRole('button', { name: 'Scan the code' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Vaccination card' })).toHaveValue('WHO-4711', {
    timeout: 30_000,
  })
  expect(await axeFindings(page), 'scanned').toEqual([])

  await record(page).click()
  await expect(page.getByRole('timer')).toContainText('0:07', { timeout: 20_000 })
  expect(await axeFindings(page), 'recording').toEqual([])
  await phone.close()

  context = await phone.open()
  await noteMicrophones(context)
  page = await context.newPage()
  await context.setOffline(true)
  await page.goto(`${server.url}/projects/survey/cards`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(player(page)).toBeVisible()
  expect(await seconds(page)).toBeGreaterThan(2)
  await expect(page.getByRole('textbox', { name: 'Vaccination card' })).toHaveValue('WHO-4711')

  await record(page).click()
  await expect(page.getByRole('timer')).toContainText('0:02')
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await expect(player(page)).toHaveCount(1)
  expect(await microphones(page)).toEqual(['ended'])
  // It is disabled until the parts are joined, and axe must not look in the middle of its change of colour.
  await expect(submitClose(page)).toBeEnabled()
  await page.waitForTimeout(500)
  expect(await axeFindings(page), 'recorded').toEqual([])
  await submitClose(page).click()
  await page.waitForURL(url => !url.pathname.includes('/survey/'))
  await context.setOffline(false)

  const out = join(folder, 'cards.csv')
  await expect
    .poll(
      async () => {
        await server.admin('submissions', 'export', 'cards', '--out', out)
        const [head = '', row = ''] = (await readFile(out, 'utf8')).trim().split(/\r?\n/)
        const [card, story] = ['card', 'story'].map(
          name => row.split(',')[head.split(',').indexOf(name)] ?? '',
        )
        return [card, story?.replace(/^.*\/(?=[a-z]+\.webm)/, '').replace(/\?.*$/, '')]
      },
      { timeout: 60_000 },
    )
    .toEqual(['WHO-4711', 'recording.webm'])
  await page.goto(`${server.url}/survey-data?surveyId=cards`)
  await page
    .getByRole('link', { name: /^View: / })
    .first()
    .click()
  await expect(page.getByText('WHO-4711')).toBeVisible()
  await expect(player(page)).toBeVisible()
  expect(await seconds(page)).toBeGreaterThan(0.5)
  expect(phone.complaints()).toEqual([])
})
