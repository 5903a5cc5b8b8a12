import { only, type Query } from './db.ts'
import type { Placement, Table } from './schema-step.ts'

/** Tables on a Citus cluster: the coordinator, and the workers that have the rows of the surveyors. */

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
const misplaced = (
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
