import { extname } from 'node:path'
import type { Query } from '../db/db.ts'
import { fileLinkSecret, keepEpoch } from '../db/server-values.ts'
import { columnsOf, type Column, type Columns } from '../export/columns.ts'
import { csvOf } from '../export/formats/csv.ts'
import { cut } from '../export/formats/cut.ts'
import { submissionHeads, versionsByHash } from '../export/heads.ts'
import { geoJsonOf, jsonLinesOf } from '../export/formats/json.ts'
import { mediaOf, nameInArchive } from '../export/formats/media.ts'
import { ExportProblem } from '../export/problem.ts'
import { readLists } from '../export/read-lists.ts'
import { readDeleted, readRows } from '../export/read-rows.ts'
import { createShownLabels } from '../export/shown-labels.ts'
import { readSince, sinceText } from '../export/since.ts'
import { tablesOf, type ExportOptions, type Source } from '../export/tables.ts'
import { writeOut, writeWhole, type Chunks } from '../export/formats/write-out.ts'
import { xlsxOf } from '../export/formats/xlsx.ts'
import { createFileLinks } from '../files/file-links.ts'
import {
  answeredFields,
  countErased,
  countOfScope,
  formVersions,
  newestRevisions,
  type ExportScope,
} from '../store/export.ts'
import { AdminProblem, counted, type AdminContext, type Command } from './command.ts'
import { userWithEmail } from './people/users.ts'
import { readExport, type ExportRequest } from './export-options.ts'

/** The most bytes of a repeat in the name of its file, so that the name with all that is added fits 255. */
const repeatBytes = 100

/**
 * The path of each table: `visits.csv`, and `visits.members.csv` for that of a repeat. A repeat that would get the
 * name of another table, such as the codebook, gets a number.
 */
const pathsOf = (out: string, tableNames: readonly string[]): readonly string[] => {
  const extension = extname(out)
  const start = out.slice(0, out.length - extension.length)
  const taken = new Set<string>()
  return tableNames.map(tableName => {
    const name = cut(tableName.replace(/[^\p{L}\p{N}._-]+/gu, '-'), repeatBytes)
    const at = (number: number) =>
      tableName === '' ? out : `${start}.${name}${number === 1 ? '' : `-${number}`}${extension}`
    let number = 1
    while (taken.has(at(number).toLowerCase())) number += 1
    taken.add(at(number).toLowerCase())
    return at(number)
  })
}

/** The files to write: the name of each, '' for the one that `--out` names, and its content. */
type Outputs = readonly (readonly [name: string, chunks: () => Chunks])[]

const outputsOf = (
  asked: ExportRequest,
  columns: Columns,
  source: Source,
  options: ExportOptions,
  geometry: Column | null,
  now: Date,
  onCut: () => void,
): Outputs => {
  const tables = () => tablesOf(columns, source, options, asked.since !== null)
  switch (asked.format) {
    case 'csv':
      return tables().map(table => [table.name, () => csvOf(table, asked.hasMark)] as const)
    case 'xlsx':
      return [['', () => xlsxOf(tables(), now, undefined, onCut)]]
    case 'jsonl':
      return [['', () => jsonLinesOf(columns, source, options)]]
    case 'geojson':
      return [['', () => geoJsonOf(columns, source, options, geometry)]]
  }
}

/** The scope of an export. That of `--since` starts where the last export ended. */
const scopeOf = async (
  query: Query,
  { scope, since }: ExportRequest,
  epoch: string,
): Promise<ExportScope> => {
  if (since === null) return scope
  const seen = await readSince(since, scope.formId, epoch)
  const erased = await countErased(query, seen)
  if (erased > 0) {
    throw new ExportProblem(
      `${counted(erased, 'surveyor was', 'surveyors were')} erased since ${since} was written, and earlier exports may have their submissions. Delete the file and export everything.`,
    )
  }
  return { ...scope, seen }
}

/** Writes everything that was asked for, and returns the lines to print. */
const writeExport = async (
  query: Query,
  context: AdminContext,
  asked: ExportRequest,
  { secret, epoch }: { readonly secret: string; readonly epoch: string },
): Promise<readonly string[]> => {
  const { formId } = asked.scope
  const now = new Date(context.clock())
  const versions = await formVersions(query, formId)
  if (versions === null) throw new AdminProblem(`There is no form ${formId}.`)
  if (asked.scope.email !== undefined) await userWithEmail(query, asked.scope.email)
  const scope = await scopeOf(query, asked, epoch)
  const source: Source = {
    rows: () => readRows(query, scope),
    deleted: () => readDeleted(query, scope),
  }
  const { language } = asked
  const lists = await readLists(query, formId, asked.showsLabels ? versions : [])
  const columns = columnsOf({
    versions,
    answered: await answeredFields(query, formId),
    language,
    taken: new Set([...Object.keys(submissionHeads), 'occurrence', 'repeats']),
    lists,
  })
  const geometry = columns.main.find(({ id }) => id === asked.geometry) ?? null
  if (asked.geometry !== null && geometry === null) {
    throw new AdminProblem(`The form has no field ${asked.geometry}.`)
  }
  const links = createFileLinks(secret, context.clock)
  const origin = (asked.origin ?? context.publicUrl ?? '').replace(/\/+$/, '')
  const versionOf = await versionsByHash(formId, versions)
  const options: ExportOptions = {
    ...asked,
    versionOf,
    labelsIn: asked.showsLabels
      ? createShownLabels({ versions, versionOf, lists, language })
      : null,
    nameFile:
      asked.media === null
        ? ({ user_id }, file) => links.linkTo(origin, { ...file, ownerId: user_id }, 'office')
        : nameInArchive,
  }
  const { out, media, since } = asked
  const { leavesRoom } = context
  const wanted = asked.table ?? (out === null ? '' : null)
  let cuts = 0
  const outputs = outputsOf(asked, columns, source, options, geometry, now, () => (cuts += 1))
  const chosen = outputs.filter(([name]) => wanted === null || name === wanted)
  if (chosen.length === 0) throw new AdminProblem(`The form has no repeat ${wanted ?? ''}.`)
  const paths =
    out === null
      ? []
      : pathsOf(
          out,
          chosen.map(([name]) => name),
        )
  for (const [index, [, chunks]] of chosen.entries()) {
    const path = paths[index]
    await (path === undefined ? writeOut(chunks()) : writeWhole(path, chunks, leavesRoom))
  }
  let files = 0
  const missing: string[] = []
  const onFile = (name: string, isMissing: boolean) => {
    if (!isMissing) files += 1
    else if (asked.leavesOutMissing) missing.push(name)
    else throw new ExportProblem(`The file ${name} is not in the store.`)
  }
  if (media !== null) {
    const archive = () => mediaOf(source.rows(), context.blobs, now, onFile)
    await writeWhole(media, archive, leavesRoom)
  }
  // Last, because an export that failed has to be repeated.
  if (since !== null) {
    const text = sinceText(formId, epoch, await newestRevisions(query))
    await writeWhole(since, () => [text])
  }
  if (out === null) return []
  const stored = await countOfScope(query, { formId })
  const exported = await countOfScope(query, scope)
  return [
    ...paths.map(path => `${path} is written.`),
    ...(media === null ? [] : [`${media} is written, with ${counted(files, 'file')}.`]),
    ...missing.map(name => `It is without ${name}, which is not in the store.`),
    ...(cuts === 0
      ? []
      : [
          `${counted(cuts, 'text is', 'texts are')} longer than a spreadsheet's cell and cut. CSV and JSON Lines have all of each text.`,
        ]),
    exported === stored
      ? `${counted(stored, 'submission')} stored, ${exported} exported.`
      : `${exported} of ${stored} stored submissions asked for, ${exported} exported.`,
  ]
}

/** submissions export <form> (docs/export.md) */
const exportForm: Command = async (context, given) => {
  const asked = readExport(given)
  const kept = { secret: await fileLinkSecret(context.db), epoch: await keepEpoch(context.db) }
  try {
    // One snapshot for everything, so that a submission that arrives meanwhile appears in all tables or in none.
    return await context.db.tx(query => writeExport(query, context, asked, kept), {
      isLong: true,
      isSnapshot: true,
    })
  } catch (failure) {
    throw failure instanceof ExportProblem ? new AdminProblem(failure.message) : failure
  }
}

/** The commands `submissions …`. */
export const submissionCommands = { export: exportForm } satisfies Readonly<Record<string, Command>>
