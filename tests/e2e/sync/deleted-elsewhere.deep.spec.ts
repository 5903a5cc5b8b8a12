import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { fieldAt } from '../fill/fill-page.ts'
import { test } from '../fixtures.ts'
import { filesFor, fillField } from '../form-filler.ts'
import { sha256 } from './interview-arrives.ts'
import { fillRequired, saveOne } from '../short-form.ts'
import { storedSubmissions } from '../stored.ts'
import { first, onOtherDevice } from '../surveyors.ts'
import { keptFiles, readQueue, refreshNow } from '../workspace.ts'

test.use({ formTitle: 'Water Point Inspection' })

test('unsent photos stay on the device when their interview is deleted elsewhere', async ({
  page,
  server,
  backend,
  form,
}) => {
  const place = form.fields.findIndex(({ type }) => type === 'IMAGE')
  const photos = form.fields[place]
  if (photos === undefined) throw new Error('The form asks for no photo.')
  const elsewhere = await onOtherDevice(server, first)
  const before = new Set((await elsewhere.rows()).map(({ id }) => id))
  const arrived = async () => (await elsewhere.rows()).filter(({ id }) => !before.has(id))

  await signInForField(page, server.url, backend.formCount)
  await expect.poll(() => storedSubmissions(page), { timeout: 60_000 }).toBe(before.size)
  await server.arm({ fault: 'drop-before', path: '/upload-files', method: 'POST', times: 100 })
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await fillRequired(page, form)
  await fillField(page, photos, place)
  await page.getByRole('button', { name: 'Submit & Close' }).click()
  await page.waitForURL('**/survey-data?surveyId=*')
  await expect.poll(async () => (await arrived()).length, { timeout: 30_000 }).toBe(1)
  // The interview has its answer, and only its photos wait.
  await expect.poll(() => readQueue(page), { timeout: 30_000 }).toMatchObject({ waiting: 1 })

  for (const { id } of await arrived()) await elsewhere.remove(id)
  await server.heal()
  await page.goto(`${server.url}/survey-data?surveyId=${form.id}`)
  await refreshNow(page, 'submissions')
  await expect(page.getByText('Pending Sync')).toHaveCount(0)
  await expect
    .poll(() => readQueue(page), { timeout: 60_000 })
    .toMatchObject({ waiting: 0, pending: 0 })
  const taken = filesFor(photos).map(({ buffer }) => sha256(buffer))
  await expect.poll(async () => [...(await keptFiles(page))].sort()).toEqual(taken.sort())
  // A start finishes interrupted work and cleans up.
  await page.reload()
  await expect.poll(async () => [...(await keptFiles(page))].sort()).toEqual(taken.sort())
  expect(await arrived()).toEqual([])
})

test('an edit of a submission that is deleted meanwhile ends in the list, because that submission is gone', async ({
  page,
  server,
  backend,
  form,
}) => {
  const elsewhere = await onOtherDevice(server, first)
  await signInForField(page, server.url, backend.formCount)
  const before = new Set((await elsewhere.rows()).map(({ id }) => id))
  const arrived = async () => (await elsewhere.rows()).filter(({ id }) => !before.has(id))
  await saveOne(page, server.url, form)
  await expect.poll(async () => (await arrived()).length, { timeout: 30_000 }).toBe(1)
  const [{ id } = { id: '' }] = await arrived()
  await page.goto(`${server.url}/surveys/data/${id}?edit=true`)
  await fieldAt(page, 0).getByRole('textbox').fill('edited')
  await expect(page.getByText('Draft kept on this device').first()).toBeVisible()
  await elsewhere.remove(id)
  await refreshNow(page, 'submissions')
  await expect(page.getByText('A submission that you were editing was deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(`${server.url}/survey-data`)
  await expect(page.getByText('edited').first()).toBeVisible()
  await expect.poll(async () => (await arrived()).length, { timeout: 30_000 }).toBe(1)
})
