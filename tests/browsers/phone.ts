import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesFor, textByType, type Attachment, type PublishedField } from '../e2e/form-filler.ts'
import type { OurBackend } from '../e2e/our-backend.ts'
import { email, password, type RunningServer } from '../e2e/server.ts'
import { expectWhole, type ArrivedRow } from '../e2e/sync/interview-arrives.ts'
import type { Browser, Engine, Folders } from './driver.ts'
import { untilFound } from './processes.ts'
import { screenOf, type Screen } from './screen.ts'

/** The phone of the journey: its folders, the browser on them and its tab. */
export interface Phone {
  readonly folders: Folders
  browser: Browser
  screen: Screen
}

/** What a journey has, in addition to its phone. */
export interface World {
  readonly engine: Engine
  readonly server: RunningServer
  readonly backend: OurBackend
  readonly folder: string
  /** The rows that the server had before. */
  readonly earlier: ReadonlySet<string>
}

/** A loaded machine, and the growing pauses between two looks whether the server is back. */
export const patienceMs = 75_000

/** A new phone with an empty profile. */
export const newPhone = async ({ engine, folder }: World, name: string): Promise<Phone> => {
  const [profile, downloads] = [join(folder, name), join(folder, `${name}-files`)]
  for (const each of [profile, downloads]) await mkdir(each)
  const browser = await engine.launch({ profile, downloads })
  return { folders: { profile, downloads }, browser, screen: screenOf(await browser.newTab()) }
}

/** Signs in, and waits until everything is on the phone. */
export const signIn = async ({ server }: World, { screen }: Phone): Promise<void> => {
  await screen.open(`${server.url}/login`)
  // The offer to install comes once.
  await screen.run(`localStorage.setItem('pwaInstallDismissed', String(Date.now())); return ''`)
  await screen.enter({ label: { pattern: '^Email' } }, email)
  await screen.enter({ label: { pattern: '^Password' } }, password)
  await screen.press({ role: 'button', name: 'Log In' })
  await screen.see({ role: 'heading', name: 'Overview' }, patienceMs)
  await untilReady(screen, server.url)
}

/** Waits until the phone has the app and every form. */
const untilReady = async (screen: Screen, url: string): Promise<void> => {
  await screen.open(`${url}/ready`)
  await untilFound(
    'a phone that is ready for the field',
    async () => {
      const shell = await screen.count({ text: 'On this device: it starts without a network.' })
      const forms = await screen.count({
        text: { pattern: String.raw`^(\d+) of \1 on this device\.$` },
      })
      if (shell > 0 && forms > 0) return true
      await screen.press({ role: 'button', name: 'Check Again' })
      return null
    },
    patienceMs,
  )
}

/** The server is away, and the browser knows it if its driver can make it. */
export const cut = async ({ server }: World, { browser }: Phone): Promise<void> => {
  await server.kill()
  await browser.setOffline?.(true)
}

/** The server is back. */
export const mend = async ({ server }: World, { browser }: Phone): Promise<void> => {
  await server.restart()
  await browser.setOffline?.(false)
}

/** Fills in a new interview with every kind of question. */
export const fillIn = async (world: World, { screen }: Phone): Promise<void> => {
  const { form } = world.backend
  await screen.open(`${world.server.url}/projects/survey/${form.id}?new=true`)
  for (const [index, field] of form.fields.entries()) await fillField(world, screen, field, index)
}

const fillField = async (
  { folder }: World,
  screen: Screen,
  field: PublishedField,
  index: number,
): Promise<void> => {
  const part = `[data-field="${index}"]`
  const text = textByType[field.type]
  if (field.type === 'DATE') await screen.pick(`${part} input`, text ?? '')
  else if (field.type === 'SELECT') await screen.pick(`${part} select`, 1)
  else if (field.type === 'RADIO') await screen.press({ css: `${part} input` })
  else if (field.type === 'TEL')
    await screen.enter({ css: `${part} input[type=tel]` }, '9876543210')
  else if (text !== undefined) await screen.enter({ css: `${part} input, ${part} textarea` }, text)
  else if (field.type === 'CHECKBOX') {
    for (const at of [0, 1]) await screen.press({ css: `${part} input`, at })
  }
  const files = filesFor(field)
  if (files.length === 0) return
  const paths = await Promise.all(files.map(file => onDisk(folder, file)))
  await screen.attach(`${part} input[type=file]`, paths)
  for (const { name } of files) await screen.see({ role: 'button', name: `Remove ${name}` })
}

const onDisk = async (folder: string, { name, buffer }: Attachment): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, buffer)
  return path
}

/** Submits it; resolves when the list is shown. */
export const submit = async ({ screen }: Phone): Promise<void> => {
  const later = { role: 'button', name: 'Not now' }
  await screen.press({ role: 'button', name: 'Submit & Close' })
  await untilFound('the list', async () => {
    if ((await screen.path()) === '/survey-data') return true
    // Where the app is woken while it is closed, it asks once whether it may notify.
    if ((await screen.count(later)) > 0) {
      const isWoken = await screen.run(`return String('SyncManager' in window)`)
      if (isWoken === 'false') throw new Error('The app asks for notifications that never come.')
      await screen.press(later)
    }
    return null
  })
}

/** Waits until the server has exactly so many new rows, all of them whole, but for what `but` says of a field. */
export const untilWhole = (
  { backend, earlier }: World,
  count: number,
  but: (row: ArrivedRow) => ArrivedRow = row => row,
): Promise<readonly ArrivedRow[]> =>
  untilFound(
    `${count} whole rows on the server`,
    async () => {
      const arrived = (await backend.rows()).filter(({ id }) => !earlier.has(id))
      for (const row of arrived) await expectWhole(but(row), backend.form.fields)
      return arrived.length === count ? arrived : null
    },
    patienceMs,
  )

/** Ends the browser and opens it again on the same profile. */
export const restart = async ({ engine }: World, phone: Phone): Promise<void> => {
  await phone.browser.close()
  phone.browser = await engine.launch(phone.folders)
  phone.screen = screenOf(await phone.browser.newTab())
}
