import { cpus } from 'node:os'
import type { Bench } from '../harness/bench.ts'
import { startLoadProcess } from '../harness/load-process.ts'
import { median } from '../harness/outcome.ts'
import { startPostgres } from '../harness/postgres.ts'
import { inRounds } from '../harness/rounds.ts'
import { productServer, startServerProcess } from '../harness/server-process.ts'

/** Two hundred surveyors at once, on the product's server and on the smallest one with the same SQL. */

const surveyors = 200

/** A round on one server. */
interface Sample {
  /** Clock time of a call. */
  readonly ms: number
  /** Processor time of the server's process for a call. */
  readonly serverMs: number
  /** The part of the machine's processors that made the load, 0 to 1. */
  readonly loadShare: number
}

interface Subject {
  readonly name: string
  readonly measure: () => Promise<Sample>
  readonly stop: () => Promise<void>
}

/** A server process with a load process. `databaseUrl` null is the embedded database. */
const startSubject = async (
  name: string,
  file: string,
  databaseUrl: string | null,
  calls: number,
): Promise<Subject> => {
  const { port, tokens, usedMs, stop } = await startServerProcess(file, databaseUrl, surveyors)
  const load = startLoadProcess()
  return {
    name,
    measure: async () => {
      const before = usedMs()
      const { ms, ownMs } = await load.round({ port, tokens, calls })
      return {
        ms: ms / (surveyors * calls),
        serverMs: (usedMs() - before) / (surveyors * calls),
        loadShare: ownMs / (ms * cpus().length),
      }
    },
    stop: async () => {
      load.stop()
      await stop()
    },
  }
}

const bareName = 'Hono and pg alone'

export const server: Bench = {
  name: 'server',
  run: async ({ quick }) => {
    const postgres = await startPostgres()
    const calls = quick ? 5 : 8
    const subjects: Subject[] = []
    try {
      if (postgres !== null) {
        const bare = 'bench/subjects/server/bare.ts'
        subjects.push(
          await startSubject(bareName, bare, postgres.database('bare'), calls),
          await startSubject(
            'product, PostgreSQL',
            productServer,
            postgres.database('product'),
            calls,
          ),
        )
      }
      subjects.push(await startSubject('product, PGlite', productServer, null, calls))
      const round = async () => {
        const samples = new Map<string, Sample>()
        for (const { name, measure } of subjects) samples.set(name, await measure())
        return samples
      }
      // A warm-up, because the first calls find nothing compiled and nothing cached.
      await round()
      const rounds = await inRounds(quick ? 2 : 3, round)
      const typical = (name: string, what: keyof Sample) =>
        median(rounds.map(samples => samples.get(name)?.[what] ?? Number.NaN))
      /** Compared within each round, because the machine is not the same in all. */
      const toBare = (name: string, what: keyof Sample) =>
        median(
          rounds.map(
            samples =>
              (samples.get(name)?.[what] ?? Number.NaN) /
              (samples.get(bareName)?.[what] ?? Number.NaN),
          ),
        )
      return {
        bench: 'server',
        workload: `${surveyors} surveyors at once submit, edit, read and look for changes, ${surveyors * calls} calls in a round`,
        columns: [
          'server',
          'calls a second',
          'time, to the bare one',
          'processor time of the server for a call, ms',
          'to the bare one',
          'processors used by the load',
        ],
        rows: subjects.map(({ name }) => [
          name,
          1000 / typical(name, 'ms'),
          toBare(name, 'ms'),
          typical(name, 'serverMs'),
          toBare(name, 'serverMs'),
          `${(100 * typical(name, 'loadShare')).toFixed(1)} %`,
        ]),
        gates: [
          {
            what: 'PostgreSQL, time to the bare server',
            value: toBare('product, PostgreSQL', 'ms'),
            most: 1.1,
          },
          {
            what: 'PGlite, time to the bare server',
            value: toBare('product, PGlite', 'ms'),
            most: 2,
          },
        ],
        note:
          postgres === null
            ? 'PostgreSQL is not installed here, and so there was nothing to compare with.'
            : 'The bare server looks for the key of a submit first and reads its row back; the product saves both, and so can be faster.',
      }
    } finally {
      for (const { stop } of subjects) await stop()
      await postgres?.stop()
    }
  },
}
