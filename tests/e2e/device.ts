import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { expect } from 'playwright/test'
import { launchArguments } from './browser.ts'
import { email, password } from './server.ts'
import { storedDefinitions } from './stored.ts'

/** A phone: a browser with a profile that survives closing the browser. */
export interface Phone {
  /** Opens the browser on its profile. */
  readonly open: () => Promise<BrowserContext>
  readonly close: () => Promise<void>
  readonly remove: () => Promise<void>
  /** Console errors, page errors and requests to other than the allowed origins, so far. */
  readonly complaints: () => readonly string[]
}

/** RxDB prints an advertisement for its paid storage as a warning. No other warning is allowed. */
const isAdvertisement = (text: string) => text.includes('RxDB Open Core RxStorage')
/** The browser's own message about a request that fails because the test cut the connection. */
const isCutWire = (text: string) =>
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION|FAILED|EMPTY)/.test(text)

/** As on a later visit: the splash was already shown in this session, and the install offer dismissed. */
const markWelcomed = (): void => {
  if (!location.protocol.startsWith('http')) return
  sessionStorage.setItem('splash_shown_this_session', 'true')
  localStorage.setItem('pwaInstallDismissed', String(Date.now()))
}

/** What sets a phone apart from the usual one. */
export interface PhoneOptions {
  /** A first visit: shows the splash, then the install offer. */
  readonly firstVisit?: boolean
  /** A film (Y4M) that the camera shows; with it the microphone gets a beep. Both are allowed. */
  readonly film?: string
  /** The only origin that may receive the token; by default every allowed one. */
  readonly api?: string
}

const filmArguments = (film: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
]

/** A new phone. Every request beyond `allowed` is a complaint. */
export const createPhone = async (
  allowed: readonly string[],
  { firstVisit = false, film, api }: PhoneOptions = {},
): Promise<Phone> => {
  const profile = await mkdtemp(join(tmpdir(), 'transect-phone-'))
  const complaints: string[] = []
  let context: BrowserContext | null = null

  const watch = (page: Page) => {
    page.on('console', message => {
      const text = message.text()
      if (message.type() === 'error' && !isCutWire(text)) complaints.push(`console: ${text}`)
      if (message.type() === 'warning' && !isAdvertisement(text))
        complaints.push(`warning: ${text}`)
    })
    page.on('pageerror', error => complaints.push(`page: ${error.message}`))
  }
  return {
    open: async () => {
      context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
        args: [...launchArguments, ...(film === undefined ? [] : filmArguments(film))],
        headless: true,
        viewport: { width: 390, height: 844 },
        geolocation: { latitude: 12.9716, longitude: 77.5946, accuracy: 12 },
        permissions: ['geolocation'],
        serviceWorkers: 'allow',
      })
      if (!firstVisit) await context.addInitScript(markWelcomed)
      context.on('page', watch)
      for (const page of context.pages()) watch(page)
      context.on('request', request => {
        const { protocol, hostname } = new URL(request.url())
        const isLocal = ['blob:', 'data:', 'about:'].includes(protocol) || hostname === '127.0.0.1'
        if (!isLocal && !allowed.some(origin => request.url().startsWith(origin))) {
          complaints.push(`request: ${request.url()}`)
        }
        const found = ['authorization', 'x-xsrf-token'].filter(name => name in request.headers())
        if (api !== undefined && found.length > 0 && !request.url().startsWith(api)) {
          complaints.push(`${found.join(', ')} to ${request.url()}`)
        }
      })
      return context
    },
    close: async () => {
      await context?.close()
      context = null
    },
    remove: async () => {
      await context?.close()
      await rm(profile, { recursive: true, force: true })
    },
    complaints: () => complaints,
  }
}

/** Makes the app on this device use another server than the one it comes from. */
export const useServer = async (page: Page, clientUrl: string, apiUrl: string): Promise<void> => {
  await page.goto(clientUrl)
  await page.evaluate(url => localStorage.setItem('server_url', url), apiUrl)
}

/** Signs in as the demo surveyor and waits for the dashboard. */
export const signIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
}

/** Waits until the device has the definitions of at least `count` forms. */
export const untilForms = (page: Page, count: number): Promise<void> =>
  expect.poll(() => storedDefinitions(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(count)

/** Waits until the worker serves the app without a network. */
export const untilWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** Signs in, and waits until interviews can be filled in without a network. */
export const signInForField = async (page: Page, url: string, formCount: number): Promise<void> => {
  await signIn(page, url)
  await untilForms(page, formCount)
  await untilWorker(page)
}

/** Turns off automatic sending. */
export const turnAutoSyncOff = async (tab: Page, url: string): Promise<void> => {
  await tab.goto(`${url}/settings`)
  await tab.getByRole('switch', { name: 'Auto Sync' }).click({ force: true })
  await tab.getByRole('button', { name: 'Confirm' }).click()
  await expect(tab.getByRole('switch', { name: 'Auto Sync' })).not.toBeChecked()
}
