import type { Database } from '../collections/database.ts'
import { findSubmitted } from '../collections/interview/plan-move.ts'
import { transact } from '../collections/one-database/transaction.ts'
import { submissionByServerId } from '../collections/queries.ts'
import { planCopies } from '../collections/interview/copies.ts'
import type { Api } from './http/api.ts'
import type { Failure } from './http/failure.ts'
import { ok, type Result } from './http/result.ts'
import { interactiveTimeoutMs } from './limits.ts'
import { isGone } from './outbox/decide.ts'

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
  { db, api }: { readonly db: Database; readonly api: Pick<Api, 'deleteSubmission'> },
  submissionId: string,
  { timeoutMs, before }: Manner = { timeoutMs: interactiveTimeoutMs, before: async () => {} },
): Promise<Result<void, Failure>> => {
  const stored = await findSubmitted(db, submissionId)
  for (const copy of stored?.copies ?? []) {
    // A plain server may have given the id to another interview since.
    const [another] = await submissionByServerId(copy).build(db.submissions).exec()
    if (another === undefined) {
      await before()
      const deleted = await api.deleteSubmission(copy, timeoutMs)
      if (!deleted.ok && !isGone(deleted.failure)) return deleted
    }
    await transact(transaction =>
      planCopies(transaction, db, submissionId, copies => copies.filter(id => id !== copy)),
    )
  }
  return ok(undefined)
}
