import { createHash } from 'node:crypto'
import { definitionHash } from '../../replication/wire/form/version.ts'
import { parseForm } from '../../replication/wire/forms.ts'
import type { HintDetail } from '../../replication/wire/interview-details.ts'
import type { ExportedRow } from '../store/export.ts'
import type { CellValue } from './cells.ts'
import type { FormVersion } from './columns.ts'

/** The version of a form by the hash that devices report. */
export type VersionOf = (definitionHash: string) => number | null

const sha256 = async (text: string): Promise<string> =>
  createHash('sha256').update(text).digest('hex')

/** Finds versions by the hash that devices compute from the definition they received. */
export const versionsByHash = async (
  id: string,
  versions: readonly FormVersion[],
): Promise<VersionOf> => {
  const numbers = new Map<string, number>()
  for (const { number, sections } of versions) {
    const form = parseForm({ id, sections })
    if (form !== null) numbers.set(await definitionHash(form, sha256), number)
  }
  return hash => numbers.get(hash) ?? null
}

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
