import type { BinReason } from '../../collections/schemas/bin.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { endSubmission } from '../bin/end-submission.ts'
import { newestSeen } from '../outbox/attempt/newest-seen.ts'
import type { Failure } from '../http/failure.ts'
import { ok, type Result } from '../http/result.ts'
import { refreshPage, submissionsPage, syncTimeoutMs } from '../limits.ts'
import { tryAgain } from '../recovery/return-recovered.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { PullContext } from './pull-context.ts'
import { findGone } from './pull-absent.ts'
import { confirmRows, noteRestart, resendLost } from './resend-lost.ts'
import { restoreEdits } from './restore-edits.ts'
import { takeRows } from './take-rows.ts'
import { deleteSpareRows } from './twins.ts'

/**
 * Brings the server's submissions to the device: what changed, where the server can tell, else one
 * page. Runs under the lock, so that it never meets a POST that is half done.
 */
export const pullSubmissions = async (
  context: PullContext,
  limit: number = refreshPage,
): Promise<Result<void, Failure>> =>
  context.extensions()?.has('changes') ? pullChanges(context) : pullPage(context, limit)

const pullChanges = async (context: PullContext): Promise<Result<void, Failure>> => {
  // Of the first page only: a server that has just said that it lost this change would say so of each page.
  let seen = await newestSeen(context.db)
  for (;;) {
    const since = await readSetting(context.db, 'changesCursor')
    const result = await context.api.changes(since, submissionsPage, seen)
    seen = ''
    if (!result.ok) return result
    const { rows, deletedIds, next, hasMore, restarted } = result.value
    if (restarted) await noteRestart(context.db)
    const restored = await restoreEdits(context, rows, next)
    if (!restored.ok) return restored
    const arrived = await takeRows(context.db, rows)
    await takeDeletions(context, deletedIds, 'elsewhere')
    await returnArrived(context, arrived)
    await confirmRows(context.db, [...rows.map(({ id }) => id), ...deletedIds])
    // Last, so that a crash before repeats the page instead of skipping it.
    await writeSetting(context.db, 'changesCursor', next)
    if (!hasMore) {
      const count = await resendLost(context.db, context.env.clock.now())
      if (count > 0) context.tellResent(count)
      return ok(undefined)
    }
    if (!context.lease.isHeld()) return ok(undefined)
    await context.lease.extend(0)
  }
}

/** The first time all pages, so that nothing older is missing here; from then on the newest (decisions 7). */
const pullPage = async (context: PullContext, limit: number): Promise<Result<void, Failure>> => {
  const isFirst = !(await readSetting(context.db, 'allPagesFetched'))
  const listed = isFirst ? await allPages(context) : await context.api.submissions(1, limit)
  if (!listed.ok) return listed
  await returnArrived(context, await takeRows(context.db, listed.value))
  if (isFirst) await writeSetting(context.db, 'allPagesFetched', true)
  const isWhole = isFirst || listed.value.length < limit
  const gone = await findGone(context, listed.value, isWhole)
  if (!gone.ok) return gone
  await takeDeletions(context, gone.value, 'missing')
  await deleteSpareRows(context)
  return ok(undefined)
}

const allPages = async (
  context: PullContext,
): Promise<Result<readonly SubmissionRow[], Failure>> => {
  const rows: SubmissionRow[] = []
  for (let page = 1; ; page += 1) {
    await context.lease.extend(syncTimeoutMs)
    const listed = await context.api.submissions(page, submissionsPage)
    if (!listed.ok) return listed
    rows.push(...listed.value)
    if (listed.value.length < submissionsPage) return ok(rows)
  }
}

/**
 * What went to Recovery although a late request of it had made a row goes back to the outbox: it hears
 * its own answer there, and its files follow.
 */
const returnArrived = async (
  { db, env }: PullContext,
  arrived: readonly string[],
): Promise<void> => {
  for (const id of arrived) await tryAgain(db, id, env.clock.now())
}

/** Ends what the server no longer has; a document with unsent edits waits for its own 404 (delete wins). */
const takeDeletions = async (
  { db, env }: PullContext,
  serverIds: readonly string[],
  reason: BinReason,
): Promise<void> => {
  if (serverIds.length === 0) return
  const docs = await db.submissions
    .find({
      selector: { server_id: { $in: [...serverIds] } },
      index: ['server_id'],
      limit: serverIds.length,
    })
    .exec()
  for (const { id } of docs) await endSubmission(db, id, reason, env.clock.now())
}
