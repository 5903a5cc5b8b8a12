import type { Bench } from '../harness/bench.ts'
import { callAsSurveyor } from '../harness/mixed-calls.ts'
import { median } from '../harness/outcome.ts'
import { startPostgres } from '../harness/postgres.ts'
import { inRounds } from '../harness/rounds.ts'
import { productServer, startServerProcess } from '../harness/server-process.ts'

/** Two hundred surveyors at once, on the product's server and on the smallest one with the same SQL. */

const surveyors = 200

interface Subject {
  readonly name: string
  /** Calls per second. */
  readonly pace: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** A server process, and its pace. `databaseUrl` null is the embedded database. */
const startSubject = async (
  name: string,
  file: string,
  databaseUrl: string | null,
  calls: number,
): Promise<Subject> => {
  const { url, tokens, stop } = await startServerProcess(file, databaseUrl, surveyors)
  return {
    name,
    pace: async () => {
      const started = performance.now()
      await Promise.all(tokens.map(token => callAsSurveyor(url, token, calls)))
      return (surveyors * calls) / ((performance.now() - started) / 1000)
    },
    stop,
  }
}

export const server: Bench = {
  name: 'server',
  run: async ({ quick }) => {
    const postgres = await startPostgres()
    const calls = quick ? 2 : 5
    const subjects: Subject[] = []
    try {
      if (postgres !== null) {
        const bare = 'bench/subjects/server/bare.ts'
        subjects.push(
          await startSubject('Hono and pg alone', bare, postgres.database('bare'), calls),
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
        const paces: number[] = []
        for (const { pace } of subjects) paces.push(await pace())
        return paces
      }
      // A warm-up, because the first calls find nothing compiled and nothing cached.
      await round()
      const samples = await inRounds(quick ? 2 : 4, round)
      const at = (name: string) => subjects.findIndex(subject => subject.name === name)
      const toBare = (name: string) =>
        median(
          samples.map(
            sample =>
              (sample[at('Hono and pg alone')] ?? Number.NaN) / (sample[at(name)] ?? Number.NaN),
          ),
        )
      return {
        bench: 'server',
        workload: `${surveyors} surveyors at once submit, edit, read and look for changes, ${surveyors * calls} calls in a round`,
        columns: ['server', 'calls a second', 'time, to the bare one'],
        rows: subjects.map(({ name }) => [
          name,
          median(samples.map(sample => sample[at(name)] ?? Number.NaN)),
          toBare(name),
        ]),
        gates: [
          {
            what: 'PostgreSQL, time to the bare server',
            value: toBare('product, PostgreSQL'),
            most: 1 / 0.9,
          },
          {
            what: 'PGlite, time to the bare server',
            value: toBare('product, PGlite'),
            most: 1 / 0.5,
          },
        ],
        ...(postgres === null
          ? {
              notes: [
                'PostgreSQL is not installed here, and so there was nothing to compare with.',
              ],
            }
          : {}),
      }
    } finally {
      for (const { stop } of subjects) await stop()
      await postgres?.stop()
    }
  },
}
