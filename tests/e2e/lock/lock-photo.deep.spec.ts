import { expect } from 'playwright/test'
import { signInForField } from '../device.ts'
import { fieldAt } from '../fill/fill-page.ts'
import { test } from '../fixtures.ts'
import { photo } from '../form-filler.ts'
import { expectLocked, lockNow, setPin, unlock } from './pin.ts'
import { fillRequired } from '../short-form.ts'

test.use({ formTitle: 'Water Point Inspection' })

test('a photo that is chosen while the app is locked is attached after the unlock', async ({
  context,
  page,
  phone,
  server,
  backend,
  form,
}) => {
  const at = form.fields.findIndex(({ type }) => type === 'IMAGE')
  await signInForField(page, server.url, backend.formCount)
  await setPin(page, server.url)
  await page.goto(`${server.url}/projects/survey/${form.id}`)
  await unlock(page)
  await fieldAt(page, 0).waitFor()
  await fillRequired(page, form)
  await fieldAt(page, at).scrollIntoViewIfNeeded()
  const opened = page.waitForEvent('filechooser')
  await fieldAt(page, at).locator('label').last().click()
  const chooser = await opened
  const other = await context.newPage()
  await lockNow(other, server.url)
  await expectLocked(page)
  await chooser.setFiles(photo('well'))
  await page.bringToFront()
  await unlock(page)
  await fieldAt(page, at).scrollIntoViewIfNeeded({ timeout: 30_000 })
  await expect(fieldAt(page, at).locator('img')).toHaveCount(1)
  expect(phone.complaints()).toEqual([])
})
