import type { Page, Request } from 'playwright'
import { expect } from 'playwright/test'
import { signIn, untilForms, untilWorker } from '../device.ts'
import { test } from '../fixtures.ts'
import { photo } from '../form-filler.ts'
import { email, password, type RunningServer } from '../server.ts'
import { fillRequired, type ShortForm } from '../short-form.ts'
import { readEverything } from '../stored-everything.ts'
import { first, logOut, prepareSecond, second, signInAs } from '../surveyors.ts'

/** What is stored on a shared phone, and what a logout or another surveyor finds of it. */

const marker = 'Zubeida-Marker-41'

let requests: Request[]

test.beforeAll(async ({ server }) => {
  await prepareSecond(server)
})
test.beforeEach(async ({ context }) => {
  test.setTimeout(240_000)
  requests = []
  context.on('request', request => requests.push(request))
})

const firstField = (page: Page) => page.locator('[data-field="0"] input').first()

/** Saves one interview offline and leaves another half-filled; both contain the marker. */
const workOffline = async (page: Page, server: RunningServer, form: ShortForm): Promise<string> => {
  await untilWorker(page)
  await page.context().setOffline(true)
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await fillRequired(page, form)
  await firstField(page).fill(`${marker} saved`)
  const pictures = page.locator('main input[type="file"]')
  if ((await pictures.count()) > 0) await pictures.first().setInputFiles([photo(marker)])
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await firstField(page).fill(`${marker} draft`)
  await page.waitForURL('**?draft=*')
  return page.url()
}

test('no answer, file, password or token is readable on the device, and none is stored after a logout', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Remember me').check({ force: true })
  // Read at once, because a browser keeps no body after the next navigation.
  const answered = page.waitForResponse('**/auth/login').then(response => response.json())
  await signInAs(page, first)
  const { data } = (await answered) as { data: { access_token: string } }
  await untilForms(page, backend.formCount)
  await workOffline(page, server, form)

  const before = await readEverything(page)
  const all = [
    ...before.records,
    ...before.cached,
    ...Object.values(before.local),
    ...Object.values(before.session),
  ]
  // The same search finds what is not sealed.
  expect(all.some(text => text.includes(form.title))).toBe(true)
  const secrets = [marker, password, data.access_token, email, 'Rampura']
  const found = all.flatMap(text => secrets.filter(secret => text.includes(secret)))
  expect(found).toEqual([])
  for (const name of ['authData', 'rememberMeData', 'organizationDetails']) {
    expect(before.local[name]).toMatch(/^ENC_/)
  }
  expect(before.cached.filter(url => url.includes('/api/'))).toEqual([])

  await context.setOffline(false)
  await expect
    .poll(
      async () =>
        (await backend.rows()).some(({ values }) =>
          [...values.values()].includes(`${marker} saved`),
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  await logOut(page, server.url)
  // Random bytes that only take up room are not data.
  const isRoom = (place: string) => place.startsWith('transect-reserve')
  const places = async () =>
    (await readEverything(page)).records
      .map(record => record.slice(0, 80))
      .filter(place => !isRoom(place))
  await expect.poll(places).toEqual([])
  const after = await readEverything(page)
  expect(after.databases.filter(name => name !== 'transect-keys' && !isRoom(name))).toEqual([])
  expect(after.cached.filter(url => url.includes('/api/'))).toEqual([])
  expect(after.cached.length).toBeGreaterThan(0)
  // The app's own version is no secret, and the start after the logout writes it again. The same is true of the
  // test phone's dismissal of the install offer at each load.
  const kept = ['app_version', 'cache_version', 'pwaInstallDismissed']
  expect(Object.keys(after.local).filter(name => !kept.includes(name))).toEqual([])
  const flags = ['splash_shown_this_session', 'pwa_session_active']
  expect(Object.keys(after.session).filter(name => !flags.includes(name))).toEqual([])
})

test('after an ended session another surveyor sees and sends nothing of the first, whose work waits', async ({
  page,
  context,
  server,
  backend,
  form,
}) => {
  await signIn(page, server.url)
  await untilForms(page, backend.formCount)
  const draftUrl = await workOffline(page, server, form)
  await server.arm({ fault: '401', path: '/surveyor/form-submissions', method: 'POST', times: 9 })
  await context.setOffline(false)
  await page.goto(`${server.url}/sync`)
  await page.waitForURL('**/login', { timeout: 60_000 })
  await server.heal()

  const before = (await backend.rows()).length
  requests.length = 0
  await page.goto(`${server.url}/login`)
  await signInAs(page, second)
  await untilForms(page, backend.formCount)
  for (const path of ['/dashboard', '/projects', '/survey-data', '/sync', '/recovery', draftUrl]) {
    await page.goto(new URL(path, server.url).href)
    await page.locator('h1').first().waitFor()
    expect(await page.locator('body').textContent()).not.toContain(marker)
  }
  await page.goto(`${server.url}/sync`)
  await page.getByRole('button', { name: 'Sync All' }).click()
  await expect(page.getByText('Everything is up to date').first()).toBeVisible()
  for (const request of requests) expect(request.postData() ?? '').not.toContain(marker)
  expect(await backend.rows()).toHaveLength(before)
  await logOut(page, server.url)

  await signInAs(page, first)
  const rowsOfMarker = async () =>
    (await backend.rows()).filter(({ values }) => [...values.values()].includes(`${marker} saved`))
  await page.goto(draftUrl)
  await expect(firstField(page)).toHaveValue(`${marker} draft`)
  await page.goto(`${server.url}/sync`)
  await expect.poll(async () => (await backend.rows()).length, { timeout: 60_000 }).toBe(before + 1)
  expect((await rowsOfMarker()).length).toBeGreaterThan(0)
})

test('no token and no security header goes anywhere except to the API', async ({
  page,
  server,
  backend,
  form,
}) => {
  await signIn(page, server.url)
  await untilForms(page, backend.formCount)
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await firstField(page).fill('somewhere')
  await page.waitForURL('**?draft=*')
  const elsewhere = () => requests.filter(request => !request.url().startsWith(server.url))
  const asksForPlace = () =>
    elsewhere().filter(request => new URL(request.url()).pathname === '/reverse')
  await expect.poll(() => asksForPlace().length, { timeout: 30_000 }).toBeGreaterThan(0)
  const secretHeaders = ['authorization', 'cookie', 'x-xsrf-token', 'idempotency-key', 'referer']
  for (const request of elsewhere()) {
    if (!request.url().startsWith('http')) continue
    const sent = Object.keys(await request.allHeaders())
    expect(sent.filter(name => secretHeaders.includes(name))).toEqual([])
  }
  // The same search finds them in the API's requests.
  const own = requests.filter(request =>
    request.url().startsWith(`${server.url}/api/surveyor/forms`),
  )
  expect(own[0]?.headers()['authorization']).toMatch(/^Bearer /)
  // Requests that are no API call, such as pages or pictures, have no token either.
  for (const request of requests.filter(one => !one.url().includes('/api/'))) {
    expect(request.headers()['authorization']).toBeUndefined()
  }
})
