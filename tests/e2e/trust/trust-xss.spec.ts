import type { BrowserContext, Page } from 'playwright'
import { expect } from 'playwright/test'
import { signIn } from '../device.ts'
import { test } from '../fixtures.ts'
import { photo } from '../form-filler.ts'
import { askOurServer } from '../our-backend.ts'
import type { RunningServer } from '../server.ts'
import { untilStored } from '../stored-fixtures.ts'
import { storedDefinitions } from '../stored.ts'
import { payloads, poisoned, watchForScripts, type Watch } from './trust-watch.ts'

let known: { readonly formId: string; readonly submissionId: string }
let watch: Watch

test.beforeAll(async ({ server }) => {
  const backend = await askOurServer(server)
  known = { formId: backend.form.id, submissionId: (await backend.rows())[0]?.id ?? '' }
})
test.beforeEach(async ({ context }) => {
  watch = await watchForScripts(context)
})

/** From now on every text of every answer starts with a script. */
const poisonAnswers = async (context: BrowserContext): Promise<() => number> => {
  let count = 0
  const next = () => {
    count += 1
    return payloads[count % payloads.length] ?? ''
  }
  await context.route('**/api/surveyor/**', async route => {
    const response = await route.fetch()
    const isJson = response.headers()['content-type']?.startsWith('application/json') === true
    if (!isJson) return route.fulfill({ response })
    return route.fulfill({ response, json: poisoned(await response.json(), next) })
  })
  return () => count
}

/** Waits until the heading is there and nothing is loading. */
const untilSettled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(
    () => document.querySelector('main [role="status"] > .visually-hidden') === null,
  )
}

const open = async (page: Page, server: RunningServer, path: string): Promise<void> => {
  await page.goto(`${server.url}${path}`)
  await untilSettled(page)
}

/** Every address of the app. */
const everyPath = (): readonly string[] => [
  '/login',
  '/forgot-password',
  '/reset-password',
  '/about',
  '/help',
  '/help/user-guide',
  '/help/video-tutorials',
  '/help/documentation',
  '/dashboard',
  '/projects',
  '/projects/completed-surveys',
  '/projects/all-surveys',
  `/projects/survey/${known.formId}`,
  '/survey-data',
  `/survey-data?surveyId=${known.formId}`,
  `/surveys/data/${known.submissionId}`,
  `/surveys/data/${known.submissionId}?edit=true`,
  '/sync',
  '/settings',
  '/profile',
  '/profile/change-password',
  '/recovery',
  '/nowhere',
]

test('the watch works: the policy stops a script, and the watch records it', async ({
  page,
  server,
}) => {
  await open(page, server, '/login')
  await page.evaluate(markup => {
    document.body.insertAdjacentHTML('beforeend', markup)
  }, payloads[1] ?? '')
  await expect.poll(() => watch.incidents().length).toBeGreaterThan(0)
  expect(watch.incidents().every(text => text.startsWith('policy: script-src'))).toBe(true)
})

test('no screen violates the policy', async ({ page, server }) => {
  await signIn(page, server.url)
  await expect.poll(() => storedDefinitions(page), { timeout: 30_000 }).toBeGreaterThan(5)
  for (const path of everyPath()) await open(page, server, path)
  expect(watch.incidents()).toEqual([])
})

test(
  'hostile forms, answers, names and messages of a server run nothing on any screen',
  { tag: '@deep' },
  async ({ page, context, server }) => {
    // Presses twelve elements on each of two dozen screens, which takes long.
    test.setTimeout(240_000)
    const poisonCount = await poisonAnswers(context)
    await signIn(page, server.url)
    await expect.poll(() => storedDefinitions(page), { timeout: 30_000 }).toBeGreaterThan(5)
    for (const path of everyPath()) {
      await open(page, server, path)
      // Triggers everything that a pointer or the keyboard could trigger.
      for (const element of (await page.locator('main a, main button, h1, h2').all()).slice(
        0,
        12,
      )) {
        await element.hover({ force: true, timeout: 1000 }).catch(() => {})
      }
    }
    expect(await page.locator('main').textContent()).not.toBe('')
    expect(poisonCount()).toBeGreaterThan(100)
    expect(watch.incidents()).toEqual([])
  },
)

test(
  'input, file names and searches of a surveyor run nothing, and are stored unchanged',
  { tag: '@deep' },
  async ({ page, server }) => {
    await signIn(page, server.url)
    await expect.poll(() => storedDefinitions(page), { timeout: 30_000 }).toBeGreaterThan(5)
    await open(page, server, `/projects/survey/${known.formId}`)
    const inputs = page.locator('main input:not([type]), main input[type="text"], main textarea')
    const filled = new Map<string, string>()
    for (const [index, input] of (await inputs.all()).entries()) {
      const payload = payloads[index % payloads.length] ?? ''
      await input.fill(payload)
      filled.set((await input.getAttribute('id')) ?? '', payload)
    }
    expect(filled.size).toBeGreaterThan(1)
    for (const input of await page.locator('main input[type="file"]').all()) {
      const name = `${payloads[1]?.replaceAll('/', '') ?? ''}.png`
      await input.setInputFiles([{ ...photo('hostile'), name }])
    }
    await page.waitForURL('**?draft=*')
    await untilStored(page, 'form_responses')
    await page.reload()
    await untilSettled(page)
    for (const [id, payload] of filled) {
      // A single-line input drops line breaks and keeps everything else.
      await expect(page.locator(`[id="${id}"]`)).toHaveValue(payload)
    }
    await open(page, server, '/survey-data')
    for (const payload of payloads.slice(0, 4)) {
      await page.getByRole('searchbox').fill(payload)
      await page.waitForTimeout(0)
    }
    await open(page, server, '/profile')
    for (const input of await page.locator('main input[type="text"]').all()) {
      if (await input.isEditable()) await input.fill(payloads[2] ?? '')
    }
    await page
      .getByRole('button', { name: /save|update/i })
      .first()
      .click()
    await open(page, server, '/dashboard')
    await open(page, server, '/settings')
    for (const address of [
      `/login?next=${encodeURIComponent(payloads[4] ?? '')}`,
      `/surveys/data/${encodeURIComponent(payloads[0] ?? '')}`,
      `/projects/survey/${encodeURIComponent(payloads[1] ?? '')}?draft=${encodeURIComponent(payloads[2] ?? '')}`,
      `/reset-password?token=${encodeURIComponent(payloads[0] ?? '')}`,
      `/survey-data?surveyId=${encodeURIComponent(payloads[3] ?? '')}`,
    ]) {
      await open(page, server, address)
    }
    expect(watch.incidents()).toEqual([])
  },
)
