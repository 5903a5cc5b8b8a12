import { nextAction } from './actions.ts'
import { checkAlways, checkAtRest, comeToRest } from './invariants.ts'
import { createRandom, type Random } from './random.ts'
import { createWorld, type SimServer, type World } from './world.ts'

/**
 * Plays one history: random things happen to one device and its server, the invariants are checked
 * after each, and at the end everything must come to rest. Gives back what was wrong, with the seed
 * and all that happened; nothing when all held.
 */
export const playHistory = async (
  server: SimServer,
  seed: number,
  steps: number,
): Promise<readonly string[]> => {
  const random = createRandom(seed)
  const world = await createWorld(server)
  try {
    const problems = await play(world, random, steps)
    return problems.length === 0
      ? []
      : [`seed ${seed} on the ${server.name} server`, ...problems, ...world.log]
  } finally {
    await world.device.crash()
  }
}

const play = async (world: World, random: Random, steps: number): Promise<readonly string[]> => {
  for (let step = 0; step < steps; step += 1) {
    world.log.push(`${step + 1}. ${await nextAction(random)(world, random)}`)
    const problems = await checkAlways(world)
    if (problems.length > 0) return problems
  }
  const isAtRest = await comeToRest(world)
  if (!isAtRest) return ['the outbox never emptied']
  return [...(await checkAlways(world)), ...(await checkAtRest(world))]
}
