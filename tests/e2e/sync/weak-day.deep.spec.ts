import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { workbook } from '../../server/import/make-workbook.ts'
import { startBareHttp } from '../bare-http.ts'
import { createPhone, untilWorker, useServer } from '../device.ts'
import { fieldAt, openSurvey, submitClose } from '../fill/fill-page.ts'
import { startServer, type RunningServer } from '../server.ts'
import { storedDefinitions } from '../stored.ts'
import { prepareSecond, second, signInAs, tokenOf } from '../surveyors.ts'
import { startWeakLink, type WeakLink } from '../weak-link.ts'
import { readQueue } from '../workspace.ts'

/**
 * A day's work over a link of 20 kbps and 2 s: everything arrives, and what is small before what is large.
 *
 * A server with only the calls of the spec takes a file as one request of a minute (9.5), in which this link carries 150 kB.
 */

const weakness = { kbps: 20, roundTripMs: 2000 }
const wholeTest = 60 * 60_000
const patience = 25 * 60_000
const nothing = { waiting: 0, recovered: 0, pending: 0 }
const largeText = 23_000

type Definition = Readonly<{ id: string | number; title: string; sections: readonly unknown[] }>

interface Row {
  readonly texts: readonly string[]
  readonly files: number
}

/** A server with 14 forms and two earlier interviews of 'Visit 1'. */
interface Office {
  /** Where the app comes from; its calls go over the link. */
  readonly clientUrl: string
  readonly link: WeakLink
  readonly login: { readonly email: string; readonly password: string }
  readonly rows: () => Promise<readonly Row[]>
  readonly photoBytes: number
  readonly stop: () => Promise<void>
}

const visit = {
  survey: [
    ['type', 'name', 'label', 'appearance'],
    ['text', 'who', 'Name', null],
    ['text', 'story', 'Story', 'multiline'],
    ['file', 'photo', 'Photo', null],
    ...Array.from({ length: 30 }, (_, n) => ['text', `q${n}`, `A question with number ${n}`, null]),
  ],
}
const long = {
  survey: [
    ['type', 'name', 'label'],
    ...Array.from({ length: 250 }, (_, n) => [
      'text',
      `q${n}`,
      `${randomBytes(40).toString('base64')} ${n}`,
    ]),
  ],
}

/** Adds forms to the demo's eight, so that there are 14. */
const importForms = async (server: RunningServer): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'transect-weak-'))
  for (const [index, sheets] of [visit, visit, visit, visit, visit, long].entries()) {
    const path = join(folder, `visit${index + 1}.xlsx`)
    await writeFile(path, workbook(sheets))
    const title = sheets === long ? 'Long Survey' : `Visit ${index + 1}`
    await server.admin('form', 'import', path, '--title', title, '--assign-all')
  }
  await rm(folder, { recursive: true })
}

const call = async (url: string, token: string, body?: object): Promise<unknown> => {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.status, url).toBeLessThan(300)
  return ((await response.json()) as { data: unknown }).data
}

/** The ids of the visit's first three questions. */
const visitFields = ({ sections }: Definition): readonly string[] =>
  (sections as { fields: { id: string }[] }[])
    .flatMap(({ fields }) => fields.map(({ id }) => id))
    .slice(0, 3)

const addEarlier = async (apiUrl: string, token: string, form: Definition): Promise<void> => {
  const [who = ''] = visitFields(form)
  for (const n of [1, 2]) {
    await call(`${apiUrl}/api/surveyor/form-submissions`, token, {
      form_id: form.id,
      latitude: null,
      longitude: null,
      created_at: new Date(Date.now() - n * 60_000).toISOString(),
      answers: [{ form_field_id: who, value: `Earlier ${n}` }],
    })
  }
}

const openOurs = async (): Promise<Office & { readonly definitions: readonly Definition[] }> => {
  const server = await startServer()
  await prepareSecond(server)
  await importForms(server)
  const token = await tokenOf(server, second)
  const path = `${server.url}/api/surveyor`
  const heads = (await call(`${path}/forms?page=1&limit=100`, token)) as Definition[]
  const definitions: Definition[] = []
  for (const { id } of heads)
    definitions.push((await call(`${path}/forms/${id}`, token)) as Definition)
  const first = definitions.find(({ title }) => title === 'Visit 1')
  if (first === undefined) throw new Error('The visit was not imported.')
  await addEarlier(server.url, token, first)
  const link = await startWeakLink(server.url)
  return {
    definitions,
    clientUrl: link.url,
    link,
    login: second,
    photoBytes: 300_000,
    rows: async () => {
      const rows = (await call(`${path}/form-submissions?page=1&limit=100`, token)) as {
        answers: { value: unknown; value_json: readonly string[] | null }[]
      }[]
      return rows.map(({ answers }) => ({
        texts: answers.map(({ value }) => String(value)),
        files: answers.flatMap(({ value_json }) => value_json ?? []).length,
      }))
    },
    stop: async () => {
      await link.stop()
      await server.stop()
    },
  }
}

const openPlain = async (): Promise<Office> => {
  const ours = await openOurs()
  await ours.stop()
  const forms = ours.definitions.map((definition, n) => ({ ...definition, id: n + 41 }))
  const http = await startBareHttp({ forms })
  const link = await startWeakLink(http.url)
  const client = await startServer({ environment: { VITE_API_URL: link.url, DEMO: '0' } })
  const login = { email: 'asha@transect.example', password: 'fieldwork-2026' }
  const answer = await fetch(`${http.url}/api/surveyor/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(login),
  })
  const { data } = (await answer.json()) as { data: { access_token: string } }
  const first = forms.find(({ title }) => title === 'Visit 1')
  if (first === undefined) throw new Error('The visit was not imported.')
  await addEarlier(http.url, data.access_token, first)
  return {
    clientUrl: client.url,
    link,
    login,
    photoBytes: 90_000,
    rows: () =>
      Promise.resolve(
        http.bare.rows().map(({ answers, files }) => ({
          texts: answers.map(({ value }) => String(value)),
          files: files.length,
        })),
      ),
    stop: async () => {
      await client.stop()
      await link.stop()
      await http.stop()
    },
  }
}

const fillVisit = async (
  page: Page,
  url: string,
  name: string,
  photoBytes: number,
): Promise<void> => {
  await page.goto(`${url}/projects/all-surveys`)
  const start = page.getByRole('link', { name: 'Start Now: Visit 1', exact: true })
  const path = (await start.getAttribute('href')) ?? ''
  await openSurvey(page, url, path.split('/').at(-1) ?? '')
  await fieldAt(page, 0).locator('input').fill(name)
  if (photoBytes > 0) {
    const photo = { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: randomBytes(photoBytes) }
    await fieldAt(page, 2).locator('input[type="file"]').setInputFiles([photo])
    await expect(page.getByText(photo.name).first()).toBeVisible()
  }
  await submitClose(page).click()
  await page.waitForURL('**/survey-data?surveyId=*')
}

const editEarlier = async (page: Page, url: string, n: number): Promise<void> => {
  await page.goto(`${url}/survey-data`)
  // The earlier ones are the oldest, so they are the last.
  await page
    .getByRole('link', { name: /^View: / })
    .nth(-n)
    .click()
  await page.waitForURL('**/surveys/data/*')
  await page.goto(`${page.url().split('?')[0]}?edit=true`)
  await fieldAt(page, 0).locator('input').fill(`Edited ${n}`)
  await fieldAt(page, 1)
    .locator('textarea')
    .fill(`${n}${randomBytes(largeText).toString('base64').slice(0, largeText)}`)
  await submitClose(page).click()
  await page.waitForURL(address => !address.search.includes('edit'))
}

for (const [name, open] of [
  ['our server', openOurs],
  ['a server with only the calls of the spec', openPlain],
] as const) {
  test(`14 forms, 5 interviews, 2 edits and 3 photos arrive at ${name}`, async () => {
    test.setTimeout(wholeTest)
    const office = await open()
    const { clientUrl, link } = office
    const phone = await createPhone([clientUrl, link.url])
    try {
      const context = await phone.open()
      const page = await context.newPage()
      await useServer(page, clientUrl, link.url)
      await page.goto(clientUrl)
      await untilWorker(page)
      let since = Date.now()
      const note = (what: string): void => {
        const minutes = ((Date.now() - since) / 60_000).toFixed(1)
        process.stdout.write(`${name}: ${what.padEnd(24)}${minutes} min\n`)
      }

      link.weaken(weakness)
      await signInAs(page, office.login)
      note('signed in')
      await expect.poll(() => storedDefinitions(page), { timeout: patience }).toBe(14)
      note('14 forms')
      await expect
        .poll(
          async () => {
            await page.goto(`${clientUrl}/survey-data`)
            return page.getByRole('link', { name: /^View: / }).count()
          },
          { timeout: patience, intervals: [5000] },
        )
        .toBe(2)
      note('2 earlier interviews')

      await context.setOffline(true)
      for (const n of [1, 2]) await editEarlier(page, clientUrl, n)
      for (const n of [1, 2, 3, 4, 5])
        await fillVisit(page, clientUrl, `Interview ${n}`, n <= 3 ? office.photoBytes : 0)
      since = Date.now()
      await context.setOffline(false)
      const small = ['Edited 1', 'Edited 2', ...[1, 2, 3, 4, 5].map(n => `Interview ${n}`)]
      const large = [1, 2, 3].map(n => `photo of Interview ${n}`)
      const arrived: string[] = []
      const lookAround = async (): Promise<number> => {
        const rows = await office.rows()
        const rowOf = (text: string) => rows.find(({ texts }) => texts.includes(text))
        const there = [
          ...small.filter(text => rowOf(text) !== undefined),
          ...large.filter(text => (rowOf(text.slice('photo of '.length))?.files ?? 0) > 0),
        ]
        for (const text of there.filter(each => !arrived.includes(each))) {
          arrived.push(text)
          note(text)
        }
        return arrived.length
      }
      await expect.poll(lookAround, { timeout: patience, intervals: [1000] }).toBe(10)
      await expect.poll(() => readQueue(page), { timeout: patience }).toEqual(nothing)
      note('nothing waits')
      expect(await office.rows()).toHaveLength(7)
      expect(arrived.slice(0, small.length).toSorted()).toEqual(small.toSorted())
    } finally {
      await phone.remove()
      await office.stop()
    }
  })
}
