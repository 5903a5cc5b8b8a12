import { createHash } from 'node:crypto'
import { expect } from 'playwright/test'
import { signIn, untilForms, untilWorker, useServer, type Phone } from '../device.ts'
import { filesFor, fillEverything, textByType, type PublishedField } from '../form-filler.ts'

/** A submission on a server, of any kind of server. */
export interface ArrivedRow {
  readonly id: string
  readonly latitude: unknown
  /** The text answers by field id. */
  readonly values: ReadonlyMap<string, unknown>
  /** The bytes of a field's files, in any order. */
  readonly files: (fieldId: string) => Promise<readonly Uint8Array[]>
}

/** Direct requests of the journey to a server, not through the app. */
export interface Backend {
  readonly form: { readonly id: string; readonly fields: readonly PublishedField[] }
  /** The number of the surveyor's forms. */
  readonly formCount: number
  readonly rows: () => Promise<readonly ArrivedRow[]>
}

interface Journey {
  readonly phone: Phone
  /** The address of the app. */
  readonly clientUrl: string
  /** The address of its API, when different. */
  readonly apiUrl?: string
  readonly backend: Backend
}

/** For comparing bytes. */
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * The product's whole promise in one journey: sign in, go offline, reload, fill in a form with all twelve types of
 * fields, submit, close the browser, come back, and find one row on the server with every answer and every byte,
 * without complaints from the browser.
 */
export const interviewArrives = async ({ phone, clientUrl, apiUrl, backend }: Journey) => {
  const { form } = backend
  expect(new Set(form.fields.map(({ type }) => type)).size).toBe(12)
  const before = new Set((await backend.rows()).map(({ id }) => id))
  const arrivedRows = async () => (await backend.rows()).filter(({ id }) => !before.has(id))

  let context = await phone.open()
  let page = await context.newPage()
  if (apiUrl !== undefined) await useServer(page, clientUrl, apiUrl)
  await signIn(page, clientUrl)
  await untilWorker(page)
  // Every assigned form is on the device before the network is turned off.
  await untilForms(page, backend.formCount)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.goto(`${clientUrl}/projects/survey/${form.id}`)
  await fillEverything(page, form.fields)
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await expect(page.getByText('Survey saved offline!')).toBeVisible()
  await page.waitForURL('**/survey-data?surveyId=*')
  await expect(page.getByText('Pending Sync').first()).toBeVisible()

  await phone.close()
  context = await phone.open()
  await context.setOffline(true)
  page = await context.newPage()
  await page.goto(`${clientUrl}/survey-data?surveyId=${form.id}`)
  await expect(page.getByText('Pending Sync').first()).toBeVisible()
  expect(await arrivedRows()).toHaveLength(0)

  await context.setOffline(false)
  await expect(page.getByText('Pending Sync')).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByText('Synced').first()).toBeVisible()

  const arrived = await arrivedRows()
  expect(arrived).toHaveLength(1)
  for (const row of arrived) await expectWhole(row, form.fields)
  expect(phone.complaints()).toEqual([])
}

/** Every field has its answer, and every file its bytes. */
export const expectWhole = async (
  row: ArrivedRow,
  fields: readonly PublishedField[],
): Promise<void> => {
  expect(row.latitude).toBeCloseTo(12.9716, 4)
  for (const field of fields) {
    const name = `${field.type} ${field.label}`
    const value = row.values.get(field.id)
    const text = textByType[field.type]
    const sent = filesFor(field)
    if (text !== undefined) expect(value, name).toBe(text)
    else if (field.type === 'TEL') expect(value, name).toBe('+919876543210')
    else if (sent.length === 0) expect(value, name).toBeTruthy()
    if (sent.length === 0) continue
    const hashes = (await row.files(field.id)).map(sha256)
    expect(hashes.sort(), name).toEqual(sent.map(({ buffer }) => sha256(buffer)).sort())
  }
}
