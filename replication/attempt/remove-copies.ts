import type { Database } from '../../collections/database.ts'
import { findSubmitted } from '../../collections/interview/plan-move.ts'
import { transact } from '../../collections/one-database/transaction.ts'
import { submissionByServerId } from '../../collections/queries.ts'
import { planCopies } from '../../collections/interview/copies.ts'
import type { Api } from '../http/api.ts'
import type { Failure } from '../http/failure.ts'
import { ok, type Result } from '../http/result.ts'
import { interactiveTimeoutMs } from '../limits.ts'
import { isGone } from '../outbox/decide.ts'
import { isMadeWith } from '../rows/find-interview.ts'

/** How the copies are deleted: how long a request may take, and what comes before each. */
interface Manner {
  readonly timeoutMs: number
  readonly before: () => Promise<void>
}

/**
 * Deletes the copies of a submission on the server, because the surveyor asked for it. Each leaves the submission once it
 * is gone; the first failure ends it, and the others stay.
 */
export const removeCopies = async (
  {
    db,
    api,
  }: { readonly db: Database; readonly api: Pick<Api, 'submission' | 'deleteSubmission'> },
  submissionId: string,
  { timeoutMs, before }: Manner = { timeoutMs: interactiveTimeoutMs, before: async () => {} },
): Promise<Result<void, Failure>> => {
  const stored = await findSubmitted(db, submissionId)
  if (stored === null) return ok(undefined)
  for (const copy of stored.copies ?? []) {
    await before()
    const row = await api.submission(copy)
    if (!row.ok && !isGone(row.failure)) return row
    // A plain server that was restored may have given the id to another interview since.
    const [another] = await submissionByServerId(copy).build(db.submissions).exec()
    if (row.ok && isMadeWith(row.value, stored) && another === undefined) {
      const deleted = await api.deleteSubmission(copy, timeoutMs)
      if (!deleted.ok && !isGone(deleted.failure)) return deleted
    }
    await transact(transaction =>
      planCopies(transaction, db, submissionId, copies => copies.filter(id => id !== copy)),
    )
  }
  return ok(undefined)
}
