import { clusterProblem, distributeTables, misplaced, placements } from '../db/cluster.ts'
import { isLocked, type Query } from '../db/db.ts'
import { ledger, type Placement, type Table } from '../db/schema-step.ts'
import { tables } from '../db/schema.ts'
import { AdminProblem, counted, type Command } from './command.ts'

const all: readonly Table[] = [...tables, ledger]

const words: Readonly<Record<Placement, string>> = {
  distributed: 'distributed by the surveyor',
  reference: 'on every node',
  local: 'on the coordinator',
}

const linesOf = (some: readonly Table[]): readonly string[] =>
  (['distributed', 'reference', 'local'] as const).flatMap(wanted => {
    const names = some.filter(({ placement }) => placement === wanted).map(({ table }) => table)
    return names.length === 0 ? [] : [`  ${words[wanted]}: ${names.join(', ')}`]
  })

/** Lines about where a cluster keeps the tables; none on a single database. */
export const describePlacements = async (query: Query): Promise<readonly string[]> => {
  const found = await placements(query)
  if (found === null) return []
  const wrong = misplaced(all, found)
  return [
    'The database is a cluster:',
    ...linesOf(all.filter(table => !wrong.includes(table))),
    ...(wrong.length === 0
      ? []
      : ['Not yet where they belong, which "database distribute" changes:', ...linesOf(wrong)]),
  ]
}

/** database distribute [--dry-run]: moves the rows of a cluster to where they belong. */
export const distribute: Command = async ({ db }, { options }) => {
  const found = await placements(db.query)
  if (found === null)
    throw new AdminProblem('The database is no cluster: Citus is not installed in it.')
  const problem = await clusterProblem(db.query)
  if (problem !== null) throw new AdminProblem(problem)
  const wrong = misplaced(all, found)
  const isDry = options['dry-run'] !== undefined
  if (!isDry) {
    await distributeTables(db, tables, found).catch((failure: unknown) => {
      if (!isLocked(failure)) throw failure
      throw new AdminProblem(
        'Something else uses the tables for long, such as an export or a backup. No row is lost: repeat this when it has ended.',
      )
    })
  }
  if (wrong.length === 0) return ['All tables are where they belong.']
  return [
    `${counted(wrong.length, 'table')} ${isDry ? 'would be moved' : 'moved'}:`,
    ...linesOf(wrong),
  ]
}
