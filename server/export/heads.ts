import type { HintDetail } from '../../replication/wire/interview-details.ts'
import type { ExportedRow } from '../store/export.ts'
import type { CellValue } from './cells.ts'

/** The version of a form by the hash that devices report. */
export type VersionOf = (definitionHash: string) => number | null

/** Seconds from the first keystroke to the submission, both by the device's clock; null when it was set back. */
const durationOf = ({ started_at, sent_created_at }: ExportedRow): number | null => {
  const ms = started_at === null ? Number.NaN : Date.parse(sent_created_at) - started_at.getTime()
  return ms >= 0 ? Math.round(ms / 1000) : null
}

/** Hints as text, such as `fast; number (age 2): she is 104`. Occurrences count from 1; the first has no number. */
const hintsText = (hints: readonly HintDetail[]): string =>
  hints
    .map(({ kind, field_id, occurrence, reason }) => {
      const place = occurrence === 0 ? field_id : `${field_id} ${occurrence + 1}`
      return `${kind}${place === '' ? '' : ` (${place})`}${reason === '' ? '' : `: ${reason}`}`
    })
    .join('; ')

/** The columns that every row has in addition to its answers. */
export const submissionHeads: Readonly<
  Record<string, (row: ExportedRow, versionOf: VersionOf) => CellValue>
> = {
  submission_id: row => row.id,
  surveyor: row => row.email,
  created_at: row => row.sent_created_at,
  received_at: row => row.received_at,
  updated_at: row => row.updated_at,
  latitude: row => row.latitude,
  longitude: row => row.longitude,
  address: row => row.address,
  accuracy: row => row.accuracy,
  surveyor_name: row => row.surveyor_name,
  started_at: row => row.started_at,
  duration: durationOf,
  form_version: (row, versionOf) =>
    row.definition_hash === null ? null : versionOf(row.definition_hash),
  hints: ({ hints }) => (hints === null ? null : hintsText(hints)),
  clock_offset: row => row.clock_offset,
  located_after: row => row.located_after,
}
