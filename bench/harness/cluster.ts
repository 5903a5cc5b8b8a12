import { openPostgres } from '../../server/db/postgres.ts'
import { startPostgres, type Postgres } from './postgres.ts'

/** A database on a Citus cluster for a bench: a coordinator and two workers on this machine. */
interface Cluster {
  /** The address at the coordinator. */
  readonly url: string
  /** The addresses at the workers. */
  readonly workerUrls: readonly string[]
  /** Processor time of all nodes so far. */
  readonly usedMs: () => number
  readonly stop: () => Promise<void>
}

const workers = 2
const name = 'bench'

const run = async (url: string, ...statements: readonly string[]): Promise<void> => {
  const db = await openPostgres({ url })
  for (const statement of statements) await db.query(statement)
  await db.close()
}

/** Starts a cluster; null when PostgreSQL or Citus is not installed. */
export const startCluster = async (): Promise<Cluster | null> => {
  const nodes: Postgres[] = []
  const stop = async () => {
    for (const node of nodes) await node.stop()
  }
  try {
    for (let at = 0; at <= workers; at += 1) {
      // A server does not start without a library that it is to load.
      const node = await startPostgres({ shared_preload_libraries: 'citus' }).catch(() => null)
      if (node === null) {
        await stop()
        return null
      }
      nodes.push(node)
    }
    const [url = '', ...workerUrls] = nodes.map(node => node.database(name))
    const [coordinator = 0, ...ports] = nodes.map(({ port }) => port)
    for (const each of [url, ...workerUrls]) await run(each, 'create extension citus')
    await run(
      url,
      `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`,
      ...ports.map(port => `select citus_add_node('127.0.0.1', ${port})`),
    )
    return {
      url,
      workerUrls,
      usedMs: () => nodes.reduce((total, node) => total + node.usedMs(), 0),
      stop,
    }
  } catch (failure) {
    await stop()
    throw failure
  }
}
