import { csvLine } from '../../export/formats/csv.ts'
import { writeWhole } from '../../export/formats/write-out.ts'
import { ExportProblem } from '../../export/problem.ts'
import type { Query } from '../../db/db.ts'
import { casesAfterId, propertiesOf, type CaseRow } from '../../store/cases/office.ts'
import { batchSize } from '../../store/cases/operations.ts'
import { AdminProblem, counted, type Command } from '../command.ts'
import { listNamed } from './names.ts'

/** The columns after the properties. An import ignores them. */
const computed = ['__version', '__contested', '__owners'] as const

const lineOf = (properties: readonly string[], row: CaseRow): string =>
  csvLine([
    row.id,
    row.label,
    ...properties.map(name => row.properties[name] ?? ''),
    row.version,
    row.contested,
    row.owners.join(' '),
  ])

async function* linesOf(
  query: Query,
  list: string,
  onCases: (count: number) => void,
): AsyncGenerator<string> {
  const properties = await propertiesOf(query, list)
  yield csvLine(['name', 'label', ...properties, ...computed])
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: readonly CaseRow[] = await casesAfterId(query, list, after, batchSize)
    onCases(rows.length)
    yield rows.map(row => lineOf(properties, row)).join('')
    after = rows.length < batchSize ? undefined : rows.at(-1)?.id
  }
}

/** case export --list <list> [--out <file>]: the registered cases as CSV, in the columns that "case import" takes. */
export const exportCases: Command = async ({ db, leavesRoom }, given) => {
  const list = await listNamed(db.query, given)
  const { out } = given.options
  try {
    return await db.tx(
      async query => {
        let cases = 0
        const lines = () => linesOf(query, list, count => (cases += count))
        if (out !== undefined) {
          await writeWhole(out, lines, leavesRoom)
          return [`${out} is written, with ${counted(cases, 'case')}.`]
        }
        let text = ''
        for await (const some of lines()) text += some
        return text.slice(0, -2).split('\r\n')
      },
      { isLong: true, isSnapshot: true },
    )
  } catch (failure) {
    throw failure instanceof ExportProblem ? new AdminProblem(failure.message) : failure
  }
}
