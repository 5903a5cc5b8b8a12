import type { BrowserContext, CDPSession } from 'playwright'
import { expect } from 'playwright/test'
import { signIn, signInForField, turnAutoSyncOff, untilForms, untilWorker } from '../device.ts'
import { test } from '../fixtures.ts'
import { rowIds, type OurBackend } from '../our-backend.ts'
import type { RunningServer } from '../server.ts'
import { saveOne, type ShortForm } from '../short-form.ts'

/** The worker when the browser wakes it with no window open (4.7, 8.21, 2.shell.5). */

test.beforeEach(async ({ context, server }) => {
  await context.grantPermissions(['notifications'], { origin: server.url })
})

/** The browser's internal page for service workers, which is not a window of the app. */
const openSwitchboard = async (context: BrowserContext): Promise<CDPSession> => {
  const blank = await context.newPage()
  return context.newCDPSession(blank)
}

/** Triggers a background sync, as the browser does when the network returns. */
const wakeWorker = async (server: RunningServer, switchboard: CDPSession): Promise<void> => {
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
const saveAndClose = async (
  context: BrowserContext,
  server: RunningServer,
  backend: OurBackend,
  form: ShortForm,
  count: number,
): Promise<CDPSession> => {
  const page = await context.newPage()
  await signInForField(page, server.url, backend.formCount)
  await context.setOffline(true)
  for (let saved = 0; saved < count; saved += 1) await saveOne(page, server.url, form)
  await expect(page.getByText('Pending Sync').first()).toBeVisible()
  const switchboard = await openSwitchboard(context)
  await page.close()
  return switchboard
}

const notices = async (context: BrowserContext): Promise<readonly string[]> => {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('There is no worker.')
  return worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const shown = await registration.getNotifications()
    return shown.map(({ title, body }) => `${title}: ${body}`)
  })
}

test('with every window closed, the worker sends the saved interviews and shows a notification', async ({
  context,
  phone,
  server,
  backend,
  form,
}) => {
  const before = await rowIds(backend)
  const switchboard = await saveAndClose(context, server, backend, form, 2)
  expect(context.pages().filter(page => page.url().startsWith(server.url))).toEqual([])
  await context.setOffline(false)
  expect(await rowIds(backend)).toEqual(before)

  await wakeWorker(server, switchboard)
  await expect
    .poll(async () => (await rowIds(backend)).length, { timeout: 30_000 })
    .toBe(before.length + 2)
  await expect
    .poll(() => notices(context), { timeout: 30_000 })
    .toEqual(['Transect | Data Synced: 2 submissions synced successfully'])

  // The app finds that everything is done, and does not send it again.
  const page = await context.newPage()
  await page.goto(`${server.url}/survey-data?surveyId=${form.id}`)
  await expect(page.getByText('Synced').first()).toBeVisible()
  await expect(page.getByText('Pending Sync')).toHaveCount(0)
  await page.goto(`${server.url}/sync`)
  await expect(page.getByText('Everything is up to date')).toBeVisible()
  expect(await rowIds(backend)).toHaveLength(before.length + 2)
  expect(phone.complaints()).toEqual([])
})

test(
  'with Auto Sync off the worker sends nothing',
  { tag: '@deep' },
  async ({ context, phone, server, backend, form }) => {
    const page = await context.newPage()
    await signIn(page, server.url)
    await turnAutoSyncOff(page, server.url)
    await untilForms(page, backend.formCount)
    await untilWorker(page)
    const before = await rowIds(backend)
    await context.setOffline(true)
    await saveOne(page, server.url, form)
    const switchboard = await openSwitchboard(context)
    await page.close()
    await context.setOffline(false)
    await wakeWorker(server, switchboard)
    // The next window still finds it unsent after the worker has had time.
    const next = await context.newPage()
    await next.goto(`${server.url}/sync`)
    await expect(next.getByText('1 pending').first()).toBeVisible()
    expect(await rowIds(backend)).toEqual(before)
    expect(await notices(context)).toEqual([])
    expect(phone.complaints()).toEqual([])
  },
)

test('pressing the notification shows Sync in the window that is open', async ({
  context,
  phone,
  server,
}) => {
  const page = await context.newPage()
  await signIn(page, server.url)
  await untilWorker(page)
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
  expect(await notices(context)).toEqual([])
  expect(phone.complaints()).toEqual([])
})
