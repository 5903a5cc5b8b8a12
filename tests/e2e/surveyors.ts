import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { email, password, type RunningServer } from './server.ts'

/** Two surveyors who share a phone. */

interface Login {
  readonly email: string
  readonly password: string
}

export const first: Login = { email, password }
export const second: Login = { email: 'first@transect.example', password: 'second surveyor' }

/** A token of a surveyor, as another device gets it. */
export const tokenOf = async (server: RunningServer, login: Login): Promise<string> => {
  const response = await fetch(`${server.url}/api/surveyor/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(login),
  })
  const { data } = (await response.json()) as { data: { access_token: string } }
  return data.access_token
}

/** Sets the second surveyor's password, as on another device. */
export const prepareSecond = async (server: RunningServer): Promise<void> => {
  const token = await tokenOf(server, { email: second.email, password })
  const { password: chosen } = second
  await fetch(`${server.url}/api/surveyor/auth/password-set`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ token, new_password: chosen, new_password_confirmation: chosen }),
  })
}

/** The fields of a row that distinguish interviews. */
interface AccountRow {
  readonly id: string
  readonly created_at: string
}

/** A surveyor's account on another device. */
export interface OtherDevice {
  readonly rows: () => Promise<readonly AccountRow[]>
  readonly remove: (id: string) => Promise<void>
}

/** Signs in on another device. */
export const onOtherDevice = async (server: RunningServer, login: Login): Promise<OtherDevice> => {
  const headers = { Authorization: `Bearer ${await tokenOf(server, login)}` }
  const submissions = `${server.url}/api/surveyor/form-submissions`
  return {
    rows: async () => {
      const response = await fetch(`${submissions}?page=1&limit=1000`, { headers })
      return ((await response.json()) as { data: AccountRow[] }).data
    },
    remove: async id => {
      const { status } = await fetch(`${submissions}/${id}`, { method: 'DELETE', headers })
      expect(status).toBe(200)
    },
  }
}

/** Signs in on the login screen. */
export const signInAs = async (page: Page, login: Login): Promise<void> => {
  await page.getByLabel('Email').fill(login.email)
  await page.getByLabel('Password', { exact: true }).fill(login.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/login'))
}

/** Logs out on the settings screen, and waits for the login. */
export const confirmLogout = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, Logout' }).click()
  await page.waitForURL('**/login')
  await expect(page.getByLabel('Email')).toBeVisible()
}

/** Opens the settings and logs out. */
export const logOut = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/settings`)
  await confirmLogout(page)
}
