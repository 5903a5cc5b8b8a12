import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textByType } from '../e2e/form-filler.ts'
import { pin } from '../e2e/lock/pin.ts'
import { askOurServer } from '../e2e/our-backend.ts'
import { startServer } from '../e2e/server.ts'
import type { ArrivedRow } from '../e2e/sync/interview-arrives.ts'
import type { Engine } from './driver.ts'
import {
  cut,
  fillIn,
  mend,
  newPhone,
  patienceMs,
  restart,
  signIn,
  submit,
  untilWhole,
  type Phone,
  type World,
} from './phone.ts'
import { untilFound } from './processes.ts'
import { screenOf } from './screen.ts'

/** Reports a step of the journey, with the milliseconds that it took. */
export type Report = (step: string, ms: number) => void

/**
 * A surveyor's work with all that an engine's storage, worker and inputs must carry. Returns the version of the engine;
 * throws at the first step that fails.
 */
export const travel = async (engine: Engine, report: Report): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'transect-browsers-'))
  const server = await startServer()
  let phone: Phone | null = null
  try {
    const backend = await askOurServer(server)
    const earlier = new Set((await backend.rows()).map(({ id }) => id))
    const world: World = { engine, server, backend, folder, earlier }
    phone = await newPhone(world, 'phone')
    for (const [name, step] of steps) {
      const start = performance.now()
      try {
        await step(world, phone)
      } catch (error) {
        const picture = await photograph(engine, phone)
        throw new Error(`${name}: ${(error as Error).message} (${picture})`, { cause: error })
      }
      report(name, performance.now() - start)
    }
    return phone.browser.version
  } finally {
    await phone?.browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Takes a picture of a step that failed; returns its path. */
const photograph = async ({ name }: Engine, { screen }: Phone): Promise<string> => {
  const folder = 'tests/browsers/out'
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(join(folder, `${name}.png`), await screen.picture())
    return join(folder, `${name}.png`)
  } catch {
    return 'no picture'
  }
}

const passphrase = 'four goats cross the bridge'
const pending = { text: 'Pending Sync' }

const listOf = ({ server, backend }: World) =>
  `${server.url}/survey-data?surveyId=${backend.form.id}`

const fillOnline = async (world: World, phone: Phone) => {
  await fillIn(world, phone)
  await submit(phone)
  await untilWhole(world, 1)
}

const fillOffline = async (world: World, phone: Phone) => {
  await cut(world, phone)
  await phone.screen.open(`${world.server.url}/dashboard`)
  await phone.screen.see({ role: 'heading', name: 'Overview' })
  await fillIn(world, phone)
  await submit(phone)
  await phone.screen.see(pending)
}

const startOffline = async (world: World, phone: Phone) => {
  await restart(world, phone)
  await phone.browser.setOffline?.(true)
  await phone.screen.open(listOf(world))
  await phone.screen.see(pending)
}

const sendOnce = async (world: World, phone: Phone) => {
  await mend(world, phone)
  await phone.screen.gone(pending, patienceMs)
  await untilWhole(world, 2)
}

/** The text that an edit gives to the first text question of one row. */
const edited = 'Lakshmi Devi, corrected'

const textAt = ({ backend }: World) => backend.form.fields.findIndex(({ type }) => type === 'TEXT')

const editOne = async (world: World, { screen }: Phone) => {
  const [row] = await untilWhole(world, 2)
  const field = world.backend.form.fields[textAt(world)]
  if (row === undefined || field === undefined) throw new Error('There is no text to edit.')
  await screen.open(`${world.server.url}/surveys/data/${row.id}?edit=true`)
  await screen.enter({ css: `[data-field="${textAt(world)}"] input` }, edited)
  await screen.press({ role: 'button', name: 'Save changes' })
  await untilFound(
    'the edit on the server',
    async () => {
      const rows = await world.backend.rows()
      return rows.find(({ id }) => id === row.id)?.values.get(field.id) === edited || null
    },
    patienceMs,
  )
}

/** A row as it was before the edit. */
const unedited =
  (world: World) =>
  (row: ArrivedRow): ArrivedRow => {
    const id = world.backend.form.fields[textAt(world)]?.id ?? ''
    if (row.values.get(id) !== edited) return row
    return { ...row, values: new Map([...row.values, [id, textByType['TEXT']]]) }
  }

const deleteAndUndo = async (world: World, { screen }: Phone) => {
  await screen.open(listOf(world))
  await screen.see({ text: { pattern: `^${edited}` } })
  await screen.press({ role: 'button', name: { pattern: '^Delete: ' } })
  await screen.press({ role: 'button', name: 'Yes, Delete', within: '[role=alertdialog]' })
  await screen.press({ role: 'button', name: 'Undo' })
  await screen.see({ text: 'The submission is back.' })
  await screen.see({ text: { pattern: `^${edited}` } })
  await screen.open(`${world.server.url}/sync`)
  await screen.see({ text: 'Everything is up to date' })
  await untilWhole(world, 2, unedited(world))
}

/** A page with an interview is left while it writes; the next page starts, and the first one goes on after Back. */
const leaveAndReturn = async (world: World, { browser, screen }: Phone) => {
  const input = { css: `[data-field="${textAt(world)}"] input` }
  await screen.open(`${world.server.url}/projects/survey/${world.backend.form.id}?new=true`)
  for (const text of ['One', 'Two', 'Three']) {
    await screen.enter(input, text)
    await screen.open(`${world.server.url}/dashboard`)
    await screen.see({ role: 'heading', name: 'Overview' })
    await screen.run(`history.back(); return ''`)
    await screen.see(input)
  }
  await screen.enter(input, 'Four')
  const draft = await untilFound('the draft', async () => {
    const address = await screen.run('return location.href')
    return address.includes('draft=') ? address : null
  })
  const other = screenOf(await browser.newTab())
  await other.open(draft)
  await untilFound('what was stored', async () => (await other.value(input)) === 'Four' || null)
  await other.close()
}

/** What is submitted in one tab is shown in the other. */
const useTwoTabs = async (world: World, phone: Phone) => {
  const other = screenOf(await phone.browser.newTab())
  await other.open(listOf(world))
  await other.see({ text: { pattern: `^${edited}` } })
  await cut(world, phone)
  await fillIn(world, phone)
  await submit(phone)
  await other.see(pending)
  await other.close()
}

/** Opens what Settings have about the data on the device. */
const openStorage = async (url: string, screen: Phone['screen']) => {
  await screen.open(`${url}/settings`)
  await screen.press({ text: { pattern: '^Storage & Data' } })
}

/** The phone makes a backup, another one restores and sends it, and the first one sends it again. */
const backUpAndRestore = async (world: World, phone: Phone) => {
  const { screen, folders } = phone
  await openStorage(world.server.url, screen)
  await screen.press({ role: 'button', name: { pattern: '^Back up unsent work' } })
  await screen.enter({ label: 'Passphrase', within: '[role=dialog], dialog[open]' }, passphrase)
  await screen.enter({ label: 'Passphrase again' }, passphrase)
  await screen.press({ role: 'button', name: 'Prepare a backup file' })
  await screen.press({ role: 'link', name: 'Save the backup file' })
  const name = await untilFound('the saved file', async () => {
    const files = await readdir(folders.downloads)
    return files.length === 1 ? (files[0] ?? null) : null
  })
  await phone.browser.close()
  await world.server.restart()
  const other = await newPhone(world, 'other-phone')
  try {
    await signIn(world, other)
    await restoreFrom(join(folders.downloads, name), world, other)
    await untilWhole(world, 3, unedited(world))
  } finally {
    await other.browser.close()
  }
  await restart(world, phone)
  await phone.screen.open(`${world.server.url}/sync`)
  await phone.screen.see({ text: 'Everything is up to date' }, patienceMs)
  await untilWhole(world, 3, unedited(world))
}

const restoreFrom = async (path: string, { server }: World, { screen }: Phone) => {
  await openStorage(server.url, screen)
  await screen.press({ role: 'button', name: { pattern: '^Restore backup' } })
  await screen.see({ label: 'Backup file' })
  await screen.attach('dialog[open] input[type=file], [role=dialog] input[type=file]', [path])
  await screen.enter({ label: 'Passphrase' }, passphrase)
  await screen.press({ role: 'button', name: 'Restore' })
  await screen.see({ text: { pattern: '^Restored: ' } })
}

const locked = { role: 'heading', name: 'The app is locked' }

const lockAndUnlock = async ({ server }: World, { screen }: Phone) => {
  await screen.open(`${server.url}/settings`)
  await screen.press({ role: 'button', name: { pattern: '^PIN' } })
  await screen.enter({ label: 'New PIN' }, pin)
  await screen.enter({ label: 'New PIN again' }, pin)
  await screen.press({ role: 'button', name: 'Set the PIN' })
  await screen.see({ text: 'The PIN is set.' })
  await screen.open(`${server.url}/dashboard`)
  await screen.see(locked)
  await screen.enter({ label: 'PIN' }, pin)
  await screen.type('\n')
  await screen.see({ role: 'heading', name: 'Overview' })
}

const steps: readonly (readonly [
  name: string,
  step: (world: World, phone: Phone) => Promise<void>,
])[] = [
  ['sign in, and everything is on the phone', signIn],
  ['every kind of question and photos, submitted online', fillOnline],
  ['without the server: loaded again, filled in, submitted', fillOffline],
  ['the browser ends and starts without the server', startOffline],
  ['the server is back: sent exactly once', sendOnce],
  ['an edit', editOne],
  ['a deletion, undone', deleteAndUndo],
  ['a page that is left while it writes, and Back', leaveAndReturn],
  ['two tabs without the server', useTwoTabs],
  ['a backup, restored on another phone, sent once by both', backUpAndRestore],
  ['a PIN, locked and unlocked', lockAndUnlock],
]
