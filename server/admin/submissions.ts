import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { columnsOf } from '../export/columns.ts'
import { byteOrderMark } from '../export/csv.ts'
import { streamTable } from '../export/stream.ts'
import { csvTables, jsonLines, type ExportOptions, type Table } from '../export/tables.ts'
import { createFileLinks } from '../files/file-links.ts'
import { fileLinkSecret } from '../db/server-values.ts'
import { answeredFields, countOfForm, formVersions } from '../store/export.ts'
import type { Query } from '../db/db.ts'
import { AdminProblem, wordAt, type AdminContext, type Command } from './command.ts'

async function* withMark(mark: string, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  if (mark !== '') yield mark
  yield* chunks
}

/** Writes a file completely or not at all. */
const writeWhole = async (path: string, chunks: AsyncIterable<string>): Promise<void> => {
  const part = `${path}.part`
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part))
    await rename(part, path)
  } catch (failure) {
    await rm(part, { force: true })
    if (failure instanceof Error && 'code' in failure) {
      throw new AdminProblem(`${path} cannot be written: ${failure.message}`)
    }
    throw failure
  }
}

const writeOut = async (chunks: AsyncIterable<string>): Promise<void> => {
  try {
    await pipeline(Readable.from(chunks), process.stdout, { end: false })
  } catch (failure) {
    // The reading program, such as `head`, closed the pipe because it has enough.
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'EPIPE')) throw failure
  }
}

/** `visits.csv`, and `visits.members.csv` for the table of a repeat. */
const pathOf = (out: string, table: Table): string => {
  if (table.name === '') return out
  const extension = extname(out)
  const name = table.name.replace(/[^\p{L}\p{N}._-]+/gu, '-')
  return `${out.slice(0, out.length - extension.length)}.${name}${extension}`
}

const optionsOf = async (
  { db, clock, publicUrl }: AdminContext,
  origin: string | undefined,
  hasLabels: boolean,
): Promise<ExportOptions> => ({
  links: createFileLinks(await fileLinkSecret(db), clock),
  origin: (origin ?? publicUrl ?? '').replace(/\/+$/, ''),
  hasLabels,
})

/**
 * submissions export <form> [--format csv|jsonl] [--out <file>] [--table <section>] [--labels] [--bom]
 * [--origin <address>] (docs/export.md)
 */
const exportForm: Command = async (context, given) => {
  const formId = wordAt(given, 0, 'the id of a form')
  const { format = 'csv', out, table: wanted, bom, labels, origin } = given.options
  if (format !== 'csv' && format !== 'jsonl') {
    throw new AdminProblem(`There is no format ${format}: it is csv or jsonl.`)
  }
  const options = await optionsOf(context, origin, labels !== undefined)
  const mark = bom === undefined || format === 'jsonl' ? '' : byteOrderMark
  const write = async (query: Query): Promise<readonly string[]> => {
    const versions = await formVersions(query, formId)
    if (versions === null) throw new AdminProblem(`There is no form ${formId}.`)
    const columns = columnsOf(
      versions.map(({ sections }) => sections),
      await answeredFields(query, formId),
    )
    const tables = format === 'csv' ? csvTables(columns, options) : [jsonLines(columns, options)]
    const chosen = tables.filter(({ name }) => name === (wanted ?? (out === undefined ? '' : name)))
    if (chosen.length === 0) throw new AdminProblem(`The form has no repeat ${wanted ?? ''}.`)
    const stored = await countOfForm(query, formId)
    for (const table of chosen) {
      const chunks = withMark(mark, streamTable(query, formId, table))
      await (out === undefined ? writeOut(chunks) : writeWhole(pathOf(out, table), chunks))
    }
    if (out === undefined) return []
    return [
      ...chosen.map(table => `${pathOf(out, table)} is written.`),
      `${stored} submissions stored, ${stored} exported.`,
    ]
  }
  // One snapshot for all tables, so that a submission that arrives meanwhile is in all of them or in none.
  return context.db.tx(write, { isLong: true, isSnapshot: true })
}

/** The commands `submissions …`. */
export const submissionCommands = { export: exportForm } satisfies Readonly<Record<string, Command>>
