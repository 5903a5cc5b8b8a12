import type { Json } from '../../../replication/wire/envelope.ts'
import type { ExportedRow } from '../../store/export.ts'
import { answersOf, asIn, occurrencesIn, withLabels, type Exported } from '../answers.ts'
import { typed } from '../cells.ts'
import type { Column, Columns } from '../columns.ts'
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

/** The place on the earth in an answer of type GEOPOINT, `latitude longitude …`; null for any other answer. */
const positionIn = (answer: Exported | undefined): readonly number[] | null => {
  if (typeof answer !== 'string' || answer.trim() === '') return null
  const [latitude = Number.NaN, longitude = Number.NaN] = answer.trim().split(/\s+/).map(Number)
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : null
}

/** Where a submission is: in its answer to `fieldId`, or, when that is null, where it was made. */
const pointOf = (row: ExportedRow, fieldId: string | null, { nameFile }: ExportOptions) => {
  if (fieldId !== null) return positionIn(answersOf(row, nameFile).get(0)?.get(fieldId))
  return row.latitude === null || row.longitude === null ? null : [row.longitude, row.latitude]
}

/** GeoJSON (RFC 7946): a feature per submission; the geometry of one without a position is null. */
export async function* geoJsonOf(
  columns: Columns,
  source: Source,
  options: ExportOptions,
  fieldId: string | null,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const rows of source.rows()) {
    for (const row of rows) {
      const coordinates = pointOf(row, fieldId, options)
      const { answers, ...properties } = objectOf(row, columns, options, 'name')
      yield `${separator}${JSON.stringify({
        type: 'Feature',
        id: row.id,
        geometry: coordinates === null ? null : { type: 'Point', coordinates },
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
