import type { Json } from '../../../replication/wire/envelope.ts'
import type { ExportedRow } from '../../store/export.ts'
import { answersOf, asIn, occurrencesIn, withLabels, type Exported } from '../answers.ts'
import { typed } from '../cells.ts'
import type { Column, Columns } from '../columns.ts'
import { geometryIn, type Geometry } from '../geometry.ts'
import { submissionHeads } from '../heads.ts'
import type { ExportOptions, Source } from '../tables.ts'

type Answers = ReadonlyMap<string, Exported> | undefined

/** A submission as one object. Repeats are lists within it, and `key` names its answers. */
const objectOf = (
  row: ExportedRow,
  columns: Columns,
  options: ExportOptions,
  key: 'id' | 'name',
): Json => {
  const answers = answersOf(row, options.nameFile)
  const labelOf = options.labelsIn?.(row)
  const valueOf = (column: Column, occurrence: number, given: Answers) => {
    const sent = given?.get(column.id)
    // A device sends an empty answer for an occurrence without any.
    if (sent === undefined || sent === '') return null
    const value = asIn(column, sent)
    const labels = labelOf && ((code: string) => labelOf(column, occurrence, code))
    return typed(column, labels === undefined ? value : withLabels(value, labels), options)
  }
  const pick = (
    some: readonly Column[],
    occurrence: number,
    given: Answers,
    key: 'id' | 'name',
  ): Json =>
    Object.fromEntries(
      some.map(column => [column[key], valueOf(column, occurrence, given)] as const),
    )
  const repeats = columns.repeats.map(repeat => {
    const occurrences = occurrencesIn(answers, repeat.columns).map(([occurrence, given]) => ({
      occurrence: occurrence + 1,
      ...pick(repeat.columns, occurrence, given, 'name'),
    }))
    return [repeat.id, occurrences] as const
  })
  const heads = Object.entries(submissionHeads).map(
    ([name, cellOf]) => [name, cellOf(row, options.versionOf)] as const,
  )
  return {
    ...Object.fromEntries(heads),
    hints: (row.hints ?? []).map(hint => ({ ...hint, occurrence: hint.occurrence + 1 })),
    answers: pick(columns.main, 0, answers.get(0), key),
    repeats: Object.fromEntries(repeats),
  }
}

/** A line per submission; then, for changes since an earlier export, a line per deleted submission. */
export async function* jsonLinesOf(
  columns: Columns,
  source: Source,
  options: ExportOptions,
): AsyncGenerator<string> {
  for await (const rows of source.rows()) {
    yield rows.map(row => `${JSON.stringify(objectOf(row, columns, options, 'id'))}\n`).join('')
  }
  for await (const rows of source.deleted()) {
    yield rows
      .map(({ id, deleted_at }) => `${JSON.stringify({ submission_id: id, deleted_at })}\n`)
      .join('')
  }
}

/** Where a submission is: in its answer to `column`, or, when that is null, where it was made. */
const geometryOf = (
  row: ExportedRow,
  column: Column | null,
  { nameFile }: ExportOptions,
): Geometry | null => {
  if (column !== null) {
    const answer = answersOf(row, nameFile).get(0)?.get(column.id)
    return typeof answer === 'string' ? geometryIn(column.type, answer) : null
  }
  const { latitude, longitude } = row
  if (latitude === null || longitude === null) return null
  return { type: 'Point', coordinates: [longitude, latitude] }
}

/** GeoJSON (RFC 7946): a feature per submission; the geometry of one without a position is null. */
export async function* geoJsonOf(
  columns: Columns,
  source: Source,
  options: ExportOptions,
  geometry: Column | null,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const rows of source.rows()) {
    for (const row of rows) {
      const { answers, ...properties } = objectOf(row, columns, options, 'name')
      yield `${separator}${JSON.stringify({
        type: 'Feature',
        id: row.id,
        geometry: geometryOf(row, geometry, options),
        properties: { ...(answers as Json), ...properties },
      })}`
      separator = ',\n'
    }
  }
  yield '\n],"deleted":['
  separator = ''
  for await (const rows of source.deleted()) {
    for (const { id } of rows) {
      yield `${separator}${JSON.stringify(id)}`
      separator = ','
    }
  }
  yield ']}\n'
}
