import type { Database } from '../../collections/database.ts'
import { syncedSubmissions } from '../../collections/queries.ts'
import { newestOf } from '../../collections/schemas/schema.ts'
import type { Api } from '../http/api.ts'
import type { Failure } from '../http/failure.ts'
import { absentAsked, syncTimeoutMs } from '../limits.ts'
import type { Lease } from '../lock.ts'
import { ok, type Result } from '../http/result.ts'
import type { SubmissionRow } from '../wire/answers.ts'

interface AbsentContext {
  readonly db: Database
  readonly api: Pick<Api, 'submission'>
  readonly lease: Lease
}

/**
 * The server ids of submissions that a page should have listed and that the server no longer has. Asks for each one,
 * because pages shift, so only its 404 or 410 proves that it is gone (decisions 3).
 */
export const findGone = async (
  context: AbsentContext,
  page: readonly SubmissionRow[],
  isWhole: boolean,
): Promise<Result<readonly string[], Failure>> => {
  const gone: string[] = []
  for (const serverId of await absentIds(context.db, page, isWhole)) {
    if (!(await context.lease.extend(syncTimeoutMs))) return ok(gone)
    const row = await context.api.submission(serverId)
    if (row.ok) continue
    const { failure } = row
    const isGone = failure.kind === 'permanent' && [404, 410].includes(failure.status)
    if (isGone) gone.push(serverId)
    else if (failure.kind !== 'permanent') return gone.length > 0 ? ok(gone) : row
  }
  return ok(gone)
}

/** The synced submissions that are newer than the page's end and not on the page, by server id. */
const absentIds = async (
  db: Database,
  page: readonly SubmissionRow[],
  isWhole: boolean,
): Promise<readonly string[]> => {
  const listed = new Set(page.map(({ id }) => id))
  const end = isWhole ? 1e15 : Math.max(...page.map(row => newestOf(row.created_at)))
  const synced = await syncedSubmissions(end, page.length + absentAsked)
    .build(db.submissions)
    .exec()
  return synced
    .map(({ server_id }) => server_id)
    .filter(id => !listed.has(id))
    .slice(0, absentAsked)
}
