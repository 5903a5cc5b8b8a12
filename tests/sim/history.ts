import { nextAction } from './actions.ts'
import { checkAlways, checkAtRest, comeToRest } from './invariants.ts'
import { createRandom } from './random.ts'
import { createWorld, type SimServer } from './world.ts'

/**
 * Plays one history: random things happen to one device and its server, the invariants are checked
 * after each, and at the end everything must come to rest. Throws with the seed and the whole log.
 */
export const playHistory = async (
  server: SimServer,
  seed: number,
  steps: number,
): Promise<void> => {
  const random = createRandom(seed)
  const world = await createWorld(server)
  const fail = (problems: readonly string[]): never => {
    throw new Error(
      [`seed ${seed} on the ${server.name} server: ${problems.join('; ')}`, ...world.log].join(
        '\n',
      ),
    )
  }
  try {
    for (let step = 0; step < steps; step += 1) {
      world.log.push(`${step + 1}. ${await nextAction(random)(world, random)}`)
      if (process.env['SIM_TRACE'] !== undefined) console.log(world.log.at(-1))
      const problems = await checkAlways(world)
      if (problems.length > 0) fail(problems)
    }
    await comeToRest(world).catch((error: Error) => fail([error.message]))
    const problems = [...(await checkAlways(world)), ...(await checkAtRest(world))]
    if (problems.length > 0) fail(problems)
  } finally {
    await world.device.crash()
  }
}
