import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import type { Attachment } from './form-filler.ts'
import { axeFindings } from './axe.ts'
import { fieldAt, openSurvey, submitClose } from './fill-page.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { startServer, type RunningServer } from './server.ts'
import { fillRequired, readShortForm, type ShortForm } from './short-form.ts'
import { storedWrites } from './stored-fixtures.ts'
import { storedDefinitions } from './stored.ts'

/** Unusual input and failures, caused on purpose. */

let server: RunningServer
let backend: OurBackend
let form: ShortForm
let phone: Phone
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
  form = await readShortForm(backend, 'Household Profile')
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  phone = await createPhone([server.url])
  context = await phone.open()
  page = await context.newPage()
  await signIn(page, server.url)
})
test.afterEach(async () => {
  expect(phone.complaints()).toEqual([])
  await phone.remove()
})

const indexOf = (type: string) => form.fields.findIndex(field => field.type === type)

/** Draws a picture in the page. `grain` makes it as hard to compress as a photo of gravel. */
const drawPhoto = async (
  widthPx: number,
  heightPx: number,
  grain: boolean,
): Promise<Attachment> => {
  const base64 = await page.evaluate(
    async ([width, height, isGrainy]) => {
      const canvas = new OffscreenCanvas(width, height)
      const context2d = canvas.getContext('2d')
      if (context2d === null) return ''
      context2d.fillStyle = '#7a9'
      context2d.fillRect(0, 0, width, height)
      for (let n = 0; isGrainy && n < 120_000; n += 1) {
        context2d.fillStyle = `hsl(${(n * 137) % 360} 50% ${(n * 31) % 90}%)`
        context2d.fillRect((n * 7919) % width, (n * 104_729) % height, 9, 9)
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 })
      const reader = new FileReader()
      reader.readAsDataURL(blob)
      await new Promise(resolve => reader.addEventListener('load', resolve))
      return String(reader.result).split(',')[1] ?? ''
    },
    [widthPx, heightPx, grain] as const,
  )
  return {
    name: `${widthPx}x${heightPx}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(base64, 'base64'),
  }
}

const attach = async (index: number, file: Attachment): Promise<void> => {
  const input = fieldAt(page, index).locator('input[type="file"]')
  await input.setInputFiles(file)
  await expect(input).toBeEnabled({ timeout: 60_000 })
}

test('photos: a non-picture and an empty, enormous or unknown file are refused with a message, and nothing is lost', async () => {
  test.setTimeout(180_000)
  await openSurvey(page, server.url, form.id)
  const photo = indexOf('IMAGE')
  await fieldAt(page, 0).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Sections' }).click()
  await page.getByRole('dialog').getByRole('listitem').last().getByRole('button').click()
  await fieldAt(page, photo).scrollIntoViewIfNeeded()
  const said = (text: string) => expect(page.getByText(text).first()).toBeVisible()

  await attach(photo, { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) })
  await said('File "empty.jpg" is empty.')
  await expect(fieldAt(page, photo).locator('figure')).toHaveCount(0)

  const words = Buffer.from('This is no picture. '.repeat(4000))
  await attach(photo, { name: 'words.jpg', mimeType: 'image/jpeg', buffer: words })
  await said('The file given is not an image')
  await expect(fieldAt(page, photo).locator('figure').last()).toContainText('78 KB')

  const heic = Buffer.concat([
    Buffer.from('000000186674797068656963', 'hex'),
    Buffer.alloc(60_000, 7),
  ])
  await attach(photo, { name: 'apple.heic', mimeType: 'image/heic', buffer: heic })
  await said('"apple.heic" could not be made smaller. It is kept as it is.')

  const grainy = await drawPhoto(4000, 3000, true)
  await attach(photo, grainy)
  const size = await fieldAt(page, photo).locator('figcaption').last().textContent()
  console.log(
    `4000x3000 of ${(grainy.buffer.length / 1024).toFixed(0)} KB is kept as ${size ?? ''}`,
  )

  const enormous = await drawPhoto(10_000, 10_000, false)
  await attach(photo, enormous)
  const kept = await fieldAt(page, photo).locator('figcaption').last().textContent()
  console.log(`100 megapixels of ${(enormous.buffer.length / 1024).toFixed(0)} KB: ${kept ?? ''}`)
  await expect(fieldAt(page, photo).locator('figure').last()).toBeVisible()
})

/** Lets the device refuse files as a full one does, while `full` is set in the tab. */
const refuseFilesWhenFull = (): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ['put', 'add'] as const) {
      const write = IDBObjectStore.prototype[name]
      IDBObjectStore.prototype[name] = function writeUnlessFull(...parameters) {
        const isFile = this.name.startsWith('file_uploads--')
        if (isFile && sessionStorage.getItem('full') === 'yes') {
          throw new DOMException('There is no room.', 'QuotaExceededError')
        }
        return write.apply(this, parameters)
      }
    }
  })

test('a full device: answers are saved, the file waits and is tried again', async () => {
  await refuseFilesWhenFull()
  await openSurvey(page, server.url, form.id)
  await fillRequired(page, form)
  const index = indexOf('FILE')
  await page.getByRole('button', { name: 'Sections' }).click()
  await page.getByRole('dialog').getByRole('listitem').last().getByRole('button').click()
  await page.evaluate(() => sessionStorage.setItem('full', 'yes'))
  const buffer = Buffer.from('A deed.')
  await attach(index, { name: 'deed.pdf', mimeType: 'application/pdf', buffer })
  const again = fieldAt(page, index).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(fieldAt(page, index)).toContainText('Your answers are safe.')
  await page.evaluate(() => sessionStorage.removeItem('full'))
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(fieldAt(page, index).getByRole('button', { name: 'Remove deed.pdf' })).toBeVisible()
})

test('pasted text arrives unchanged: a megabyte, emoji, right to left, a non-number', async () => {
  await openSurvey(page, server.url, form.id)
  const text = fieldAt(page, indexOf('TEXT')).locator('input')
  const odd = `${'אבג نص 👩🏽‍🌾 ‮ '.repeat(1000)}${'x'.repeat(1_000_000)}`
  await text.fill(odd)
  await text.blur()
  await expect
    .poll(async () => (await storedWrites(page, 'form_responses')).last)
    .toBeGreaterThan(0)
  const number = indexOf('NUMBER')
  /** Leaves the field, and waits until the text is stored, so that a reload may follow at once. */
  const typeAndKeep = async (typed: string): Promise<void> => {
    const { last } = await storedWrites(page, 'form_responses')
    await fieldAt(page, number).locator('input').fill(typed)
    await fieldAt(page, number).locator('input').blur()
    await expect
      .poll(async () => (await storedWrites(page, 'form_responses')).last)
      .toBeGreaterThan(last)
  }
  for (const wrong of ['NaN', `1e${'9'.repeat(3)}`, `1${'0'.repeat(400)}`, 'five']) {
    await typeAndKeep(wrong)
    await expect(fieldAt(page, number)).toContainText('Please enter a valid number.')
  }
  await page.waitForURL('**?draft=*')
  await typeAndKeep('4')
  await page.reload()
  await expect(text).toHaveValue(odd.trimEnd(), { timeout: 20_000 })
  await expect(fieldAt(page, number).locator('input')).toHaveValue('4')
})

test('without a location an interview is submitted without one', async () => {
  await context.clearPermissions()
  await openSurvey(page, server.url, form.id)
  await expect(page.getByText('Location is not allowed.')).toBeVisible()
  const before = new Set((await backend.rows()).map(({ id }) => id))
  await fillRequired(page, form)
  await submitClose(page).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  const row = (await backend.rows()).find(({ id }) => !before.has(id))
  expect(row?.latitude).toBeNull()
})

/** Waits until the app can start and open its surveys offline. */
const waitForOffline = async (): Promise<void> => {
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

test('permission for notifications is requested once, after the first offline save, with the reason', async () => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = () => {
      sessionStorage.setItem('asked', 'yes')
      return Promise.resolve('granted')
    }
  })
  await waitForOffline()
  await context.setOffline(true)
  const question = page.getByRole('dialog', { name: 'Know when it is sent?' })
  await openSurvey(page, server.url, form.id)
  await fillRequired(page, form)
  await submitClose(page).click()
  await expect(question).toContainText('is sent automatically as soon as there is a network')
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Allow notifications' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBe('yes')

  await openSurvey(page, server.url, form.id)
  await fillRequired(page, form)
  await submitClose(page).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await expect(question).toHaveCount(0)
})

test('an edit works offline and online, and survives a reload', async () => {
  await waitForOffline()
  await context.setOffline(true)
  await openSurvey(page, server.url, form.id)
  await fillRequired(page, form)
  const name = form.fields.findIndex(({ type, is_required }) => type === 'TEXT' && is_required)
  await submitClose(page).click()
  await expect(page.getByText('Survey saved offline!')).toBeVisible()
  await page.waitForURL('**/survey-data?surveyId=*')
  await page.getByRole('link', { name: /View/ }).first().click()
  await page.waitForURL('**/surveys/data/*')
  const address = page.url().split('?')[0] ?? ''
  await page.goto(`${address}?edit=true`)
  await expect(page.getByRole('button', { name: 'Submit & New' })).toHaveCount(0)
  const input = fieldAt(page, name).locator('input')
  await input.fill('Edited offline')
  await input.blur()
  await page.reload()
  await expect(input).toHaveValue('Edited offline')
  await submitClose(page).click()
  await page.waitForURL(url => !url.search.includes('edit'))
  await expect(page.getByText('Edited offline').first()).toBeVisible()
  await context.setOffline(false)
  await page.goto(`${server.url}/sync`)
  const id = form.fields[name]?.id ?? ''
  const stored = async () => (await backend.rows()).map(({ values }) => values.get(id))
  await expect.poll(stored, { timeout: 30_000 }).toContain('Edited offline')
})
