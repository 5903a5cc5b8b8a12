import type { BrowserContext, CDPSession } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { askOurServer, type OurBackend } from './our-backend.ts'
import { startServer, type RunningServer } from './server.ts'
import { readShortForm, saveOne, type ShortForm } from './short-form.ts'
import { storedDefinitions } from './stored.ts'

/** The worker when the browser wakes it with no window open (4.7, 8.21, 2.shell.5). */

let server: RunningServer
let backend: OurBackend
let form: ShortForm
let phone: Phone
let context: BrowserContext

test.beforeAll(async () => {
  server = await startServer()
  backend = await askOurServer(server)
  form = await readShortForm(backend)
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  phone = await createPhone([server.url])
  context = await phone.open()
  await context.grantPermissions(['notifications'], { origin: server.url })
})
test.afterEach(() => phone.remove())

const rowIds = async () => (await backend.rows()).map(({ id }) => id)

/** The browser's internal page for service workers, which is not a window of the app. */
const openSwitchboard = async (): Promise<CDPSession> => {
  const blank = await context.newPage()
  return context.newCDPSession(blank)
}

/** Triggers a background sync, as the browser does when the network returns. */
const wakeWorker = async (switchboard: CDPSession): Promise<void> => {
  const registered = new Promise<string>(resolve => {
    switchboard.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.url))
      if (ours !== undefined) resolve(ours.registrationId)
    })
  })
  await switchboard.send('ServiceWorker.enable')
  await switchboard.send('ServiceWorker.dispatchSyncEvent', {
    origin: server.url,
    registrationId: await registered,
    tag: 'data-sync',
    lastChance: false,
  })
}

/** Saves interviews offline and closes every window of the app. */
const saveAndClose = async (count: number): Promise<CDPSession> => {
  const page = await context.newPage()
  await signIn(page, server.url)
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await context.setOffline(true)
  for (let saved = 0; saved < count; saved += 1) await saveOne(page, server.url, form)
  await expect(page.getByText('Pending Sync').first()).toBeVisible()
  const switchboard = await openSwitchboard()
  await page.close()
  return switchboard
}

const notices = async (): Promise<readonly string[]> => {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('There is no worker.')
  return worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const shown = await registration.getNotifications()
    return shown.map(({ title, body }) => `${title}: ${body}`)
  })
}

test('with every window closed, the worker sends the saved interviews and shows a notification', async () => {
  const before = await rowIds()
  const switchboard = await saveAndClose(2)
  expect(context.pages().filter(page => page.url().startsWith(server.url))).toEqual([])
  await context.setOffline(false)
  expect(await rowIds()).toEqual(before)

  await wakeWorker(switchboard)
  await expect
    .poll(async () => (await rowIds()).length, { timeout: 30_000 })
    .toBe(before.length + 2)
  await expect
    .poll(notices, { timeout: 30_000 })
    .toEqual(['Transect | Data Synced: 2 submissions synced successfully'])

  // The app finds that everything is done, and does not send it again.
  const page = await context.newPage()
  await page.goto(`${server.url}/survey-data?surveyId=${form.id}`)
  await expect(page.getByText('Synced').first()).toBeVisible()
  await expect(page.getByText('Pending Sync')).toHaveCount(0)
  await page.goto(`${server.url}/sync`)
  await expect(page.getByText('Everything is up to date')).toBeVisible()
  expect(await rowIds()).toHaveLength(before.length + 2)
  expect(phone.complaints()).toEqual([])
})

test('with Auto Sync off the worker sends nothing', async () => {
  const page = await context.newPage()
  await signIn(page, server.url)
  await page.goto(`${server.url}/settings`)
  await page.getByRole('switch', { name: 'Auto Sync' }).click({ force: true })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('switch', { name: 'Auto Sync' })).not.toBeChecked()
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(backend.formCount)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const before = await rowIds()
  await context.setOffline(true)
  await saveOne(page, server.url, form)
  const switchboard = await openSwitchboard()
  await page.close()
  await context.setOffline(false)
  await wakeWorker(switchboard)
  // The next window still finds it unsent after the worker has had time.
  const next = await context.newPage()
  await next.goto(`${server.url}/sync`)
  await expect(next.getByText('1 pending').first()).toBeVisible()
  expect(await rowIds()).toEqual(before)
  expect(await notices()).toEqual([])
  expect(phone.complaints()).toEqual([])
})

test('pressing the notification shows Sync in the window that is open', async () => {
  const page = await context.newPage()
  await signIn(page, server.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    interface Realm extends EventTarget {
      readonly registration: ServiceWorkerRegistration
    }
    const realm = self as unknown as Realm
    await realm.registration.showNotification('Transect | Data Synced')
    const [notification] = await realm.registration.getNotifications()
    const event = new Event('notificationclick')
    Object.assign(event, { notification, waitUntil: () => {} })
    realm.dispatchEvent(event)
  })
  await page.waitForURL('**/sync')
  expect(await notices()).toEqual([])
  expect(phone.complaints()).toEqual([])
})
