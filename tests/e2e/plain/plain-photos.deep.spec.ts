import { expect, test } from 'playwright/test'
import { fillField, filesFor, photo, type Attachment } from '../form-filler.ts'
import { sha256 } from '../sync/interview-arrives.ts'
import { openPlainPhone, type PlainPhone } from './plain-phone.ts'
import { fillRequired } from '../short-form.ts'
import { pendingId, readQueue, refreshNow } from '../workspace.ts'

/** Photos on a server without keys, while connections break: each is stored once. */

let plain: PlainPhone

test.beforeEach(async () => {
  test.setTimeout(240_000)
  plain = await openPlainPhone('Water Point Inspection')
})
test.afterEach(() => plain.close())

const nothing = { waiting: 0, recovered: 0, pending: 0 }
const place = () => plain.form.fields.findIndex(({ type }) => type === 'IMAGE')
const photos = () => {
  const field = plain.form.fields[place()]
  if (field === undefined) throw new Error('The form asks for no photo.')
  return field
}
const press = () => plain.page.getByRole('button', { name: 'Submit & Close' }).click()
const fillIn = async (): Promise<void> => {
  await plain.page.goto(`${plain.clientUrl}/projects/survey/${plain.form.id}`)
  await fillRequired(plain.page, plain.form)
  await fillField(plain.page, photos(), place())
  await press()
  await plain.page.waitForURL('**/survey-data?surveyId=*')
}
const hashes = (files: readonly Attachment[]) => files.map(({ buffer }) => sha256(buffer)).sort()
/** The SHA-256 of every file in the rows. */
const arrivedHashes = async (): Promise<readonly string[]> => {
  const { bare } = plain.http
  const files = bare.rows().flatMap(row => row.files.map(({ content }) => content))
  const bytes = await Promise.all(files.map(content => content.arrayBuffer()))
  return bytes.map(buffer => sha256(new Uint8Array(buffer))).sort()
}

test('a retaken photo arrives although the server still lists the old one, and its first upload was lost', async () => {
  const { page, context, clientUrl, http } = plain
  await fillIn()
  await expect.poll(() => readQueue(page), { timeout: 60_000 }).toEqual(nothing)
  const taken = filesFor(photos())
  expect(await arrivedHashes()).toEqual(hashes(taken))

  // Before this start has contacted the server, a sent photo can still be removed.
  await context.setOffline(true)
  const { bare } = http
  const heading = await page.locator('h3[id^="s-"]').getAttribute('id')
  await page.goto(`${clientUrl}/surveys/data/${heading?.slice('s-'.length)}?edit=true`)
  const part = page.locator(`[data-field="${place()}"]`)
  // A section far from the screen is not mounted.
  await expect(async () => {
    await page.mouse.wheel(0, 2000)
    await expect(part).toBeVisible({ timeout: 1000 })
  }).toPass()
  await part.getByRole('button', { name: `Remove ${taken[0]?.name}` }).click()
  await page.getByRole('button', { name: 'Yes, Remove' }).click()
  const retaken = photo('taken again')
  await part.locator('input[type="file"]').setInputFiles([retaken])
  await expect(part.getByRole('button', { name: `View ${retaken.name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => pendingId(page)).not.toBe('')
  bare.faults.arm({ fault: 'drop-before', path: '/upload-files', method: 'POST', times: 2 })
  await context.setOffline(false)
  await page.goto(`${clientUrl}/sync`)
  await expect.poll(() => readQueue(page), { timeout: 150_000 }).toEqual(nothing)
  expect(await arrivedHashes()).toEqual(hashes([...taken, retaken]))
})

test('a POST that the browser repeats on a broken connection makes one card, and its copy is removed with one tap', async () => {
  test.setTimeout(240_000)
  const { page, clientUrl, http, form } = plain
  let posts = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/form-submissions')) posts += 1
  })
  http.bare.faults.arm({ fault: 'drop-after', path: '/form-submissions', method: 'POST' })
  await fillIn()
  await expect.poll(() => readQueue(page), { timeout: 60_000 }).toEqual(nothing)
  // The page sent one, and the server's second row answered it, so the first is the copy.
  expect(posts).toBe(1)
  const made = () => http.bare.rows().map(({ id }) => id)
  await refreshNow(page, 'submissions')
  expect(made()).toEqual([1, 2])
  await page.goto(`${clientUrl}/survey-data?surveyId=${form.id}`)
  await expect(page.getByText('Synced').first()).toBeVisible()
  await expect(page.locator('h3[id^="s-"]')).toHaveCount(1)
  await page.getByRole('link', { name: 'View' }).click()
  await page.getByRole('button', { name: 'Remove the copy' }).click()
  await expect(page.getByText('The copy was removed.')).toBeVisible()
  expect(made()).toEqual([2])
  expect(await arrivedHashes()).toEqual(hashes(filesFor(photos())))
})
