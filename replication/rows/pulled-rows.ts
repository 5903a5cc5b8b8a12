import type { WithDeleted } from 'rxdb'
import * as v from 'valibot'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { toBase, baseFields } from '../../collections/operation-log.ts'
import { rowToBase } from './submission-rows.ts'
import { SubmissionRow } from '../wire/answers.ts'

/**
 * Rows of the server as the documents that RxDB pulls. The log of such a document is what the row says, and no more: what
 * it leaves out is not known to be empty.
 */

/** A row as a document; its id is that of the row. */
export const asDocument = (row: SubmissionRow): WithDeleted<SubmissionDoc> => ({
  ...rowToBase({ ...row, answers: null }, null, () => undefined),
  crdts: { operations: [toBase(row)], hash: '' },
  _deleted: false,
})

/** A row that the server has deleted, as a document. */
export const asDeletion = (id: string): WithDeleted<SubmissionDoc> => ({
  ...asDocument(v.parse(SubmissionRow, { id, form_id: '-' })),
  _deleted: true,
})

/** The row of a document that RxDB has pulled. */
export const rowOf = ({ crdts }: SubmissionDoc): SubmissionRow =>
  baseFields<SubmissionRow>(crdts) as SubmissionRow
