import type { SubmissionRows } from '../../../replication/wire/office/answers.ts'
import type { Query } from '../../db/db.ts'
import type { NameFile } from '../../export/answers.ts'
import { columnsOf, type FormVersion } from '../../export/columns.ts'
import { submissionHeads, versionsByHash } from '../../export/heads.ts'
import { readLists } from '../../export/read-lists.ts'
import { createShownLabels } from '../../export/shown-labels.ts'
import { refuse } from '../../http/answer.ts'
import { formVersions, type ExportedRow } from '../../store/export.ts'

/** The refusal of what an account does not see. */
export const notFound = refuse(404, 'It is not there, or not among what you see.')

/** Files are shown by the names that the phones gave them. */
export const nameOfFile: NameFile = (_row, { name }) => name

/** The languages of labels, in all versions. */
const languagesOf = (versions: readonly FormVersion[]): readonly string[] => {
  const found = new Set<string>()
  for (const { sections } of versions)
    for (const { names, fields } of sections) {
      for (const language of Object.keys(names ?? {})) found.add(language)
      for (const { labels } of fields)
        for (const language of Object.keys(labels ?? {})) found.add(language)
    }
  return [...found]
}

/** How the submissions to a form are read and labelled, by the functions that the export uses. */
export const readingOf = async (
  query: Query,
  formId: string,
  answered: readonly { readonly id: string; readonly last: number }[],
  language: string | null,
) => {
  const versions = (await formVersions(query, formId)) ?? []
  const lists = await readLists(query, formId, versions)
  const versionOf = await versionsByHash(formId, versions)
  const columns = columnsOf({ versions, answered, language, taken: new Set(), lists })
  return {
    columns,
    versionOf,
    languages: languagesOf(versions),
    labelsIn: createShownLabels({ versions, versionOf, lists, language }),
  }
}

const wholeOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What is shown of a submission in addition to its answers. */
export const headOf = (
  row: ExportedRow,
  versionOf: (hash: string) => number | null,
): Omit<SubmissionRows['rows'][number], 'cells' | 'occurrence'> => ({
  id: row.id,
  surveyor_id: row.user_id,
  surveyor: row.email,
  surveyor_name: row.surveyor_name,
  created_at: row.sent_created_at,
  received_at: row.received_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  duration: wholeOf(submissionHeads['duration']?.(row, versionOf)),
  version: row.definition_hash === null ? null : versionOf(row.definition_hash),
  latitude: row.latitude,
  longitude: row.longitude,
  address: row.address,
  files: row.files.map(({ id, name, form_field_id, occurrence }) => ({
    id,
    name,
    field_id: form_field_id,
    occurrence,
  })),
})
