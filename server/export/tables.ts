import type { FileLinks } from '../files/file-links.ts'
import type { ExportedRow } from '../store/export.ts'
import { answersOf, inOneCell } from './answers.ts'
import type { Column, Columns } from './columns.ts'
import { csvLine } from './csv.ts'

/** Options of an export. */
export interface ExportOptions {
  readonly links: FileLinks
  /** Prefix of a file's path in its address. */
  readonly origin: string
  /** Whether column headers have labels in addition to ids. */
  readonly hasLabels: boolean
}

/** One table: its name ('' for the submissions), its header, and the lines of a submission. */
export interface Table {
  readonly name: string
  readonly head: string
  readonly lines: (row: ExportedRow) => string
}

const headOf = ({ id, label }: Column, hasLabels: boolean): string =>
  hasLabels && label !== id ? `${label} (${id})` : id

const submissionHeads = [
  'submission_id',
  'surveyor',
  'created_at',
  'received_at',
  'updated_at',
  'latitude',
  'longitude',
  'address',
] as const

const submissionCells = (row: ExportedRow) => [
  row.id,
  row.email,
  row.sent_created_at,
  row.received_at.toISOString(),
  row.updated_at.toISOString(),
  row.latitude,
  row.longitude,
  row.address,
]

/** The tables of a CSV export: one with a line per submission, and one per repeat with a line per occurrence. */
export const csvTables = (columns: Columns, options: ExportOptions): readonly Table[] => {
  const { links, origin, hasLabels } = options
  const heads = (some: readonly Column[]) => some.map(column => headOf(column, hasLabels))
  const main: Table = {
    name: '',
    head: csvLine([...submissionHeads, ...heads(columns.main)]),
    lines: row => {
      const answers = answersOf(row, links, origin).get(0)
      const cells = columns.main.map(({ id }) => inOneCell(answers?.get(id)))
      return csvLine([...submissionCells(row), ...cells])
    },
  }
  const repeats = columns.repeats.map((repeat): Table => ({
    name: repeat.id,
    head: csvLine(['submission_id', 'occurrence', ...heads(repeat.columns)]),
    lines: row =>
      [...answersOf(row, links, origin)]
        .filter(([, answers]) => repeat.columns.some(({ id }) => answers.has(id)))
        .toSorted(([a], [b]) => a - b)
        .map(([occurrence, answers]) => {
          const cells = repeat.columns.map(({ id }) => inOneCell(answers.get(id)))
          return csvLine([row.id, occurrence + 1, ...cells])
        })
        .join(''),
  }))
  return [main, ...repeats]
}

/** The single table of a JSON Lines export. Repeats are lists within their submission. */
export const jsonLines = (columns: Columns, { links, origin }: ExportOptions): Table => ({
  name: '',
  head: '',
  lines: row => {
    const answers = answersOf(row, links, origin)
    const pick = (some: readonly Column[], occurrence: number) =>
      Object.fromEntries(
        some.map(({ id }) => [id, answers.get(occurrence)?.get(id) ?? null] as const),
      )
    const repeats = columns.repeats.map(repeat => {
      const occurrences = [...answers.keys()]
        .filter(occurrence => repeat.columns.some(({ id }) => answers.get(occurrence)?.has(id)))
        .toSorted((a, b) => a - b)
        .map(occurrence => ({ occurrence: occurrence + 1, ...pick(repeat.columns, occurrence) }))
      return [repeat.id, occurrences] as const
    })
    const head = submissionCells(row).map(
      (value, index) => [submissionHeads[index] ?? '', value] as const,
    )
    const line = {
      ...Object.fromEntries(head),
      answers: pick(columns.main, 0),
      repeats: Object.fromEntries(repeats),
    }
    return `${JSON.stringify(line)}\n`
  },
})
