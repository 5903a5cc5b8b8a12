import { expect } from 'playwright/test'
import { loginLink } from '../../../server/admin/people/cards.ts'
import { test } from '../fixtures.ts'
import { email, password } from '../server.ts'

/** The QR code of a sign-in card, as the phone's camera opens it. */

test('fills in the login, and leaves the password neither in the address nor in the history', async ({
  phone,
  server,
}) => {
  const page = await (await phone.open()).newPage()
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.goto(loginLink(server.url, { email, password, name: 'Asha' }))
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.locator('input[name=password]')).toHaveValue(password)
  await expect.poll(() => page.evaluate(() => location.href)).toBe(`${server.url}/login`)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  expect(asked.filter(url => url.includes(password))).toEqual([])
})
