import type { Query } from '../../db/db.ts'
import { answeredFields, formVersions, type ExportScope } from '../../store/export.ts'
import type { NameFile } from '../answers.ts'
import { columnsOf, type Column, type Columns } from '../columns.ts'
import { csvOf } from './csv.ts'
import { geoJsonOf, jsonLinesOf } from './json.ts'
import type { Chunks } from './write-out.ts'
import { xlsxOf } from './xlsx.ts'
import { submissionHeads, versionsByHash } from '../heads.ts'
import { ExportProblem } from '../problem.ts'
import { readLists } from '../read-lists.ts'
import { readDeleted, readRows } from '../read-rows.ts'
import { createShownLabels } from '../shown-labels.ts'
import { tablesOf, type ExportOptions, type Source } from '../tables.ts'

/** The formats of an export (docs/export.md). */
export const exportFormats = ['csv', 'xlsx', 'jsonl', 'geojson'] as const

/** How submissions are written. */
export interface ExportShape {
  readonly format: (typeof exportFormats)[number]
  readonly language: string | null
  /** The field with the geometry of GeoJSON. */
  readonly geometry: string | null
  readonly hasLabels: boolean
  readonly showsLabels: boolean
  readonly isSplit: boolean
  readonly isWkt: boolean
  readonly hasNumbers: boolean
  readonly hasMark: boolean
}

/** The content of an export, in one or several files. */
export interface PlannedExport {
  readonly source: Source
  /** The name of each, '' for the one with the submissions, and its content. */
  readonly outputs: readonly (readonly [name: string, chunks: () => Chunks])[]
  /** How many texts have been cut so far, because a spreadsheet's cell does not hold them. */
  readonly cuts: () => number
}

interface Written {
  readonly columns: Columns
  readonly source: Source
  readonly options: ExportOptions
  readonly geometry: Column | null
  readonly isSince: boolean
  readonly now: Date
  readonly onCut: () => void
}

const outputsOf = (
  { format, hasMark }: ExportShape,
  { columns, source, options, geometry, isSince, now, onCut }: Written,
): PlannedExport['outputs'] => {
  const tables = () => tablesOf(columns, source, options, isSince)
  switch (format) {
    case 'csv':
      return tables().map(table => [table.name, () => csvOf(table, hasMark)] as const)
    case 'xlsx':
      return [['', () => xlsxOf(tables(), now, undefined, onCut)]]
    case 'jsonl':
      return [['', () => jsonLinesOf(columns, source, options)]]
    case 'geojson':
      return [['', () => geoJsonOf(columns, source, options, geometry)]]
  }
}

/**
 * Reads what an export needs of the form, and makes its content, which reads the submissions when it is asked for. `query` must
 * read one snapshot. Throws ExportProblem when it cannot be made.
 */
export const planExport = async (
  query: Query,
  scope: ExportScope,
  shape: ExportShape,
  { nameFile, now }: { readonly nameFile: NameFile; readonly now: Date },
): Promise<PlannedExport> => {
  const { formId } = scope
  const { language } = shape
  const versions = await formVersions(query, formId)
  if (versions === null) throw new ExportProblem(`There is no form ${formId}.`)
  const source: Source = {
    rows: () => readRows(query, scope),
    deleted: () => readDeleted(query, scope),
  }
  const lists = await readLists(query, formId, shape.showsLabels ? versions : [])
  const columns = columnsOf({
    versions,
    answered: await answeredFields(query, formId),
    language,
    taken: new Set([...Object.keys(submissionHeads), 'occurrence', 'repeats']),
    lists,
  })
  const geometry = columns.main.find(({ id }) => id === shape.geometry) ?? null
  if (shape.geometry !== null && geometry === null)
    throw new ExportProblem(`The form has no field ${shape.geometry}.`)
  const versionOf = await versionsByHash(formId, versions)
  const options: ExportOptions = {
    ...shape,
    versionOf,
    labelsIn: shape.showsLabels
      ? createShownLabels({ versions, versionOf, lists, language })
      : null,
    nameFile,
  }
  let cuts = 0
  const onCut = () => {
    cuts += 1
  }
  const isSince = scope.seen !== undefined
  const written = { columns, source, options, geometry, isSince, now, onCut }
  return { source, outputs: outputsOf(shape, written), cuts: () => cuts }
}
