import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Debian's browser, if installed. */
const debian = ['/usr/bin/chromium', '/usr/bin/chromium-browser']

/** The Chromium for the tests: CHROMIUM, Debian's, or Playwright's own; null when there is none. */
const findBrowser = (): string | null => {
  const candidates = [process.env['CHROMIUM'] ?? '', ...debian, chromium.executablePath()]
  return candidates.find(path => path !== '' && existsSync(path)) ?? null
}

/** Finds a Chromium. Playwright installs its own when there is none. */
export const ensureBrowser = (): string => {
  const found = findBrowser()
  if (found !== null) return found
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  const installed = findBrowser()
  if (installed === null) {
    throw new Error(
      'No Chromium: install one (apt-get install chromium) or set CHROMIUM to its path.',
    )
  }
  return installed
}

/** Stops the browser's own requests: without these it checks for updates and models. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=Translate,OptimizationHints,MediaRouter,AutofillServerCommunication',
]
