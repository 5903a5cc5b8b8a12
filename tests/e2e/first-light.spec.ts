import { createHash } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { createPhone, signIn, type Phone } from './device.ts'
import { startServer, type RunningServer } from './server.ts'

let server: RunningServer
let phone: Phone

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())
test.beforeEach(async () => {
  phone = await createPhone([server.url])
})
test.afterEach(() => phone.remove())

/** A small JPEG whose bytes nobody needs to make smaller, told apart by its last bytes. */
const photo = (name: string) => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGNgiPqPBw1P6agAAHrcX8kAAACISURBVAAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.from(name),
  ]),
})
const paper = {
  name: 'consent form.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('I agree.\n', 'utf8'),
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface FieldOnServer {
  readonly id: string
  readonly label: string
  readonly type: string
  readonly multiple: boolean
}

const textByType: Readonly<Record<string, string>> = {
  TEXT: 'Lakshmi Devi',
  EMAIL: 'lakshmi@example.org',
  NUMBER: '5',
  PASSWORD: 'secret-9',
  TEXTAREA: 'Two rooms, one roof repaired.\nनमस्ते',
  DATE: '2026-10-02',
}

/** What is attached to a field: two photos where it takes several, else one; one paper. */
const filesFor = ({ id, type, multiple }: FieldOnServer) => {
  if (type === 'FILE') return [paper]
  if (type !== 'IMAGE') return []
  return multiple ? [photo(`${id} one`), photo(`${id} two`)] : [photo(id)]
}

/** Fills every field of the form as a surveyor would, whatever its order. */
const fillEverything = async (page: Page, fields: readonly FieldOnServer[]): Promise<void> => {
  for (const [index, field] of fields.entries()) {
    const part = page.locator(`[data-field="${index}"]`)
    await part.scrollIntoViewIfNeeded()
    const text = textByType[field.type]
    if (text !== undefined) await part.locator('input, textarea').first().fill(text)
    if (field.type === 'TEL') await part.locator('input[type="tel"]').fill('9876543210')
    if (field.type === 'RADIO') await part.getByRole('radio').first().check({ force: true })
    if (field.type === 'CHECKBOX') {
      for (const box of (await part.getByRole('checkbox').all()).slice(0, 2)) {
        await box.check({ force: true })
      }
    }
    if (field.type === 'SELECT') await part.locator('select').selectOption({ index: 1 })
    const files = filesFor(field)
    if (files.length > 0) await part.locator('input[type="file"]').setInputFiles([...files])
  }
}

test('an interview typed offline arrives whole, once, and by itself', async () => {
  const api = await server.surveyor()
  const forms = (await (await api('/surveyor/forms?page=1&limit=100')).json()) as {
    data: { id: string; title: string }[]
  }
  const form = forms.data.find(({ title }) => title === 'Household Profile')
  const definition = (await (await api(`/surveyor/forms/${form?.id}`)).json()) as {
    data: { sections: { fields: FieldOnServer[] }[] }
  }
  const fields = definition.data.sections.flatMap(section => section.fields)
  expect(new Set(fields.map(({ type }) => type)).size).toBe(12)
  const rows = async () =>
    (
      (await (await api('/surveyor/form-submissions?page=1&limit=1000')).json()) as {
        data: { id: string; form_id: string; latitude: number; answers: AnswerOnServer[] }[]
      }
    ).data
  const before = new Set((await rows()).map(({ id }) => id))

  let context = await phone.open()
  let page = await context.newPage()
  await signIn(page, server.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  // Every assigned form is on the device before the network goes.
  await expect
    .poll(() => storedDefinitions(page), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(forms.data.length)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.goto(`${server.url}/projects/survey/${form?.id}`)
  await fillEverything(page, fields)
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await expect(page.getByText('Survey saved offline!')).toBeVisible()
  await page.waitForURL('**/survey-data?surveyId=*')
  await expect(page.getByText('Pending Sync').first()).toBeVisible()

  await phone.close()
  context = await phone.open()
  await context.setOffline(true)
  page = await context.newPage()
  await page.goto(`${server.url}/survey-data?surveyId=${form?.id}`)
  await expect(page.getByText('Pending Sync').first()).toBeVisible()
  expect((await rows()).filter(({ id }) => !before.has(id))).toHaveLength(0)

  await context.setOffline(false)
  await expect(page.getByText('Pending Sync')).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByText('Synced').first()).toBeVisible()

  const arrived = (await rows()).filter(({ id }) => !before.has(id))
  expect(arrived).toHaveLength(1)
  expect(arrived[0]?.latitude).toBeCloseTo(12.9716, 4)
  const answers = new Map(arrived[0]?.answers.map(answer => [answer.form_field_id, answer]))
  for (const field of fields) {
    const answer = answers.get(field.id)
    expect(answer, `${field.type} ${field.label}`).toBeDefined()
    const text = textByType[field.type]
    if (text !== undefined) expect(answer?.value).toBe(text)
    if (field.type === 'TEL') expect(answer?.value).toBe('+919876543210')
    const sent = filesFor(field)
    if (sent.length > 0) {
      const urls = answer?.value_json ?? []
      const hashes = await Promise.all(
        urls.map(async url => {
          const response = await api(new URL(url, server.url).href)
          return sha256(new Uint8Array(await response.arrayBuffer()))
        }),
      )
      expect(hashes.sort()).toEqual(sent.map(({ buffer }) => sha256(buffer)).sort())
    }
  }
  expect(phone.complaints()).toEqual([])
})

interface AnswerOnServer {
  readonly form_field_id: string
  readonly value: string
  readonly value_json: readonly string[] | null
}

/** How many forms on the device carry their definition, read from its own storage. */
const storedDefinitions = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const name = names.find(candidate => /^rxdb-dexie-.*--forms$/.test(candidate))
    if (name === undefined) return 0
    const open = indexedDB.open(name)
    const db = await new Promise<IDBDatabase>(resolve => {
      open.addEventListener('success', () => resolve(open.result))
    })
    const all = db.transaction('docs').objectStore('docs').getAll()
    const docs = await new Promise<{ definition_hash?: string }[]>(resolve => {
      all.addEventListener('success', () => resolve(all.result))
    })
    db.close()
    return docs.filter(doc => (doc.definition_hash ?? '') !== '').length
  })

test('a row that was answered with 201 survives the death of the server', async () => {
  const api = await server.surveyor()
  const forms = (await (await api('/surveyor/forms?page=1&limit=100')).json()) as {
    data: { id: string; status: string }[]
  }
  const login = await fetch(`${server.url}/api/surveyor/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'asha@transect.example', password: 'fieldwork-2026' }),
  })
  const { data } = (await login.json()) as { data: { access_token: string } }
  const created = await fetch(`${server.url}/api/surveyor/form-submissions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${data.access_token}`,
    },
    body: JSON.stringify({
      form_id: forms.data.find(({ status }) => status !== 'draft')?.id,
      latitude: null,
      longitude: null,
      answers: [],
      created_at: new Date().toISOString(),
    }),
  })
  expect(created.status).toBe(201)
  const { data: row } = (await created.json()) as { data: { id: string } }
  await server.kill()
  await server.restart()
  expect((await api(`/surveyor/form-submissions/${row.id}`)).status).toBe(200)
})
