import type { Database } from '../../../collections/database.ts'
import {
  submissionByServerId,
  submissionsBetween,
  submissionsWithRow,
} from '../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { readFieldKinds } from '../../../replication/rows/field-kinds.ts'
import { rowOfUnsent } from '../../../replication/rows/find-interview.ts'

/** Finds an interview under the id that it has after another device sent it and this one fetched its row. */

/** The submission with a server's id on this device; null when it is not here. */
export const byServerId = async (db: Database, serverId: string): Promise<SubmissionDoc | null> => {
  if (serverId === '') return null
  const [found] = await submissionByServerId(serverId).build(db.submissions).exec()
  return found === undefined ? null : (found.toMutableJSON() as SubmissionDoc)
}

/** The ids on the server of the interviews here that have a row, by their keys. */
export const rowIdsByKey = async (db: Database): Promise<ReadonlyMap<string, string>> => {
  const known = await submissionsWithRow.build(db.submissions).exec()
  return new Map(
    known.flatMap(({ client_key, server_id }) =>
      client_key === '' ? [] : [[client_key, server_id] as const],
    ),
  )
}

/** The fetched row of an interview that this device still has as unsent; null when there is none. */
export const findTwin = async (
  db: Database,
  interview: SubmissionDoc,
): Promise<SubmissionDoc | null> => {
  const madeAt = Date.parse(interview.created_at)
  // Many servers drop or round milliseconds.
  const near = await submissionsBetween(interview.form_id, madeAt - 1000, madeAt + 1000)
    .build(db.submissions)
    .exec()
  const kinds = await readFieldKinds(db, interview.form_id)
  const others = near
    .map(doc => doc.toMutableJSON() as SubmissionDoc)
    .filter(({ id, server_id }) => id !== interview.id && server_id !== '')
  return rowOfUnsent(others, interview, kinds) ?? null
}
