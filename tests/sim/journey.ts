import { deleteOn, editOn, setNetwork, submitOn, syncOn, visibleOn, type Visible } from './acts.ts'
import { checkAlways, checkAtRest, comeToRest } from './invariants.ts'
import type { Strike } from './life.ts'
import { perform, pickUp } from './perform.ts'
import type { SimServer } from './servers.ts'
import { createWorld, endWorld, noteField, type RealmPool, type Tab, type World } from './world.ts'

/**
 * One day in the field, always the same: everything that writes happens once. It is played with one tab
 * struck at each of its writes and requests in turn.
 */
export interface Journey {
  readonly problems: readonly string[]
  readonly log: readonly string[]
  /** How many writes and requests the struck tab made, when nothing struck it. */
  readonly writes: number
  readonly requests: number
}

type Step = (world: World, a: Tab, b: Tab) => Promise<string>

const find = async (world: World, tab: Tab, marker: string): Promise<Visible | null> =>
  (await visibleOn(world, tab)).find(({ interview }) => interview.marker === marker) ?? null

const edit =
  (marker: string, by: 'a' | 'b'): Step =>
  async (world, a, b) => {
    const tab = by === 'a' ? a : b
    const found = await find(world, tab, marker)
    return found === null ? `no ${marker} to edit` : editOn(world, tab, found, noteField)
  }

const remove =
  (marker: string, by: 'a' | 'b'): Step =>
  async (world, a, b) => {
    const tab = by === 'a' ? a : b
    const found = await find(world, tab, marker)
    return found === null ? `no ${marker} to delete` : deleteOn(world, tab, found)
  }

const sync: Step = (world, a) => syncOn(world, a)
const fetchLists: Step = async (world, a, b) => {
  for (const tab of [a, b]) await perform(world, tab, app => app.refresh())
  return 'both fetch the list'
}
const pass: Step = world => {
  world.time.advance(61_000)
  return Promise.resolve('a minute passes')
}
const json = (status: number, message: string) => ({ status, message, body: 'json' }) as const

const steps: readonly Step[] = [
  (world, a) => submitOn(world, a, 'online', ['photo', 'paper']),
  (_, a) => Promise.resolve(setNetwork(a.phone, false)),
  (world, a) => submitOn(world, a, 'offline', ['photo']),
  edit('online', 'a'),
  (_, a) => Promise.resolve(setNetwork(a.phone, true)),
  sync,
  async world => {
    await world.server.setForm('draft')
    return 'the form is a draft'
  },
  (world, a) => submitOn(world, a, 'refused', ['photo']),
  async world => {
    await world.server.setForm('published')
    return 'the form is published'
  },
  world => {
    const path = '/form-submissions'
    world.wire.arm({ path, method: 'POST', times: 1, reaches: 'yes', answer: 'break' })
    return Promise.resolve('the next answer is lost')
  },
  (world, a) => submitOn(world, a, 'doubtful', ['paper']),
  edit('doubtful', 'a'),
  pass,
  sync,
  remove('offline', 'a'),
  world => {
    const answer = json(422, 'The given data was refused.')
    world.wire.arm({ path: '/form-submissions/', method: 'PUT', times: 1, reaches: 'no', answer })
    return Promise.resolve('the next edit is refused')
  },
  edit('online', 'a'),
  sync,
  fetchLists,
  edit('doubtful', 'b'),
  (world, _, b) => syncOn(world, b),
  edit('doubtful', 'a'),
  remove('online', 'b'),
  edit('online', 'a'),
  sync,
  fetchLists,
]

const breakOff =
  (times: number): Step =>
  world => {
    const path = '/form-submissions'
    world.wire.arm({ path, method: 'POST', times, reaches: 'yes', answer: 'silence' })
    return Promise.resolve('the next request is never answered')
  }
const together: Step = async (world, a, b) =>
  (await Promise.all([a, b].map(tab => syncOn(world, tab)))).join(' / ')

/** Two tabs of one phone on one outbox. */
const tabSteps: readonly Step[] = [
  breakOff(1),
  (world, a) => submitOn(world, a, 'silent', ['photo']),
  (world, _, b) => syncOn(world, b),
  pass,
  (world, _, b) => syncOn(world, b),
  (_, a) => Promise.resolve(setNetwork(a.phone, false)),
  (world, a) => submitOn(world, a, 'first', ['photo']),
  (world, _, b) => submitOn(world, b, 'second', []),
  (_, a) => Promise.resolve(setNetwork(a.phone, true)),
  together,
  edit('silent', 'b'),
  together,
  pass,
  pass,
  (world, _, b) => syncOn(world, b),
]

/** By itself, at once: nobody presses Sync, and no time passes. */
const arrives =
  (marker: string): Step =>
  async world => {
    const interview = world.interviews.find(known => known.marker === marker)
    const isThere = async () => {
      const row = (await world.server.rows()).find(candidate => candidate.marker === marker)
      if (interview?.isDeleted === true) return row === undefined
      const note = interview?.edits.at(-1)?.value ?? interview?.note
      return row?.answers[noteField] === note && row?.files.join() === interview?.files.join()
    }
    // Bytes are read and hashed on other threads, which nobody hears of.
    for (let looks = 0; looks < 20; looks += 1) {
      await world.activity.quiet()
      if (await isThere()) return `${marker} is there as it should be`
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    throw new Error(`${marker} did not arrive whole, and nothing was in the way`)
  }

/** A day on which nothing goes wrong but the network once: what is saved needs nobody to press Sync. */
const calmSteps: readonly Step[] = [
  (world, a) => submitOn(world, a, 'online', ['photo', 'paper']),
  arrives('online'),
  (_, a) => Promise.resolve(setNetwork(a.phone, false)),
  (world, a) => submitOn(world, a, 'offline', ['photo', 'photo']),
  edit('offline', 'a'),
  edit('online', 'a'),
  (_, a) => Promise.resolve(setNetwork(a.phone, true)),
  arrives('offline'),
  arrives('online'),
  remove('offline', 'a'),
  arrives('offline'),
]

/** The days that are played: two phones with one surveyor, one phone with two tabs, or nothing in the way. */
const days = {
  calm: { shape: [1, 1], steps: calmSteps },
  phones: { shape: [1, 1], steps },
  tabs: { shape: [2], steps: tabSteps },
} as const
export type Day = keyof typeof days

const playSteps = async (world: World, played: readonly Step[]): Promise<readonly string[]> => {
  const others = await world.server.otherRows()
  const [a, b] = world.phones.flatMap(({ tabs }) => tabs)
  if (a === undefined || b === undefined) throw new Error('A journey needs two tabs.')
  for (const [number, step] of played.entries()) {
    world.log.push(`${number + 1}. ${await step(world, a, b)}`)
    await world.activity.quiet()
    const problems = [...(await pickUp(world)), ...(await checkAlways(world))]
    if (problems.length > 0) return problems
  }
  await comeToRest(world)
  const lost = await pickUp(world)
  const isAtRest = await comeToRest(world)
  if (!isAtRest) return ['an outbox never emptied', ...lost]
  return [...lost, ...(await checkAlways(world)), ...(await checkAtRest(world, others))]
}

/** Plays the journey with the first phone's tab struck, or not. */
export const playJourney = async (
  server: SimServer,
  realms: RealmPool,
  day: Day,
  strike: Strike | null,
): Promise<Journey> => {
  const world = await createWorld(server, realms, days[day].shape)
  const tab = world.phones[0]?.tabs[0]
  const life = tab?.life
  life?.arm(strike)
  const before = { writes: life?.count('write') ?? 0, requests: life?.count('request') ?? 0 }
  try {
    const problems = await playSteps(world, days[day].steps).catch((error: unknown) => [
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ])
    return {
      problems,
      log: world.log,
      writes: (life?.count('write') ?? 0) - before.writes,
      requests: (life?.count('request') ?? 0) - before.requests,
    }
  } finally {
    await endWorld(world)
  }
}

/** Every place in which the tab of a journey can be struck: dead, or frozen. */
export const strikesOf = (
  { writes, requests }: Journey,
  what: 'crash' | 'freeze',
): readonly Strike[] => [
  ...Array.from({ length: writes }, (_, skip) => ({
    what,
    at: 'write' as const,
    when: 'after' as const,
    skip,
  })),
  ...Array.from({ length: requests }, (_, skip) => skip).flatMap(skip =>
    (['before', 'after'] as const).map(when => ({
      what,
      at: 'request' as const,
      when,
      skip,
    })),
  ),
]
