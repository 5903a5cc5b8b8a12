import { normalizeMangoQuery, prepareQuery, type RxCollection } from 'rxdb'
import type { Database } from '../../../collections/database.ts'
import type { OutboxDoc } from '../../../collections/outbox.ts'
import type { RecoveryDoc } from '../../../collections/recovery.ts'
import type { SubmissionDoc } from '../../../collections/submissions.ts'

/** Everything that is on a device's disk and concerns interviews, at one moment. */
export interface Look {
  readonly submissions: readonly SubmissionDoc[]
  readonly outbox: readonly OutboxDoc[]
  readonly recovery: readonly RecoveryDoc[]
  readonly drafts: readonly {
    readonly id: string
    readonly answers: Readonly<Record<string, unknown>>
    readonly files: number
  }[]
}

/** Reads past every cache: what counts is what a new start would find. */
export const lookAt = async (db: Database): Promise<Look> => {
  const drafts = await all<{ id: string }>(db.drafts)
  const responses = await all<{ submission_id: string; question_id: string; value: unknown }>(
    db.form_responses,
  )
  const files = await all<{ submission_id: string }>(db.file_uploads)
  return {
    submissions: await all(db.submissions),
    outbox: await all(db.outbox),
    recovery: await all(db.recovery),
    drafts: drafts.map(({ id }) => ({
      id,
      answers: Object.fromEntries(
        responses
          .filter(({ submission_id }) => submission_id === id)
          .map(({ question_id, value }) => [question_id, value]),
      ),
      files: files.filter(({ submission_id }) => submission_id === id).length,
    })),
  }
}

const all = async <Doc>(collection: unknown): Promise<readonly Doc[]> => {
  const { storageInstance, schema } = collection as RxCollection
  const selector = { _deleted: { $eq: false } }
  const query = normalizeMangoQuery(schema.jsonSchema as never, { selector } as never)
  const { documents } = await storageInstance.query(
    prepareQuery(schema.jsonSchema as never, query) as never,
  )
  return documents as unknown as readonly Doc[]
}
