import '../../tab-channel.ts'
import { startTestServer, type TestServer } from '../../server/make-server.ts'
import { playHistory, type Plan, type Played } from '../play/history.ts'
import type { Day } from '../play/days.ts'
import { dayOf, playJourney, type Journey } from '../play/journey.ts'
import type { Strike } from '../life.ts'
import { startRealms, type Realm } from './realms.ts'
import { ourServer } from '../servers/our-server.ts'
import { anyQuirks, plainServer } from '../servers/plain-server.ts'
import { exact, type Quirks, type SimServer } from '../servers/sim-server.ts'
import { randomOf, type Extra } from './content.ts'
import type { PlantedBug } from '../play/planted-bug.ts'

export type ServerName = 'ours' | 'plain'

/** The environment of histories: the servers, and the loads of the product that tabs run on. */
export interface Field {
  readonly play: (server: ServerName, plan: Plan) => Promise<Played>
  /** Plays the journey with or without a strike on its tab. */
  readonly travel: (server: ServerName, day: Day, strike: Strike | null) => Promise<Journey>
  /** From now on tabs run the product with this bug, or without any. */
  readonly plant: (bug: PlantedBug | null) => void
  readonly close: () => Promise<void>
}

/** RxDB prints an advertisement for its paid storage at each load. */
const silenceAdvertisement = () => {
  const { warn } = console
  console.warn = (...words) => {
    if (!String(words[0]).includes('RxDB Open Core RxStorage')) warn(...words)
  }
}

/**
 * Errors of a dead tab, of a full disk, and of RxDB's replication when another tab wiped the database at a logout.
 * No caller waits for them.
 */
const isExpected = (error: unknown): boolean =>
  error instanceof Error &&
  ['Dead', 'QuotaExceededError', 'DatabaseClosedError'].includes(error.name)

/** Collects what no caller waits for. Returns a function that takes what has come since. */
const watchDefects = (): (() => readonly string[]) => {
  let defects: string[] = []
  process.on('unhandledRejection', error => {
    if (!isExpected(error))
      defects.push(`a defect: ${error instanceof Error ? error.stack : JSON.stringify(error)}`)
  })
  return () => {
    const taken = defects
    defects = []
    return taken
  }
}

const extraOf = ({ acts }: Plan): Extra => (acts === 'members' || acts === 'cases' ? acts : 'none')

/** From a random source of their own, because the first histories had none. */
const quirksOf = ({ acts, seed }: Plan): Partial<Quirks> =>
  acts === 'all' ? anyQuirks(randomOf(`habits ${seed}`)) : {}

export const openField = async (): Promise<Field> => {
  silenceAdvertisement()
  const takeDefects = watchDefects()
  /** With the defects of the product, for which no action waited. */
  const withDefects = <Result extends { readonly problems: readonly string[] }>(
    result: Result,
  ) => ({
    ...result,
    problems: [...result.problems, ...takeDefects()],
  })
  const realms = await startRealms()
  let free: Realm[] = []
  /** By what the form has in addition. */
  const ours = new Map<Extra, TestServer>()
  const pool = {
    take: async () => free.pop() ?? realms.create(),
    giveBack: (realm: Realm) => {
      free.push(realm)
    },
  }
  /** A plain server with whole seconds and otherwise exact data, apart from its habits. */
  const serverOf = async (
    name: ServerName,
    quirks: Partial<Quirks> = {},
    extra: Extra = 'none',
  ): Promise<SimServer> => {
    if (name === 'plain') {
      const habits = { ...exact, times: 'seconds', echoesTempId: false, ...quirks } as const
      return plainServer(habits, extra)
    }
    const server = ours.get(extra) ?? (await startTestServer())
    ours.set(extra, server)
    return ourServer(server, extra)
  }
  return {
    play: async (name, plan) => {
      const server = await serverOf(name, quirksOf(plan), extraOf(plan))
      return withDefects(await playHistory(server, pool, plan))
    },
    travel: async (name, day, strike) => {
      const server = await serverOf(name, dayOf(day).quirks)
      return withDefects(await playJourney(server, pool, day, strike))
    },
    plant: bug => {
      free = []
      realms.plant(bug)
    },
    close: async () => {
      for (const server of ours.values()) await server.close()
      await realms.close()
    },
  }
}
