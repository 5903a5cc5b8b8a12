import type { BrowserContext, Locator, Page } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { fieldAt } from '../fill/fill-page.ts'
import { test } from '../fixtures.ts'
import { photo } from '../form-filler.ts'
import { sha256, type ArrivedRow } from './interview-arrives.ts'
import type { RunningServer } from '../server.ts'
import { lockNow, setPin, unlock } from '../lock/pin.ts'
import { fillRequired, readShortForm, type ShortForm } from '../short-form.ts'
import { readQueue } from '../workspace.ts'

/*
 * A surveyor's day: 20 interviews of two forms, ten of them without a network, a photo that is taken again, an edit, a
 * deletion that is undone, a PIN with a lock, and the phone switched off in between. In the evening everything is on the
 * server.
 */

let server: RunningServer
let water: ShortForm
let child: ShortForm
let context: BrowserContext
let page: Page
let other: Page

test.beforeEach(async ({ server: started, backend, context: opened, page: tab }) => {
  ;[server, context, page] = [started, opened, tab]
  water = await readShortForm(backend, 'Water Point Inspection')
  child = await readShortForm(backend, 'Child Nutrition Screening')
  await signInForField(page, server.url, backend.formCount)
})

const places = (form: ShortForm, type: string): number =>
  form.fields.findIndex(field => field.type === type)

/** The answer that becomes an interview's name. */
const nameOf = (at: number): string => (at % 2 === 0 ? `Child number ${at}` : `WP-${100 + at}`)
const formOf = (at: number): ShortForm => (at % 2 === 0 ? child : water)

const takePhoto = (part: Locator, name: string): Promise<void> =>
  part.locator('input[type="file"]').setInputFiles([photo(name)])

/** Fills in an interview; the water points have a photo. */
const fillIn = async (at: number): Promise<void> => {
  const form = formOf(at)
  await page.goto(`${server.url}/projects/survey/${form.id}?new=true`)
  await page.locator('[data-field="0"]').waitFor({ timeout: 60_000 })
  await fillRequired(page, form)
  const name = fieldAt(page, places(form, 'TEXT'))
  await name.scrollIntoViewIfNeeded()
  await name.getByRole('textbox').fill(nameOf(at))
  const image = places(form, 'IMAGE')
  if (image < 0) return
  const field = form.fields[image]
  if (field === undefined) return
  const part = fieldAt(page, image)
  await part.scrollIntoViewIfNeeded()
  await takePhoto(part, nameOf(at))
  await part.getByRole('button', { name: `View ${nameOf(at)}.png` }).waitFor()
}

const submit = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
}

/** Another tab that keeps the key, because this test loads the page again for each interview. */
const stayUnlocked = async (): Promise<void> => {
  other = await context.newPage()
  await other.goto(`${server.url}/dashboard`)
  await untilOtherHasKey()
  await page.bringToFront()
}

/** Until then, a page that is loaded again asks for the PIN. */
const untilOtherHasKey = (): Promise<void> =>
  expect(other.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

/** The photo of the fifth interview was blurred, and is taken again before Submit. */
const retake = async (at: number): Promise<void> => {
  const part = fieldAt(page, places(formOf(at), 'IMAGE'))
  await part.getByRole('button', { name: `Remove ${nameOf(at)}.png` }).click()
  await page.getByRole('button', { name: 'Yes, Remove' }).click()
  await takePhoto(part, `${nameOf(at)} again`)
  await part.getByRole('button', { name: `View ${nameOf(at)} again.png` }).waitFor()
}

const card = (name: string): Locator => page.getByRole('article', { name })

test('a day of 20 interviews, half of them without a network, arrives whole and under its names', async ({
  backend,
  phone,
}) => {
  test.setTimeout(15 * 60_000)
  const known = new Set((await backend.rows()).map(({ id }) => id))
  const arrived = async () => (await backend.rows()).filter(({ id }) => !known.has(id))

  for (let at = 1; at <= 20; at += 1) {
    if (at === 3) await setPin(page, server.url)
    if (at === 3) await stayUnlocked()
    if (at === 6) await context.setOffline(true)
    if (at === 8) {
      await lockNow(page, server.url)
      await unlock(page)
      await untilOtherHasKey()
    }
    if (at === 11) {
      // Switched off and on again, still without a network.
      await phone.close()
      context = await phone.open()
      await context.setOffline(true)
      page = await context.newPage()
      await page.goto(server.url)
      await unlock(page)
      await stayUnlocked()
    }
    if (at === 16) await context.setOffline(false)
    await fillIn(at)
    if (at === 5) await retake(at)
    await submit()
    await expect(card(nameOf(at))).toHaveCount(1)
  }

  // A code was read wrongly.
  await page.goto(`${server.url}/survey-data?surveyId=${water.id}`)
  await card('WP-107').getByRole('link', { name: /^View/ }).click()
  await page
    .getByRole('button', { name: 'Edit' })
    .or(page.getByRole('link', { name: 'Edit' }))
    .click()
  const code = fieldAt(page, places(water, 'TEXT')).getByRole('textbox')
  await code.fill('WP-170')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('WP-170').first()).toBeVisible()

  // A deletion by mistake.
  await page.goto(`${server.url}/survey-data?surveyId=${child.id}`)
  await card(nameOf(12))
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(nameOf(12))).toHaveCount(1)

  await page.goto(`${server.url}/sync`)
  await expect
    .poll(() => readQueue(page), { timeout: 120_000 })
    .toEqual({ waiting: 0, recovered: 0, pending: 0 })
  await expect(page.getByText('Everything is up to date')).toBeVisible()

  const rows = await arrived()
  const names = Array.from({ length: 20 }, (_, at) => (at === 6 ? 'WP-170' : nameOf(at + 1)))
  expect(rows.map(nameIn).sort()).toEqual(names.sort())
  for (const row of rows) await expectPhotos(row)
  expect(phone.complaints()).toEqual([])
})

const nameIn = ({ values }: ArrivedRow): string =>
  [child, water]
    .map(form => values.get(form.fields[places(form, 'TEXT')]?.id ?? ''))
    .find(value => typeof value === 'string') as string

/** A water point has the one photo that was kept of it, byte for byte. */
const expectPhotos = async (row: ArrivedRow): Promise<void> => {
  const name = nameIn(row)
  const field = water.fields[places(water, 'IMAGE')]
  if (!name.startsWith('WP-') || field === undefined) return
  const taken = name === 'WP-170' ? nameOf(7) : name === nameOf(5) ? `${name} again` : name
  const files = await row.files(field.id)
  expect(files.map(sha256), name).toEqual([sha256(photo(taken).buffer)])
}
