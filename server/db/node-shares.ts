import { createTurns } from '../env/turns.ts'
import type { Clock } from '../env/clock.ts'
import { placements } from './cluster.ts'
import { first, type Db, type Query } from './db.ts'

/**
 * Views of one database, each with a share of its connections. A node of a cluster that hangs holds the connections of its
 * statements until they time out, and without shares soon all of them. A single database has no shares.
 */
export interface NodeShares {
  /** For statements on the rows of one surveyor. */
  readonly of: (userId: string) => Promise<Db>
  /** For statements that need all nodes. */
  readonly everyNode: Db
}

/** Of the ten connections of the pool. */
const connectionsOfNode = 4
const connectionsOfEveryNode = 2
/** As long as a statement waits for a connection. */
const waitMs = 20_000
/** How long it is remembered on which node a surveyor is, because rows may be moved. */
const knownMs = 60_000

const limitedTo = (db: Db, connections: number): Db => {
  const turns = createTurns(connections, connections, waitMs)
  const inTurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const leave = await turns.enter('')
    if (leave === null) {
      throw Object.assign(new Error('A node of the cluster does not answer'), { code: 'ETIMEDOUT' })
    }
    return work().finally(leave)
  }
  return {
    query: (text, params) => inTurn(() => db.query(text, params)),
    tx: (work, options) => inTurn(() => db.tx(work, options)),
    close: db.close,
  }
}

const nodeOf = async (query: Query, userId: string): Promise<string> => {
  const found = await query<{ node: string }>(
    `select nodename || ':' || nodeport as node from pg_dist_shard_placement
     where shardid = get_shard_id_for_distribution_column('submissions', $1::text)`,
    [userId],
  )
  return first(found)?.node ?? ''
}

/** Asks the database whether it is a cluster with distributed tables. */
export const createNodeShares = async (db: Db, clock: Clock): Promise<NodeShares> => {
  const found = await placements(db.query)
  if (found?.get('submissions') !== 'distributed') return { of: async () => db, everyNode: db }
  const shares = new Map<string, Db>()
  const shareOf = (node: string): Db => {
    const share = shares.get(node) ?? limitedTo(db, connectionsOfNode)
    shares.set(node, share)
    return share
  }
  const known = new Map<string, string>()
  let forgetAt = 0
  return {
    everyNode: limitedTo(db, connectionsOfEveryNode),
    of: async userId => {
      if (clock() >= forgetAt) {
        known.clear()
        forgetAt = clock() + knownMs
      }
      const node = known.get(userId) ?? (await nodeOf(db.query, userId))
      known.set(userId, node)
      return shareOf(node)
    },
  }
}
