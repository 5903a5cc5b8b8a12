import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { test } from '../fixtures.ts'
import { filesFor, fillField } from '../form-filler.ts'
import { sha256, type ArrivedRow } from './interview-arrives.ts'
import type { OurBackend } from '../our-backend.ts'
import type { RunningServer } from '../server.ts'
import { fillRequired, type ShortForm } from '../short-form.ts'
import { pendingId, readQueue } from '../workspace.ts'

/** Faults while one interview with a photo is being sent. Each time it arrives once and completely. */

test.use({ formTitle: 'Water Point Inspection' })

let before: readonly ArrivedRow[]

test.beforeEach(async ({ page, server, backend }) => {
  before = await backend.rows()
  await signInForField(page, server.url, backend.formCount)
})

const creation = { path: '/surveyor/form-submissions', method: 'POST' }

/** Fills in the form with its photos, on the current screen. */
const fillIn = async (page: Page, server: RunningServer, form: ShortForm): Promise<void> => {
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await fillRequired(page, form)
  const photos = form.fields.findIndex(({ type }) => type === 'IMAGE')
  const field = form.fields[photos]
  if (field !== undefined) await fillField(page, field, photos)
}

const press = (target: Page): Promise<void> =>
  target.getByRole('button', { name: /^(Submit & Close|Save changes)$/ }).click()

/** The device has nothing left to send, and the server has one new row with all its files. */
const expectOnce = async (
  backend: OurBackend,
  form: ShortForm,
  target: Page,
  timeout = 60_000,
): Promise<ArrivedRow> => {
  const nothing = { waiting: 0, recovered: 0, pending: 0 }
  await expect.poll(() => readQueue(target), { timeout }).toEqual(nothing)
  const ids = new Set(before.map(({ id }) => id))
  const arrived = (await backend.rows()).filter(({ id }) => !ids.has(id))
  expect(arrived).toHaveLength(1)
  const [row] = arrived
  if (row === undefined) throw new Error('Nothing arrived.')
  for (const field of form.fields.filter(({ type }) => type === 'IMAGE')) {
    const hashes = (await row.files(field.id)).map(sha256)
    const sent = filesFor(field).map(({ buffer }) => sha256(buffer))
    expect(hashes.sort(), field.label).toEqual(sent.sort())
  }
  return row
}

test('an answer lost after the server kept the interview', async ({
  page,
  server,
  backend,
  form,
}) => {
  await server.arm({ fault: 'drop-after', ...creation })
  await fillIn(page, server, form)
  await press(page)
  await page.waitForURL('**/survey-data?surveyId=*')
  await expectOnce(backend, form, page)
})

test('an answer lost, and the interview edited before it is sent again', async ({
  page,
  server,
  backend,
  form,
}) => {
  await server.arm({ fault: 'drop-after', ...creation })
  await server.arm({ fault: 'drop-before', ...creation, times: 50 })
  await fillIn(page, server, form)
  await press(page)
  await page.waitForURL('**/survey-data?surveyId=*')
  const id = await pendingId(page)
  await page.goto(`${server.url}/surveys/data/${id}?edit=true`)
  const first = page.locator('[data-field="0"] input').first()
  await expect(first).not.toHaveValue('')
  await first.fill('Changed before it was sent again')
  await press(page)
  await page.waitForURL(url => url.pathname.endsWith(id) && url.search === '')
  await server.heal()
  await page.goto(`${server.url}/sync`)
  const syncAll = page.getByRole('button', { name: 'Sync All' })
  await expect(syncAll).toBeEnabled({ timeout: 30_000 })
  await syncAll.click()
  const row = await expectOnce(backend, form, page)
  expect(row.values.get(form.fields[0]?.id ?? '')).toBe('Changed before it was sent again')
})

test('the tab is closed while the interview is on its way', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
  await server.arm({ fault: 'slow:2000', ...creation })
  await fillIn(page, server, form)
  const sent = page.waitForRequest(
    request => request.method() === 'POST' && request.url().endsWith(creation.path),
  )
  await press(page)
  await sent
  await page.close()
  const next = await context.newPage()
  await next.goto(`${server.url}/sync`)
  await expect(next.getByRole('heading', { name: 'Sync' }).first()).toBeVisible()
  await expectOnce(backend, form, next)
})

test('the server is away for ten minutes and comes back', async ({
  page,
  server,
  backend,
  form,
}) => {
  await page.clock.install()
  await fillIn(page, server, form)
  await server.kill()
  await press(page)
  await page.waitForURL('**/survey-data?surveyId=*')
  for (let minutes = 0; minutes < 10; minutes += 1) {
    await page.clock.fastForward('01:00')
    expect(await readQueue(page)).toMatchObject({ recovered: 0, pending: 1 })
  }
  await server.restart()
  // In small steps, because a jump would time out the running request.
  const look = async () => {
    await page.clock.fastForward('00:10')
    return readQueue(page)
  }
  const options = { timeout: 60_000, intervals: [2000] }
  await expect.poll(look, options).toEqual({ waiting: 0, recovered: 0, pending: 0 })
  await expectOnce(backend, form, page)
})

test('the sending tab is suspended for good, and another continues', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
  test.setTimeout(240_000)
  const other = await context.newPage()
  await other.goto(`${server.url}/sync`)
  await expect(other.getByText('Everything is up to date')).toBeVisible()
  await fillIn(page, server, form)
  await server.arm({ fault: 'slow:4000', ...creation })
  const sent = context.waitForEvent(
    'request',
    request => request.method() === 'POST' && request.url().endsWith(creation.path),
  )
  await press(page)
  // Either tab may be the sending one.
  const sender = (await sent).frame().page()
  const survivor = sender === page ? other : page
  // A read waits for running writes to end, because a suspension within a transaction would block the storage.
  await readQueue(sender)
  const debugging = await context.newCDPSession(sender)
  await debugging.send('Debugger.enable')
  const stopped = new Promise(resolve => debugging.once('Debugger.paused', resolve))
  void sender.evaluate('debugger').catch(() => {})
  await stopped
  // Its lock and its mark stay; only its lease ends, in less than a minute. Playwright's clock would have to be
  // moved in all tabs, and would wait for the suspended one.
  const row = await expectOnce(backend, form, survivor, 120_000)
  await debugging.send('Debugger.resume')
  await debugging.detach()
  // The suspended tab finds that it lost its lease, and sends nothing. Chromium drops broadcasts to it, so it
  // catches up when it becomes visible again.
  await sender.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const again = await expectOnce(backend, form, sender)
  expect(again.id).toBe(row.id)
})
