import { nextAction, type Acts } from '../acts/actions.ts'
import { findDoubles, type Double } from '../checks/doubles.ts'
import { awayFrom, comeToRest, signInEverywhere } from '../acts/rest.ts'
import { checkAtRest } from '../checks/at-rest.ts'
import { checkAlways } from '../checks/invariants.ts'
import { pickUp } from '../acts/pick-up.ts'
import { createRandom } from '../random.ts'
import type { SimServer } from '../servers/sim-server.ts'
import { createWorld, endWorld, type RealmPool, type Shape, type World } from '../world/world.ts'

/** One history: which steps of which seed are played, and on which server. */
export interface Plan {
  readonly seed: number
  /**
   * The numbers of the steps. Each has its own random source, so that leaving some out does not change the others.
   */
  readonly steps: readonly number[]
  readonly shape: Shape
  /** delivery: the actions of the first histories; all: also those about contents and people; others: see actions.ts. */
  readonly acts: Acts
}

/** The first steps of a seed, with one to three tabs on one or two phones. */
export const planOf = (seed: number, steps: number, acts: Acts = 'all'): Plan => ({
  seed,
  acts,
  steps: Array.from({ length: steps }, (_, n) => n + 1),
  shape: createRandom(seed).pick(
    acts === 'members'
      ? [
          [1, 1],
          [2, 1],
        ]
      : acts === 'cases' || acts === 'reviews'
        ? [[1], [2], [1, 1], [1, 1, 1]]
        : [[1], [2], [1, 1], [2, 1]],
  ),
})

/** The result of a history. */
export interface Played {
  readonly problems: readonly string[]
  readonly log: readonly string[]
  readonly interviews: number
  readonly requests: number
  /** Doubles that no client could have prevented on a server without keys. */
  readonly doubles: readonly Double[]
}

/**
 * Plays one history: random events at the phones and their server, the invariants after each step, and at the end
 * everything must come to rest.
 */
export const playHistory = async (
  server: SimServer,
  realms: RealmPool,
  plan: Plan,
): Promise<Played> => {
  const world = await createWorld(server, realms, plan.shape)
  const play = async (): Promise<readonly string[]> => {
    try {
      return await playSteps(world, plan)
    } catch (error) {
      return [describe(error)]
    }
  }
  try {
    const problems = await play()
    const { log, interviews, wire } = world
    return {
      problems,
      log,
      interviews: interviews.length,
      requests: wire.requests(),
      doubles: await findDoubles(world),
    }
  } finally {
    await endWorld(world)
  }
}

const playSteps = async (world: World, plan: Plan): Promise<readonly string[]> => {
  for (const step of plan.steps) {
    const random = createRandom(plan.seed * 1009 + step)
    world.log.push(`${step}. ${await nextAction(random, plan.acts)(world, random)}`)
    await world.activity.quiet()
    const problems = [...(await pickUp(world)), ...(await checkAlways(world))]
    if (problems.length > 0) return problems
  }
  return playRest(world)
}

/** Brings everything to rest, once for each surveyor who has worked, and returns the problems. */
export const playRest = async (world: World): Promise<readonly string[]> => {
  const problems = await restNow(world)
  if (problems.length > 0) return problems
  for (const surveyor of awayFrom(world)) {
    world.log.push(`   ${surveyor} signs in again`)
    await signInEverywhere(world, surveyor)
    const more = await restNow(world)
    if (more.length > 0) return more
  }
  return []
}

const restNow = async (world: World): Promise<readonly string[]> => {
  const wasAtRest = await comeToRest(world)
  const before = world.log.length
  const lost = await pickUp(world)
  // Recovered work is sent too.
  const isAtRest = wasAtRest && world.log.length === before ? true : await comeToRest(world)
  if (!isAtRest) return ['an outbox never emptied', ...lost]
  return [...lost, ...(await checkAlways(world)), ...(await checkAtRest(world))]
}

const describe = (error: unknown): string =>
  error instanceof Error
    ? [error.stack, error.cause === undefined ? '' : `because: ${describe(error.cause)}`].join('\n')
    : String(error)

/** Removes the steps that a failing history does not need; a few dozen replays at most. */
export const shrink = async (
  plan: Plan,
  fails: (plan: Plan) => Promise<boolean>,
  budget = 40,
): Promise<Plan> => {
  let best = plan
  let left = budget
  for (let size = Math.ceil(plan.steps.length / 2); size >= 1 && left > 0; size = size >> 1) {
    for (let at = 0; at < best.steps.length && left > 0;) {
      const steps = best.steps.filter((_, index) => index < at || index >= at + size)
      left -= 1
      if (await fails({ ...best, steps })) best = { ...best, steps }
      else at += size
    }
  }
  return best
}
