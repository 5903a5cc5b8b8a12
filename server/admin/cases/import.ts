import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Query } from '../../db/db.ts'
import { storableText } from '../../db/storable.ts'
import { csvCells, notUtf8 } from '../../import/lists/csv-cells.ts'
import { utf8Text } from '../../import/utf8-text.ts'
import { operationsByCase } from '../../store/cases/fold-cases.ts'
import { putLists } from '../../store/cases/form-lists.ts'
import { listsOfCases } from '../../store/cases/office.ts'
import { addOffice, batchSize } from '../../store/cases/operations.ts'
import { AdminProblem, counted, PartlyDone, whyOf, wordAt, type Command } from '../command.ts'
import { officeSays, type OfficeSays, type SayOf } from './office.ts'

/** Columns that say which case a row is: `name` is that of ODK, and that of "case export". */
const idColumn = 'name'
const labelColumn = 'label'

/** Columns of an export that are no properties. */
const isComputed = (column: string): boolean => column.startsWith('__')

/** The longest id of a case, in characters. */
const maxIdChars = 100

const readTable = async (path: string): Promise<readonly (readonly string[])[]> => {
  const bytes = await readFile(path).catch(() => {
    throw new AdminProblem(`${path} cannot be read.`)
  })
  const text = utf8Text(bytes)
  if (text === null) throw new AdminProblem(`${path} is ${notUtf8}.`)
  const cells = csvCells(storableText(text))
  if (cells === null) throw new AdminProblem('The CSV has a quote that does not end with its cell.')
  return cells
}

/** The rows of a CSV whose header row names the properties. Throws AdminProblem with every invalid line. */
const readRows = (
  list: string,
  [head = [], ...rows]: readonly (readonly string[])[],
): readonly OfficeSays[] => {
  const columns = head.map(name => name.trim())
  if (!columns.includes(labelColumn)) {
    throw new AdminProblem('The first line must name the columns. The column label is missing.')
  }
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index)
  if (twice !== undefined) throw new AdminProblem(`The column ${twice} appears twice.`)
  const properties = columns.flatMap((name, index) =>
    name === '' || name === idColumn || name === labelColumn || isComputed(name)
      ? []
      : [[name, index] as const],
  )
  const spaced = properties.find(([name]) => /\s/.test(name))
  if (spaced !== undefined)
    throw new AdminProblem(`The property ${spaced[0]} has a space in its name.`)
  const seen = new Set<string>()
  const problems: string[] = []
  const read = rows.map((row, index): OfficeSays => {
    // Without the apostrophe by which an export keeps a spreadsheet from executing a text.
    const at = (place: number) => (row[place] ?? '').trim().replace(/^'(?=[=+\-@])/, '')
    const id = at(columns.indexOf(idColumn)) || randomUUID()
    const label = at(columns.indexOf(labelColumn))
    const line = `line ${index + 2}`
    if (id.length > maxIdChars) problems.push(`${line}: the name is longer than ${maxIdChars}`)
    if (seen.has(id)) problems.push(`${line}: the name ${id} appears twice`)
    if (label === '') problems.push(`${line}: the label is empty`)
    if (row.some((cell, place) => cell !== '' && !columns[place]))
      problems.push(`${line}: a cell is in no column; one with a separator in it needs quotes`)
    seen.add(id)
    const values = Object.fromEntries(properties.map(([name, place]) => [name, at(place)]))
    return { list, id, label, values }
  })
  if (problems.length > 0) throw new AdminProblem(problems.join('\n'))
  return read
}

const batchesOf = (rows: readonly OfficeSays[]): readonly (readonly OfficeSays[])[] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, place) =>
    rows.slice(place * batchSize, (place + 1) * batchSize),
  )

const idsOf = (rows: readonly OfficeSays[]): readonly string[] => rows.map(({ id }) => id)

const refuseOtherLists = async (query: Query, list: string, rows: readonly OfficeSays[]) => {
  for (const batch of batchesOf(rows)) {
    for (const [id, other] of await listsOfCases(query, idsOf(batch))) {
      if (other !== list) throw new AdminProblem(`${id} is a case of ${other} already.`)
    }
  }
}

interface Count {
  readonly registered: number
  readonly changed: number
}

/** Stores some rows, or only counts what would be stored. */
const importBatch = async (
  query: Query,
  rows: readonly OfficeSays[],
  say: SayOf,
  isDry: boolean,
): Promise<Count> => {
  const byId = new Map(rows.map(row => [row.id, row]))
  const operations = isDry ? await operationsByCase(query, idsOf(rows)) : null
  const changes =
    operations === null
      ? await addOffice(query, idsOf(rows), (id, stored) => {
          const row = byId.get(id)
          return row === undefined ? null : say(row, stored)
        })
      : rows.flatMap(row => say(row, operations.get(row.id) ?? []) ?? [])
  const registered = changes.filter(({ operation }) => operation.act === 'create').length
  return { registered, changed: changes.length - registered }
}

/** case import --list <list> <file.csv> [--dry-run]: a row registers a case, or changes the one whose name it has. */
export const importCases: Command = async (context, given) => {
  const { db } = context
  const path = wordAt(given, 0, 'a CSV of cases')
  const list = given.options['list']?.trim() ?? ''
  if (list === '') throw new AdminProblem('Please give --list, the name of a list of cases.')
  const isDry = given.options['dry-run'] !== undefined
  const rows = readRows(list, await readTable(path))
  await refuseOtherLists(db.query, list, rows)
  if (!isDry) await putLists(db.query, [list])
  const say = await officeSays(db.query, context)
  let [registered, changed, done] = [0, 0, 0]
  // A transaction for each batch, because the interviews about cases wait for it.
  for (const batch of batchesOf(rows)) {
    try {
      const count = await db.tx(query => importBatch(query, batch, say, isDry))
      registered += count.registered
      changed += count.changed
      done += batch.length
    } catch (failure) {
      if (done === 0) throw failure
      throw new PartlyDone(`${whyOf(failure)}. The first ${done} rows are imported.`)
    }
  }
  const same = rows.length - registered - changed
  const words = isDry ? 'would be ' : ''
  return [
    `${list}: ${counted(registered, 'case')} ${words}registered, ${changed} ${words}changed, ${same} ${isDry ? 'would stay' : 'stayed'} as they were.`,
    ...(isDry ? ['Nothing was written.'] : []),
  ]
}
