import { loadavg } from 'node:os'
import { startCluster } from '../../harness/cluster.ts'
import { startLoadProcess } from '../../harness/load-process.ts'
import { median } from '../../harness/outcome.ts'
import { startPostgres } from '../../harness/postgres.ts'
import {
  productServer,
  startAnotherServer,
  startServerProcess,
} from '../../harness/server-process.ts'
import { runAdminLine } from '../admin-line.ts'

/**
 * Submits on the engines, in turns: `npx tsx bench/load/cluster/engines.ts [rounds] [submits of each surveyor]`, by default
 * 5 and 20. A distributed cluster is served by one server at its coordinator, and by two at its workers. Without Citus,
 * only the other engines are measured.
 */

const rounds = Number(process.argv[2] ?? 5)
const calls = Number(process.argv[3] ?? 20)
const surveyors = 40

interface Sample {
  readonly submitsPerSecond: number
  /** Processor time for a submit: of the server processes, and of the database's. */
  readonly serverMs: number
  readonly databaseMs: number
}

interface Server {
  readonly port: number
  readonly tokens: readonly string[]
  readonly usedMs: () => number
}

interface Subject {
  readonly name: string
  readonly measure: () => Promise<Sample>
}

const stops: (() => Promise<void> | void)[] = []

const total = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0)

const subjectOf = (name: string, servers: readonly Server[], databaseMs: () => number): Subject => {
  const loads = servers.map(server => ({ server, load: startLoadProcess() }))
  stops.push(...loads.map(({ load }) => load.stop))
  const submits = calls * total(servers.map(({ tokens }) => tokens.length))
  const used = () => [total(servers.map(({ usedMs }) => usedMs())), databaseMs()] as const
  return {
    name,
    measure: async () => {
      const began = performance.now()
      const [serverBefore, databaseBefore] = used()
      await Promise.all(
        loads.map(({ server: { port, tokens }, load }) =>
          load.round({ port, tokens, calls, isSubmits: true }),
        ),
      )
      const [serverAfter, databaseAfter] = used()
      return {
        submitsPerSecond: (1000 * submits) / (performance.now() - began),
        serverMs: (serverAfter - serverBefore) / submits,
        databaseMs: (databaseAfter - databaseBefore) / submits,
      }
    },
  }
}

const startSubjects = async (): Promise<readonly Subject[]> => {
  const embedded = await startServerProcess(productServer, null, surveyors)
  stops.push(embedded.stop)
  const subjects = [subjectOf('PGlite', [embedded], () => 0)]
  const postgres = await startPostgres()
  if (postgres === null) return subjects
  stops.unshift(postgres.stop)
  const single = await startServerProcess(productServer, postgres.database('single'), surveyors)
  stops.unshift(single.stop)
  subjects.push(subjectOf('PostgreSQL', [single], postgres.usedMs))
  const cluster = await startCluster()
  if (cluster === null) return subjects
  stops.unshift(cluster.stop)
  const filled = await startServerProcess(productServer, cluster.url, surveyors)
  await filled.stop()
  await runAdminLine(cluster.url, 'database', 'distribute')
  const { tokens } = filled
  const atCoordinator = await startAnotherServer(cluster.url)
  stops.unshift(atCoordinator.stop)
  subjects.push(subjectOf('Citus, one server', [{ ...atCoordinator, tokens }], cluster.usedMs))
  const atWorkers: Server[] = []
  for (const [at, url] of cluster.workerUrls.entries()) {
    const server = await startAnotherServer(url)
    stops.unshift(server.stop)
    // Every second surveyor, wherever their rows are, as a proxy does.
    atWorkers.push({ ...server, tokens: tokens.filter((_, of) => of % 2 === at) })
  }
  subjects.push(subjectOf('Citus, two servers on workers', atWorkers, cluster.usedMs))
  return subjects
}

try {
  const subjects = await startSubjects()
  const samples = new Map<string, Sample[]>(subjects.map(({ name }) => [name, []]))
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, measure } of subjects) {
      const sample = await measure()
      // The first round finds nothing compiled and nothing cached.
      if (round >= 0) samples.get(name)?.push(sample)
    }
  }
  const base = subjects.find(({ name }) => name === 'PostgreSQL')?.name ?? 'PGlite'
  const middle = (name: string, of: (sample: Sample) => number) =>
    median((samples.get(name) ?? []).map(of))
  for (const { name } of subjects) {
    // Compared within each round, because the machine is not the same in all.
    const ratio = median(
      (samples.get(name) ?? []).map(
        ({ submitsPerSecond }, at) =>
          submitsPerSecond / (samples.get(base)?.[at]?.submitsPerSecond ?? Number.NaN),
      ),
    )
    console.log(
      `${name}: ${middle(name, sample => sample.submitsPerSecond).toFixed(0)} submits a second, ${ratio.toFixed(2)} of ${base}; ` +
        `processor for a submit ${middle(name, sample => sample.serverMs).toFixed(1)} ms in the server and ` +
        `${middle(name, sample => sample.databaseMs).toFixed(1)} ms in the database`,
    )
  }
  const load = loadavg().map(one => one.toFixed(1))
  console.log(`${new Date().toISOString().slice(0, 16)}Z, load of the machine ${load.join(' / ')}`)
} finally {
  for (const stop of stops) await stop()
}
