import { days, type Day, type PlannedDay } from './days.ts'
import { foundDays } from './found-days.ts'
import { checkAlways } from '../checks/invariants.ts'
import { playRest } from './history.ts'
import type { Strike } from '../life.ts'
import { pickUp } from '../acts/pick-up.ts'
import type { SimServer } from '../servers/sim-server.ts'
import type { Step } from './steps.ts'
import { createWorld, endWorld, type RealmPool, type World } from '../world/world.ts'

/** One scripted day, played with a strike on one tab at each of its writes and requests in turn. */
export interface Journey {
  readonly problems: readonly string[]
  readonly log: readonly string[]
  /** The number of the tab's writes and requests without a strike. */
  readonly writes: number
  readonly requests: number
}

const playSteps = async (world: World, played: readonly Step[]): Promise<readonly string[]> => {
  const [a, b] = world.phones.flatMap(({ tabs }) => tabs)
  if (a === undefined || b === undefined) throw new Error('A journey needs two tabs.')
  for (const [number, step] of played.entries()) {
    world.log.push(`${number + 1}. ${await step(world, a, b)}`)
    await world.activity.quiet()
    const problems = [...(await pickUp(world)), ...(await checkAlways(world))]
    if (problems.length > 0) return problems
  }
  return playRest(world)
}

/** A day by its name. */
export const dayOf = (day: Day): PlannedDay => {
  const planned = { ...days, ...foundDays }[day]
  if (planned === undefined) throw new Error(`There is no day of ${day}.`)
  return planned
}

/** Plays the journey with or without a strike on the first phone's tab. */
export const playJourney = async (
  server: SimServer,
  realms: RealmPool,
  day: Day,
  strike: Strike | null,
): Promise<Journey> => {
  const world = await createWorld(server, realms, dayOf(day).shape)
  const tab = world.phones[0]?.tabs[0]
  const life = tab?.life
  life?.arm(strike)
  const before = { writes: life?.count('write') ?? 0, requests: life?.count('request') ?? 0 }
  try {
    const problems = await playSteps(world, dayOf(day).steps).catch((error: unknown) => [
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

/** Every strike on the tab of a journey: dead or frozen, at each point. */
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
