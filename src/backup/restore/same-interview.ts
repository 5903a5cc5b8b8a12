import type { Database } from '../../../collections/database.ts'
import { canonical } from '../../../collections/operation-log.ts'
import {
  submissionByServerId,
  submissionsBetween,
  submissionsWithRow,
} from '../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'

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
  const second = madeAt - (madeAt % 1000)
  // Many servers drop milliseconds.
  const near = await submissionsBetween(interview.form_id, second, second + 999)
    .build(db.submissions)
    .exec()
  const rows = near.map(doc => doc.toMutableJSON() as SubmissionDoc)
  return rows.find(row => row.id !== interview.id && isSame(row, interview)) ?? null
}

const isSame = (row: SubmissionDoc, interview: SubmissionDoc): boolean => {
  if (row.server_id === '') return false
  if (row.client_key !== '' && interview.client_key !== '') {
    return row.client_key === interview.client_key
  }
  return (
    row.latitude === interview.latitude &&
    row.longitude === interview.longitude &&
    givenAnswers(row, interview) === givenAnswers(interview, interview)
  )
}

/** The answers without those of file fields, because a row has addresses there. */
const givenAnswers = (doc: SubmissionDoc, { files }: SubmissionDoc): string => {
  const fileFields = new Set(files.map(({ field_id }) => field_id))
  const given = Object.entries(doc.answers).filter(
    ([key, answer]) => !fileFields.has(key) && answer !== '' && answer.length > 0,
  )
  return canonical(Object.fromEntries(given))
}
