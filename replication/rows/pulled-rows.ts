import type { WithDeleted } from 'rxdb'
import * as v from 'valibot'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { logOfBase } from '../../collections/operation-log.ts'
import { rowToBase } from './submission-rows.ts'
import { SubmissionRow } from '../wire/answers.ts'

/**
 * Rows of the server as the documents that RxDB pulls. What such a document says itself is incomplete, because a row says
 * its answers without their kinds; so it carries the row.
 */

/** A row as a document; its id is that of the row. */
export const asDocument = (row: SubmissionRow): WithDeleted<SubmissionDoc> => {
  const fields = { ...rowToBase({ ...row, answers: null }, null, () => undefined), row: { ...row } }
  return { ...fields, crdts: logOfBase(fields), _deleted: false }
}

/** A row that the server has deleted, as a document. */
export const asDeletion = (id: string): WithDeleted<SubmissionDoc> => ({
  ...asDocument(v.parse(SubmissionRow, { id, form_id: '-' })),
  _deleted: true,
})

/** The row of a document that RxDB has pulled. */
export const rowOf = ({ row }: SubmissionDoc): SubmissionRow => row as unknown as SubmissionRow
