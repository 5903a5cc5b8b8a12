/**
 * A numbered change of the tables. A released step is never edited: its checksum is stored, and a server whose text
 * differs refuses to start. Every statement stands alone.
 */
export interface SchemaStep {
  readonly number: number
  readonly title: string
  readonly statements: readonly (string | Table)[]
}

/** A new table, with its columns and keys as SQL. */
export interface Table {
  readonly table: string
  readonly placement: Placement
  readonly columns: string
}

/**
 * Where a cluster keeps the rows of a table; on a single database it makes no difference.
 *
 * - `distributed`: on the worker of their `user_id`, with all other rows of that surveyor.
 * - `reference`: on every node, for what calls of all surveyors read. A write needs every node.
 * - `local`: on the coordinator, for what belongs to no surveyor and is written while a worker is down.
 */
export type Placement = 'distributed' | 'reference' | 'local'

/** The table of the steps that a database has. On a cluster it is placed last; from then on, new tables are placed too. */
export const ledger: Table = {
  table: 'schema_steps',
  placement: 'reference',
  columns: `
    number integer primary key,
    title text not null,
    checksum text not null`,
}

/** The SQL of a step's statement. */
export const textOf = (statement: string | Table): string =>
  typeof statement === 'string'
    ? statement
    : `create table ${statement.table} (${statement.columns})`

/** The tables that steps create. */
export const tablesOf = (steps: readonly SchemaStep[]): readonly Table[] =>
  steps.flatMap(({ statements }) => statements.filter(statement => typeof statement !== 'string'))
