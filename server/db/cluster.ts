import { only, type Db, type Query } from './db.ts'
import { ledger, type Placement, type Table } from './schema-step.ts'

/** Tables on a Citus cluster: the coordinator, and the workers that have the rows of the surveyors. */

const oldestCitus = 12

/** Where the cluster keeps each table that it knows; null on a single database. */
export const placements = async (query: Query): Promise<ReadonlyMap<string, Placement> | null> => {
  const { isCluster } = only(
    await query<{ isCluster: boolean }>(
      `select to_regclass('pg_catalog.pg_dist_partition') is not null as "isCluster"`,
    ),
  )
  if (!isCluster) return null
  const rows = await query<{ name: string; placement: Placement }>(
    `select c.relname as name, case when p.partmethod = 'h' then 'distributed'
       when p.repmodel = 't' then 'reference' else 'local' end as placement
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = current_schema()::regnamespace`,
  )
  return new Map(rows.map(({ name, placement }) => [name, placement]))
}

/** The tables of these that a cluster does not keep where they belong. */
export const misplaced = (
  tables: readonly Table[],
  found: ReadonlyMap<string, Placement>,
): readonly Table[] => tables.filter(({ table, placement }) => found.get(table) !== placement)

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** A key between two tables is refused while one of them is distributed and the other is not. */
const keysAmong = (query: Query, tables: readonly string[]) =>
  query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])
       and confrelid = any($1::text[]::regclass[])`,
    [tables],
  )

const distribute = async (
  query: Query,
  tables: readonly string[],
  found: ReadonlyMap<string, Placement>,
): Promise<void> => {
  const keys = await keysAmong(query, tables)
  for (const { table, name } of keys) await query(`alter table ${table} drop constraint ${name}`)
  let together = [...found].find(([, placement]) => placement === 'distributed')?.[0] ?? 'none'
  for (const table of tables) {
    await query(
      `select create_distributed_table($1::text::regclass, 'user_id', colocate_with => $2)`,
      [table, together],
    )
    if (together === 'none') together = table
  }
  for (const { table, name, definition } of keys) {
    await query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** Moves the rows of misplaced tables to where they belong, in the transaction of `query`. */
export const placeTables = async (
  query: Query,
  tables: readonly Table[],
  found: ReadonlyMap<string, Placement>,
): Promise<void> => {
  const namesOf = (wanted: Placement) =>
    misplaced(tables, found).flatMap(({ table, placement }) =>
      placement === wanted ? [table] : [],
    )
  // One connection per node sees what the others of the transaction wrote.
  await query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  for (const table of namesOf('reference')) {
    await query(`select create_reference_table($1::text::regclass)`, [table])
  }
  await distribute(query, namesOf('distributed'), found)
  for (const table of namesOf('local')) {
    await query(`select citus_add_local_table_to_metadata($1::text::regclass)`, [table])
  }
}

/** Why the tables of a cluster cannot be distributed; null when they can. */
export const clusterProblem = async (query: Query): Promise<string | null> => {
  const { version, group, workers } = only(
    await query<{ version: string; group: number; workers: string }>(
      `select extversion as version, (select groupid from pg_dist_local_group) as group,
         (select count(*) from pg_dist_node
           where noderole = 'primary' and isactive and shouldhaveshards) as workers
       from pg_extension where extname = 'citus'`,
    ),
  )
  if (parseInt(version) < oldestCitus) {
    return `Citus ${version} is too old: ${oldestCitus} or later is needed.`
  }
  if (group !== 0) return 'This is a worker of the cluster: connect to its coordinator.'
  if (Number(workers) > 0) return null
  return 'No node of the cluster takes rows: add workers with citus_add_node.'
}

/** Longer than the second after which PostgreSQL ends an automatic vacuum that others wait for. */
const lockMs = 3000

/**
 * Takes tables from the other transactions before any row moves. In the order in which calls of surveyors lock them,
 * whose writes all begin with the change counter, because otherwise each could have what the other waits for.
 */
const takeTables = async (query: Query, tables: readonly Table[]): Promise<void> => {
  await query(`set local lock_timeout = ${lockMs}`)
  await query(`lock table ${tables.map(({ table }) => table).join(', ')} in access exclusive mode`)
  await query('set local lock_timeout = 0')
}

/**
 * Moves all rows to where they belong. Without a time limit, and in several transactions, so that a repeat continues after
 * an interruption. The last but one marks the cluster as distributed. Calls of surveyors wait meanwhile.
 */
export const distributeTables = async (
  db: Db,
  tables: readonly Table[],
  found: ReadonlyMap<string, Placement>,
): Promise<void> => {
  const of = (wanted: Placement) => tables.filter(({ placement }) => placement === wanted)
  // Without those that no call of a surveyor locks before its change counter.
  const contended = [...of('distributed'), ...of('reference'), ledger]
  const alone = (work: (query: Query) => Promise<void>) =>
    db.tx(
      async query => {
        await takeTables(query, contended)
        await work(query)
      },
      { isLong: true },
    )
  const references = of('reference').map(table => [table])
  for (const group of [...references, of('distributed'), of('local'), [ledger]]) {
    await alone(query => placeTables(query, group, found))
  }
  // The coordinator hides the rows that were copied to the workers, and they would outlive an erasure.
  await alone(async query => {
    for (const { table } of [...of('reference'), ...of('distributed')]) {
      await query('select truncate_local_data_after_distributing_table($1::text::regclass)', [
        table,
      ])
    }
  })
}
