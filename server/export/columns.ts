import type { Section } from '../../replication/wire/forms.ts'

/** One column of answers. */
export interface Column {
  readonly id: string
  readonly label: string
}

/** The columns of a form's submissions, and of each of its repeats. */
export interface Columns {
  readonly main: readonly Column[]
  readonly repeats: readonly { readonly id: string; readonly columns: readonly Column[] }[]
}

/** The table for repeated answers that no version of the form has as a repeat. */
const others = 'others'

/**
 * The columns of all versions in order of first appearance, so that a new version adds columns at the end and
 * moves none. Fields that no version has, but submissions answer, come last.
 */
export const columnsOf = (
  versions: readonly (readonly Section[])[],
  answered: readonly { readonly id: string; readonly last: number }[],
): Columns => {
  const main = new Map<string, Column>()
  const repeats = new Map<string, Map<string, Column>>()
  // A field stays in its first table, so that no answer moves to another.
  const tables = new Map<string, Map<string, Column>>()
  const add = (column: Column, repeatId: string | null): void => {
    const known = tables.get(column.id)
    const table = known ?? (repeatId === null ? main : (repeats.get(repeatId) ?? new Map()))
    if (repeatId !== null && known === undefined) repeats.set(repeatId, table)
    tables.set(column.id, table)
    // The latest label, which the office knows, at the original position.
    table.set(column.id, column)
  }
  const alsoAmongOthers = (column: Column): void => {
    repeats.set(others, (repeats.get(others) ?? new Map<string, Column>()).set(column.id, column))
  }
  for (const section of versions.flat()) {
    const repeatId = section.repeat === undefined ? null : section.id
    for (const { id, label } of section.fields) add({ id, label }, repeatId)
  }
  for (const { id, last } of answered) {
    const label = main.get(id)?.label ?? id
    if (!tables.has(id)) add({ id, label }, last > 0 ? others : null)
    else if (last > 0 && tables.get(id) === main) alsoAmongOthers({ id, label })
  }
  return {
    main: [...main.values()],
    repeats: [...repeats].map(([id, columns]) => ({ id, columns: [...columns.values()] })),
  }
}
