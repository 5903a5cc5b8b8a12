import {
  answerChange,
  deleteOn,
  editOn,
  setNetwork,
  submitOn,
  syncOn,
  visibleOn,
  type Visible,
} from '../acts/acts.ts'
import { perform } from '../acts/perform.ts'
import type { WireFault } from '../wire/wire.ts'
import type { SimRow } from '../servers/sim-server.ts'
import { noteField } from '../world/content.ts'
import { ownField, type Interview, type Tab, type World } from '../world/world.ts'

/** The steps that days consist of. */

/** An event on a day, with its first two tabs. Returns its title for the log. */
export type Step = (world: World, a: Tab, b: Tab) => Promise<string>

/** An interview that a tab's phone shows; null when it does not. */
export const find = async (world: World, tab: Tab, marker: string): Promise<Visible | null> =>
  (await visibleOn(world, tab)).find(({ interview }) => interview.marker === marker) ?? null

/** A surveyor submits an interview with so many files. */
export const submit =
  (marker: string, files: readonly string[] = []): Step =>
  (world, a) =>
    submitOn(world, a, marker, files)

/** A surveyor edits the shared field, or the phone's own one. */
export const edit =
  (marker: string, by: 'a' | 'b', which: 'shared' | 'own' = 'shared'): Step =>
  async (world, a, b) => {
    const tab = by === 'a' ? a : b
    const found = await find(world, tab, marker)
    const field = which === 'own' ? ownField(tab.phone) : noteField
    return found === null
      ? `no ${marker} to edit`
      : editOn(
          world,
          tab,
          found,
          answerChange({ [field]: `edit ${world.log.length} on ${tab.phone.name}` }),
        )
  }

/** A surveyor deletes an interview. */
export const remove =
  (marker: string, by: 'a' | 'b'): Step =>
  async (world, a, b) => {
    const tab = by === 'a' ? a : b
    const found = await find(world, tab, marker)
    return found === null ? `no ${marker} to delete` : deleteOn(world, tab, found)
  }

/** A surveyor presses Sync. */
export const sync =
  (by: 'a' | 'b' = 'a'): Step =>
  (world, a, b) =>
    syncOn(world, by === 'a' ? a : b)

/** Both phones fetch the lists. */
export const fetchLists: Step = async (world, a, b) => {
  for (const tab of [a, b]) await perform(world, tab, app => app.refresh())
  return 'both fetch the list'
}

/** The first phone fetches the lists. */
export const fetchFirst: Step = async (world, a) => {
  await perform(world, a, app => app.refresh())
  return 'the first fetches the list'
}

/** Passes enough time for every pause between tries. */
export const pass: Step = world => {
  world.time.advance(61_000)
  return Promise.resolve('a minute passes')
}
/** An answer of the API. */
export const json = (status: number, message: string) =>
  ({ status, message, body: 'json' }) as const

/** The first phone goes online or offline. */
export const network =
  (isOnline: boolean): Step =>
  (_, a) =>
    Promise.resolve(setNetwork(a.phone, isOnline))

/** The next matching requests fail. */
export const fault =
  (wrong: Omit<WireFault, 'times'> & { readonly times?: number }): Step =>
  world => {
    const { path, method, times = 1, reaches, answer } = wrong
    world.wire.arm({ ...wrong, times })
    const what = typeof answer === 'string' ? answer : `${answer.status} ${answer.body}`
    return Promise.resolve(`${times} × ${method ?? ''} ${path}: ${what}, done: ${reaches}`)
  }

const isWhole = (interview: Interview | undefined, row: SimRow | undefined): boolean =>
  interview !== undefined &&
  row !== undefined &&
  row.files.length === interview.files.length &&
  interview.files.every(({ sha256 }) => row.files.some(file => file.sha256 === sha256))

/** An interview arrives automatically and at once: without a press of Sync, and without time passing. */
export const arrives =
  (marker: string): Step =>
  async world => {
    const interview = world.interviews.find(known => known.marker === marker)
    const isThere = async () => {
      const row = (await world.server.rows('asha')).find(candidate => candidate.marker === marker)
      if (interview?.isDeleted === true) return row === undefined
      const note = interview?.edits.at(-1)?.value ?? interview?.note
      return row?.answers[noteField] === note && isWhole(interview, row)
    }
    // Bytes are read and hashed on other threads, whose end causes no event here.
    for (let looks = 0; looks < 20; looks += 1) {
      await world.activity.quiet()
      if (await isThere()) return `${marker} is there as it should be`
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    throw new Error(`${marker} did not arrive whole, and nothing was in the way`)
  }
