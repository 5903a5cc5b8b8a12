import { expect, test } from 'playwright/test'
import { loginLink } from '../../server/admin/people/cards.ts'
import { createPhone, type Phone } from './device.ts'
import { email, password, startServer, type RunningServer } from './server.ts'

/** The QR code of a sign-in card, as the phone's camera opens it. */

let server: RunningServer
let phone: Phone
test.beforeAll(async () => {
  server = await startServer()
  phone = await createPhone([server.url])
})
test.afterAll(async () => {
  await phone.remove()
  await server.stop()
})

test('fills in the login, and leaves the password neither in the address nor in the history', async () => {
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
