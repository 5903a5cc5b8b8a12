import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { axeFindings } from '../axe.ts'
import { signIn, untilForms, untilWorker } from '../device.ts'
import { fieldAt, openSurvey, submitClose } from './fill-page.ts'
import { test } from '../fixtures.ts'
import type { Attachment } from '../form-filler.ts'
import type { OurBackend } from '../our-backend.ts'
import { fillRequired, type ShortForm } from '../short-form.ts'
import { storedWrites } from '../stored-fixtures.ts'

/** Unusual input and failures, caused on purpose. */

test.use({ formTitle: 'Household Profile' })

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.url)
})
test.afterEach(async ({ phone }) => {
  expect(phone.complaints()).toEqual([])
})

const indexOf = (form: ShortForm, type: string) =>
  form.fields.findIndex(field => field.type === type)

/** Draws a picture in the page. `grain` makes it as hard to compress as a photo of gravel. */
const drawPhoto = async (
  page: Page,
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

const attach = async (page: Page, index: number, file: Attachment): Promise<void> => {
  const input = fieldAt(page, index).locator('input[type="file"]')
  await input.setInputFiles(file)
  await expect(input).toBeEnabled({ timeout: 60_000 })
}

/** The size of the newest photo as it is kept; NaN when that is not a number of kilobytes. */
const keptKb = async (page: Page, photo: number): Promise<number> => {
  const size = await fieldAt(page, photo).locator('figcaption').last().textContent()
  return Number(size?.replace(/ KB$/, ''))
}

test('photos: a non-picture and an empty, enormous or unknown file are refused with a message, and nothing is lost', async ({
  page,
  server,
  form,
}) => {
  test.setTimeout(180_000)
  await openSurvey(page, server.url, form.id)
  const photo = indexOf(form, 'IMAGE')
  await fieldAt(page, 0).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Sections' }).click()
  await page.getByRole('dialog').getByRole('listitem').last().getByRole('button').click()
  await fieldAt(page, photo).scrollIntoViewIfNeeded()
  const said = (text: string) => expect(page.getByText(text).first()).toBeVisible()

  await attach(page, photo, { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) })
  await said('File "empty.jpg" is empty.')
  await expect(fieldAt(page, photo).locator('figure')).toHaveCount(0)

  const words = Buffer.from('This is no picture. '.repeat(4000))
  await attach(page, photo, { name: 'words.jpg', mimeType: 'image/jpeg', buffer: words })
  await said('The file given is not an image')
  await expect(fieldAt(page, photo).locator('figure').last()).toContainText('78 KB')

  const heic = Buffer.concat([
    Buffer.from('000000186674797068656963', 'hex'),
    Buffer.alloc(60_000, 7),
  ])
  await attach(page, photo, { name: 'apple.heic', mimeType: 'image/heic', buffer: heic })
  await said('"apple.heic" could not be made smaller. It is kept as it is.')

  const grainy = await drawPhoto(page, 4000, 3000, true)
  await attach(page, photo, grainy)
  expect(await keptKb(page, photo)).toBeLessThan(200)

  await attach(page, photo, await drawPhoto(page, 10_000, 10_000, false))
  expect(await keptKb(page, photo)).toBeLessThan(200)
  await expect(fieldAt(page, photo).locator('figure').last()).toBeVisible()
})

/** Lets the device refuse files as a full one does, while `full` is set in the tab. */
const refuseFilesWhenFull = (page: Page): Promise<unknown> =>
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

test('a full device: answers are saved, the file waits and is tried again', async ({
  page,
  server,
  form,
}) => {
  await refuseFilesWhenFull(page)
  await openSurvey(page, server.url, form.id)
  await fillRequired(page, form)
  const index = indexOf(form, 'FILE')
  await page.getByRole('button', { name: 'Sections' }).click()
  await page.getByRole('dialog').getByRole('listitem').last().getByRole('button').click()
  await page.evaluate(() => sessionStorage.setItem('full', 'yes'))
  const buffer = Buffer.from('A deed.')
  await attach(page, index, { name: 'deed.pdf', mimeType: 'application/pdf', buffer })
  const again = fieldAt(page, index).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(fieldAt(page, index)).toContainText('Your answers are safe.')

  await submitClose(page).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Not stored on this device: deed.pdf.')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.evaluate(() => sessionStorage.removeItem('full'))
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(fieldAt(page, index).getByRole('button', { name: 'Remove deed.pdf' })).toBeVisible()

  await page.evaluate(() => sessionStorage.setItem('full', 'yes'))
  await attach(page, index, { name: 'map.pdf', mimeType: 'application/pdf', buffer })
  await expect(again).toBeVisible()
  await page.evaluate(() => sessionStorage.removeItem('full'))
  await submitClose(page).click()
  await question.getByRole('button', { name: 'Leave it out' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
})

test('pasted text arrives unchanged: a megabyte, emoji, right to left, a non-number', async ({
  page,
  server,
  form,
}) => {
  await openSurvey(page, server.url, form.id)
  const text = fieldAt(page, indexOf(form, 'TEXT')).locator('input')
  const odd = `${'אבג نص 👩🏽‍🌾 ‮ '.repeat(1000)}${'x'.repeat(1_000_000)}`
  await text.fill(odd)
  await text.blur()
  await expect
    .poll(async () => (await storedWrites(page, 'form_responses')).last)
    .toBeGreaterThan(0)
  const number = indexOf(form, 'NUMBER')
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

test('without a location an interview is submitted without one', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
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
const waitForOffline = async (page: Page, backend: OurBackend): Promise<void> => {
  await untilForms(page, backend.formCount)
  await untilWorker(page)
}

test('permission for notifications is requested once, after the first offline save, with the reason', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = () => {
      sessionStorage.setItem('asked', 'yes')
      return Promise.resolve('granted')
    }
  })
  await waitForOffline(page, backend)
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

test('an edit works offline and online, and survives a reload', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
  await waitForOffline(page, backend)
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
