import { randomBytes } from 'node:crypto'
import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { fieldAt, openSurvey } from './fill-page.ts'
import { test } from '../fixtures.ts'
import { photo } from '../form-filler.ts'
import { sha256 } from '../sync/interview-arrives.ts'
import { killPage } from '../sync/kill-page.ts'
import { fillRequired } from '../short-form.ts'

test.use({ formTitle: 'Water Point Inspection' })

test('a photo is there after the app was ended while it was made smaller, and arrives', async ({
  context,
  phone,
  server,
  backend,
  form,
}) => {
  const at = form.fields.findIndex(({ type }) => type === 'IMAGE')
  const { name, mimeType, buffer } = photo('well')
  const large = Buffer.concat([buffer, randomBytes(300_000)])
  const page = await context.newPage()
  // The photo is made smaller in a worker, which here never answers.
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      Worker: class extends EventTarget {
        postMessage() {}
        terminate() {}
      },
    })
  })
  await signInForField(page, server.url, backend.formCount)
  await openSurvey(page, server.url, form.id)
  await fillRequired(page, form)
  await fieldAt(page, at).scrollIntoViewIfNeeded()
  await fieldAt(page, at)
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType, buffer: large })
  await expect(fieldAt(page, at).locator('figure')).toContainText('293 KB')
  await expect(fieldAt(page, at).getByText('Preparing')).toBeVisible()
  await expect(fieldAt(page, at).locator('img')).toHaveCount(0)
  await page.waitForURL('**?draft=*')
  const address = page.url()
  await killPage(page)

  const back = await context.newPage()
  await back.goto(address)
  // The place where it was left may be stored after the kill, so the question can be far away.
  await fieldAt(back, 0).or(fieldAt(back, at)).first().waitFor()
  await expect(async () => {
    await back.mouse.wheel(0, 1000)
    await fieldAt(back, at).scrollIntoViewIfNeeded({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await expect(fieldAt(back, at).locator('figure')).toHaveCount(1)
  await expect(fieldAt(back, at).locator('img')).toBeVisible()
  await back.getByRole('button', { name: 'Submit & Close' }).click()
  await back.waitForURL('**/survey-data?surveyId=*')
  const isThere = async () => {
    const files = await Promise.all(
      (await backend.rows()).map(row => row.files(form.fields[at]?.id ?? '')),
    )
    return files.flat().some(bytes => sha256(bytes) === sha256(large))
  }
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true)
  expect(phone.complaints()).toEqual([])
})
