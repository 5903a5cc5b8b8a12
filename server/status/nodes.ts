import { first, only, type Db } from '../db/db.ts'
import { inTime } from './health.ts'

/** Whether the database answers, and which nodes of a cluster do not (their ids in pg_dist_node). */
export type Nodes =
  | { readonly kind: 'silent' }
  | { readonly kind: 'ready'; readonly silentNodes: readonly number[] }

const nodeMs = 1000

/** Whether a node takes a new connection from the one that this server is connected to. */
const isAnswering = (db: Db, id: number): Promise<boolean> =>
  db.tx(async query => {
    await query(`set local citus.node_connection_timeout = ${nodeMs}`)
    const rows = await query<{ answers: boolean }>(
      `select citus_check_connection_to_node(nodename, nodeport) as answers
       from pg_dist_node where nodeid = $1`,
      [id],
    )
    return first(rows)?.answers ?? true
  })

const nodesOf = async (db: Db): Promise<readonly number[]> => {
  const { isCluster } = only(
    await db.query<{ isCluster: boolean }>(
      `select to_regclass('pg_catalog.pg_dist_node') is not null as "isCluster"`,
    ),
  )
  if (!isCluster) return []
  const nodes = await db.query<{ id: number }>(
    `select nodeid as id from pg_dist_node where isactive and noderole = 'primary' order by nodeid`,
  )
  return nodes.map(({ id }) => id)
}

/** Asks the database and all nodes of a cluster, for two seconds at most. */
export const readNodes = async (db: Db): Promise<Nodes> => {
  let silent: Set<number> | null = null
  const ask = async (): Promise<void> => {
    const nodes = new Set(await nodesOf(db))
    silent = nodes
    const check = async (id: number) => {
      if (await isAnswering(db, id)) nodes.delete(id)
    }
    await Promise.allSettled([...nodes].map(check))
  }
  await inTime(ask())
  return silent === null ? { kind: 'silent' } : { kind: 'ready', silentNodes: [...silent] }
}
