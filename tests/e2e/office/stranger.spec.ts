import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { loginLink } from '../../../server/admin/people/cards.ts'
import { workbook } from '../../server/import/make-workbook.ts'
import { ensureBrowser, launchArguments } from '../browser.ts'
import { untilForms, untilWorker } from '../device.ts'
import { freePort, startServer, type RunningServer } from '../server.ts'
import { refreshNow } from '../workspace.ts'

/**
 * Someone who has never seen the product runs a survey with it: from the link that an empty server prints to the export of a
 * corrected interview. Prints how long each step took. What the page has no screen for is a command.
 */

const password = 'long-enough-2026'
const surveyorPassword = 'my-own-words-2026'

/** A small form as an organisation has it: a required question, options, a condition, a picture that is missing. */
const wells = workbook({
  survey: [
    ['type', 'name', 'label', 'required', 'relevant', 'media::image', 'appearance'],
    ['text', 'village', 'Name of the village', 'yes', null, null, null],
    ['integer', 'depth', 'Depth in metres', null, null, null, 'bearing'],
    ['select_one kinds', 'kind', 'Kind of well', null, '${depth} > 5', 'well.png', null],
  ],
  choices: [
    ['list_name', 'name', 'label'],
    ['kinds', 'open', 'Open'],
    ['kinds', 'tube', 'Tube'],
  ],
  settings: [
    ['form_id', 'form_title'],
    ['wells', 'Wells of the district'],
  ],
})

/** Prints the seconds of each step. */
const createSteps = () => {
  const start = performance.now()
  const lines: string[] = []
  return {
    step: async <Value>(name: string, run: () => Promise<Value>): Promise<Value> => {
      const began = performance.now()
      const value = await test.step(name, run)
      lines.push(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${name}`)
      return value
    },
    print: () => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6)
      process.stdout.write([...lines, `${seconds} s  in all`, ''].join('\n'))
    },
  }
}

const office = (page: Page) => ({
  press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
  follow: (name: string) => page.getByRole('link', { name, exact: true }).click(),
  title: (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible(),
})

/** Makes the first administrator by the printed link, and signs in. */
const begin = async (page: Page, server: RunningServer): Promise<void> => {
  const { press, title } = office(page)
  await expect.poll(() => server.printed()).toContain('/office/first#')
  const link = /http\S+\/office\/first#\S+/.exec(server.printed())?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('Your name').fill('Noor Rahman')
  await page.getByLabel('Email').fill('noor@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press('Make the account')
  await expect(page.getByText('The account is made. Please sign in.')).toBeVisible()
  await page.getByLabel('Email').fill('noor@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press('Sign in')
  await title('Today')
}

/** Uploads the form, reads the report, and publishes it. */
const publish = async (page: Page): Promise<void> => {
  const { press, follow, title } = office(page)
  await follow('Forms')
  await follow('Upload a form')
  const file = { name: 'wells.xlsx', mimeType: 'application/octet-stream', buffer: wells }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await expect(page.getByText('1 thing is left out, 1 is simplified')).toBeVisible()
  await expect(page.getByRole('row', { name: /survey!B4 kind the image "well.png"/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /survey!B3 depth the appearance/ })).toBeVisible()
  await press('Publish')
  await title('Wells of the district')
}

/** Adds twenty people, and assigns the form to all of them. Returns the temporary password of the first. */
const addPeople = async (page: Page, server: RunningServer, directory: string): Promise<string> => {
  const emails = Array.from({ length: 20 }, (_, at) => `surveyor-${at + 1}@example.org`)
  const [people, passwords] = ['people.csv', 'passwords.csv'].map(name => join(directory, name))
  const rows = emails.map((email, at) => `${email},Surveyor,Number ${at + 1}`)
  await writeFile(people ?? '', `email,first_name,last_name\n${rows.join('\n')}\n`)
  await server.admin('user', 'import', people ?? '', '--out', passwords ?? '')
  const [, first = ''] = (await readFile(passwords ?? '', 'utf8')).split('\n')
  await page.reload()
  await office(page).press('Assign to everyone you see')
  await expect(page.getByRole('cell', { name: 'Yes' })).toHaveCount(20)
  return first.trim().split(',').at(-1) ?? ''
}

/** A phone that opens the address of a card, and chooses a password. */
const signInByCard = async (browser: Browser, server: RunningServer, temporary: string) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    geolocation: { latitude: 12.9716, longitude: 77.5946, accuracy: 12 },
    permissions: ['geolocation'],
    serviceWorkers: 'allow',
  })
  await context.addInitScript(() => {
    sessionStorage.setItem('splash_shown_this_session', 'true')
    localStorage.setItem('pwaInstallDismissed', String(Date.now()))
  })
  const phone = await context.newPage()
  phone.setDefaultTimeout(30_000)
  const card = { email: 'surveyor-1@example.org', name: 'Surveyor Number 1', password: temporary }
  await phone.goto(loginLink(server.url, card))
  await phone.getByRole('button', { name: 'Log In' }).click()
  await phone.waitForURL('**/set-password')
  for (const at of [0, 1])
    await phone.locator('input[type=password]').nth(at).fill(surveyorPassword)
  await phone.getByRole('button', { name: 'Set Password' }).click()
  await phone.waitForURL('**/dashboard')
  await untilForms(phone, 1)
  await untilWorker(phone)
  return phone
}

const question = 'Is it 12 metres, or 21?'

/** Comments on an answer, and asks the surveyor to correct it. */
const askToCorrect = async (page: Page): Promise<void> => {
  const { press } = office(page)
  await press('Comment on: Depth in metres')
  await page.getByLabel('Your comment').fill(question)
  await press('Send')
  await expect(page.getByText(question)).toBeVisible()
  await press('Ask for a correction')
  await expect(page.getByText('Waits for a correction')).toBeVisible()
}

/** Finds what is to be corrected on the phone's home screen, and corrects it without a network. */
const correct = async (phone: Page, url: string): Promise<void> => {
  await phone.goto(`${url}/dashboard`)
  await refreshNow(phone, 'submissions')
  await expect(phone.getByRole('heading', { name: 'To correct (1)' })).toBeVisible()
  await phone.context().setOffline(true)
  await phone
    .getByRole('link', { name: /Hosahalli/ })
    .first()
    .click()
  await expect(phone.getByText(question).first()).toBeVisible()
  await phone.getByLabel('Depth in metres').fill('21')
  await phone.getByRole('button', { name: 'Save changes' }).click()
  await expect(phone.getByText('Pending Sync').first()).toBeVisible()
  await phone.context().setOffline(false)
  await expect(phone.getByText('Pending Sync')).toHaveCount(0)
}

/** Fills in the form without a network, and sends it when the network is back. */
const interview = async (phone: Page, url: string): Promise<void> => {
  await phone.context().setOffline(true)
  await phone.goto(`${url}/projects/survey/wells`)
  await phone.getByLabel('Name of the village').fill('Hosahalli')
  await phone.getByLabel('Depth in metres').fill('12')
  await phone.getByText('Tube', { exact: true }).click()
  await phone.getByRole('button', { name: 'Submit & Close' }).click()
  await expect(phone.getByText('Survey saved offline!')).toBeVisible()
  await expect(phone.getByText('Pending Sync').first()).toBeVisible()
  await phone.context().setOffline(false)
  await expect(phone.getByText('Pending Sync')).toHaveCount(0)
  await expect(phone.getByText('Synced').first()).toBeVisible()
}

test('a stranger runs a survey, from an empty server to the export', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'transect-stranger-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startServer({ port, environment: { DEMO: '0', PUBLIC_URL: url } })
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...launchArguments],
  })
  const { step, print } = createSteps()
  const page = await (
    await browser.newContext({ viewport: { width: 1280, height: 800 } })
  ).newPage()
  page.setDefaultTimeout(30_000)

  await step('make the first administrator and sign in', () => begin(page, server))
  await step('upload a form, read the report, publish', () => publish(page))
  const temporary = await step('add 20 people and assign the form', () =>
    addPeople(page, server, directory),
  )
  const phone = await step('sign in with a card on a phone', () =>
    signInByCard(browser, server, temporary),
  )
  await step('interview offline, send online', () => interview(phone, server.url))
  await step('see the interview in the office', async () => {
    await office(page).follow('Submissions')
    const row = page.getByRole('row', { name: /Hosahalli/ })
    await expect(row).toContainText('Surveyor Number 1')
    await expect(row).toContainText('Tube')
    await row.getByRole('link').first().click()
    await expect(page.getByText('Name of the village').first()).toBeVisible()
    await expect(page.getByText('Hosahalli').first()).toBeVisible()
  })
  await step('comment, and ask to correct it', () => askToCorrect(page))
  await step('correct it on the phone', () => correct(phone, server.url))
  await step('see the correction, and accept it', async () => {
    await page.reload()
    await expect(page.getByText('Corrected by the surveyor')).toBeVisible()
    await expect(page.locator('del', { hasText: '12' })).toBeVisible()
    await office(page).press('Accept')
    await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
  })
  await step('export', async () => {
    const file = join(directory, 'wells.csv')
    await server.admin('submissions', 'export', 'wells', '--out', file)
    expect(await readFile(file, 'utf8')).toMatch(/Hosahalli,21,tube/)
  })

  print()
  await browser.close()
  await server.stop()
  await rm(directory, { recursive: true, force: true })
})
