import { expect, test } from 'vitest'
import { logoutMark } from '../../src/session/logout-mark.ts'
import { recallSession } from '../../src/session/recall.ts'
import { until } from '../env.ts'
import { createPhone, meena, type Phone, type Tab } from '../lock/phone.ts'

/** A browser that is killed within a minute forgets what was written to localStorage, and not the worker's copy. */

const apiUrl = 'https://transect.example/api'

const untilCopied = ({ env }: Tab, { local }: Phone) =>
  until('a copy', async () => (await env.sessionMirror.read())?.authData === local.get('authData'))

/** The browser is killed, its localStorage is again as it was then, and the app starts. */
const restart = async (phone: Phone, before: ReadonlyMap<string, string>): Promise<Tab> => {
  phone.local.clear()
  for (const [key, value] of before) phone.local.set(key, value)
  const tab = phone.openTab()
  await recallSession(tab.env, apiUrl)
  await tab.session.hydrate()
  return tab
}

/** Who is signed in. */
const surveyorIn = ({ session }: Tab): string | null => {
  const now = session.current()
  return now.kind === 'signed-in' ? now.user.email : null
}

const signIn = async (phone: Phone, user = meena): Promise<Tab> => {
  const tab = phone.openTab()
  await tab.login(user)
  await untilCopied(tab, phone)
  return tab
}

test('a login that the browser forgot is there again', async () => {
  const phone = await createPhone()
  ;(await signIn(phone)).close()
  expect(surveyorIn(await restart(phone, new Map()))).toBe(meena.email)
})

test('the surveyor of the last login is signed in, and not the one before', async () => {
  const phone = await createPhone()
  const tab = phone.openTab()
  await tab.login()
  const before = new Map(phone.local)
  tab.session.end()
  phone.clock.advance(60_000)
  await tab.login(meena)
  await untilCopied(tab, phone)
  tab.close()
  expect(surveyorIn(await restart(phone, before))).toBe(meena.email)
})

test('a copy that is older than the stored login, or of another server, is not taken', async () => {
  const phone = await createPhone()
  const tab = await signIn(phone)
  const copy = await tab.env.sessionMirror.read()
  phone.clock.advance(60_000)
  await tab.login()
  await untilCopied(tab, phone)
  if (copy !== null) await tab.env.sessionMirror.keep(copy)
  const stored = phone.local.get('authData')
  await recallSession(tab.env, apiUrl)
  expect(phone.local.get('authData')).toBe(stored)
  phone.local.clear()
  await recallSession(tab.env, 'https://other.example/api')
  expect(phone.local.size).toBe(0)
})

test('a session that ended does not begin again', async () => {
  const phone = await createPhone()
  const tab = await signIn(phone)
  tab.session.end()
  await until('no copy', async () => (await tab.env.sessionMirror.read()) === null)
  tab.close()
  expect(surveyorIn(await restart(phone, new Map()))).toBeNull()
})

test('nor does one that another tab is logging out', async () => {
  const phone = await createPhone()
  const tab = await signIn(phone)
  const release = await tab.env.liveness.hold(logoutMark)
  phone.local.clear()
  const recalled = recallSession(tab.env, apiUrl)
  // Longer than it takes without the wait.
  await new Promise(resolve => setTimeout(resolve, 50))
  await tab.env.sessionMirror.clear()
  release()
  phone.clock.advance(1000)
  await recalled
  expect(phone.local.size).toBe(0)
})
