import type { WithDeleted } from 'rxdb'
import { submittedIn } from '../../collections/interview/plan-move.ts'
import type { Database } from '../../collections/database.ts'
import { submissionItemId } from '../../collections/ids.ts'
import { transact, type Transaction } from '../../collections/one-database/transaction.ts'
import { submissionsByServerIds } from '../../collections/queries.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { planSetting, readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import { endSubmission, planEnding } from '../bin/end-submission.ts'
import { isUndoneDeletion } from '../outbox/outbox-states.ts'
import { changesSeen } from '../attempt/restored.ts'
import { settleListed } from '../settle/settle-listed.ts'
import type { Failure } from '../http/failure.ts'
import { askForPage } from '../http/pages/page-size.ts'
import { err, ok, type Result } from '../http/result.ts'
import { refreshPage, submissionsPage, syncTimeoutMs } from '../limits.ts'
import { planReturn } from '../recovery/return-recovered.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { SyncEnv } from '../env.ts'
import { claim } from '../attempt/sending.ts'
import { restartCases } from './cases/restart-cases.ts'
import { createDown, type Down } from '../down.ts'
import type { PullContext, RowsCheckpoint } from './pull-context.ts'
import { readAllRows } from '../http/pages/all-rows.ts'
import { findGone } from './pull-absent.ts'
import { noteRestart, planConfirmed, resendLost } from './resend-lost.ts'
import { restoreEdits } from './restore-edits.ts'
import { asDeletion, asDocument, rowOf } from '../rows/pulled-rows.ts'
import { takeRows } from './take-rows.ts'
import { continueOnCopy } from './copies.ts'

/** Prepares RxDB's pull of the submissions. */
export const createRowsDown = (
  db: Database,
  clock: SyncEnv['clock'],
): Down<SubmissionDoc, RowsCheckpoint> =>
  createDown({
    collection: db.submissions,
    identifier: 'transect-submissions',
    // Unsent work meets its rows also after the storage was deleted.
    isEarly: true,
    arrive: (documents, { cursor }) => takeDocuments(db, documents, cursor, clock.now()),
  })

/** Takes what RxDB has pulled: rows as new bases under unsent edits, and deletions. */
const takeDocuments = async (
  db: Database,
  documents: readonly WithDeleted<SubmissionDoc>[],
  cursor: string,
  now: number,
): Promise<void> => {
  const rows = documents.flatMap(doc => (doc._deleted ? [] : [rowOf(doc)]))
  const deletedIds = documents.flatMap(doc => (doc._deleted ? [doc.id] : []))
  await settleListed(db, rows, now)
  await takeRows(db, rows, async (transaction, arrived) => {
    await planDeletions(transaction, db, deletedIds, now)
    await planReturns(transaction, db, arrived, now)
    await planConfirmed(transaction, db, [...rows.map(({ id }) => id), ...deletedIds])
    // With its page, because what answers name afterwards shows whether the server was restored (restored.ts).
    if (cursor !== '') await planSetting(transaction, db, 'changesCursor', cursor)
  })
}

/**
 * Fetches the server's submissions: the changes where the server lists them, else one page. Runs under the lock, so
 * that no POST is in flight at the same time.
 */
export const pullSubmissions = async (
  context: PullContext,
  limit: number = refreshPage,
): Promise<Result<void, Failure>> =>
  context.extensions()?.has('changes') ? pullChanges(context) : pullPage(context, limit)

const pullChanges = async (context: PullContext): Promise<Result<void, Failure>> => {
  const { db, api, env, lease } = context
  const named = await namedChanges(context)
  if (!named.ok) return named
  // Sent with the first page only, because a server that has lost such a change would restart at every page.
  let seen = named.value
  // RxDB keeps no checkpoint of pages without a row. A start without a cursor would not ask whether rows were lost.
  const known = await readSetting(db, 'changesCursor')
  let cursor = ''
  let isWhole = false
  const pulled = await context.rows.pull(async checkpoint => {
    const since = checkpoint?.cursor ?? known
    const result = await askForPage(api, env.clock.now, submissionsPage, async limit => {
      await claim({ lease }, syncTimeoutMs)
      return api.changes(since, limit, seen)
    })
    seen = []
    if (!result.ok) return result
    const { rows, deletedIds, next, hasMore, restarted } = result.value
    if (restarted) {
      await noteRestart(db)
      await restartCases(db)
    }
    const restored = await restoreEdits(context, rows, next)
    if (!restored.ok) return restored
    cursor = next
    isWhole = !hasMore
    // A cursor that stays would be read without end, and nothing would be sent meanwhile.
    const isLast = isWhole || next === since
    const documents = [...rows.map(asDocument), ...deletedIds.map(asDeletion)]
    return ok({ documents, checkpoint: { cursor: next }, isLast })
  })
  // Of pages without a row RxDB writes nothing.
  if (cursor !== '' && cursor !== (await readSetting(db, 'changesCursor'))) {
    await writeSetting(db, 'changesCursor', cursor)
  }
  if (!pulled.ok || !isWhole) return pulled
  const count = await resendLost(db, context.env.clock.now())
  if (count > 0) context.onResent(count)
  return ok(undefined)
}

/** The changes that the first page names: those that the server does not know, if there are more than one request takes. */
const namedChanges = async ({
  db,
  api,
  lease,
}: PullContext): Promise<Result<readonly string[], Failure>> => {
  const [newest = [], ...others] = await changesSeen(db)
  const since = await readSetting(db, 'changesCursor')
  for (const seen of others) {
    await claim({ lease }, syncTimeoutMs)
    const asked = await api.changes(since, 1, seen)
    if (!asked.ok) return asked
    if (asked.value.restarted) return ok(seen)
  }
  return ok(newest)
}

/** What the first fetch of all pages brought before it broke off. */
const begun = new WeakMap<Database, Map<string, SubmissionRow>>()

/** Fetches all pages the first time, so that no older row is missing, and later the newest one (decisions 7). */
const pullPage = async (context: PullContext, limit: number): Promise<Result<void, Failure>> => {
  const { db, api, lease } = context
  const { now } = context.env.clock
  const claimPage = () => claim({ lease }, syncTimeoutMs)
  // This start's first answer names the extensions. On a server with changes, what a page misses may be lost.
  const listsChanges = () => context.extensions()?.has('changes') === true
  const take = async (rows: readonly SubmissionRow[]) => {
    if (listsChanges()) return notTaken
    const documents = rows.map(asDocument)
    return context.rows.pull(async () =>
      ok({ documents, checkpoint: { cursor: '' }, isLast: true }),
    )
  }
  const isFirst = !(await readSetting(db, 'allPagesFetched'))
  let isWhole = isFirst
  const readNewest = async () => {
    const newest = await askForPage(api, now, limit, async most => {
      await claimPage()
      const page = await api.submissions(1, most)
      isWhole = page.ok && page.value.length < most
      return page
    })
    const taken = newest.ok ? await take(newest.value) : newest
    return taken.ok ? newest : taken
  }
  const rows = begun.get(db) ?? new Map<string, SubmissionRow>()
  if (isFirst) begun.set(db, rows)
  const listed = isFirst
    ? await readAllRows(api, { now, claim: claimPage, take, rows })
    : await readNewest()
  if (listsChanges()) return pullChanges(context)
  if (!listed.ok) return listed
  begun.delete(db)
  if (isFirst) await writeSetting(db, 'allPagesFetched', true)
  const gone = await findGone(context, listed.value, isWhole)
  if (!gone.ok) return gone
  await endMissing(context, gone.value, listed.value)
  return ok(undefined)
}

/** The rows are not taken, because the changes are asked for instead. */
const notTaken = err({ kind: 'offline' } as const)

/**
 * Plans to return interviews from Recovery to the outbox when their rows have arrived, because a late request made
 * these rows. There the next attempt gets the row as its answer, and their files follow.
 */
const planReturns = async (
  transaction: Transaction,
  db: Database,
  arrived: readonly string[],
  now: number,
): Promise<void> => {
  for (const id of arrived) {
    // The entry of a refused interview has the id of the interview.
    await planReturn(transaction, db, { id, submission_id: id }, now)
  }
}

/** Plans to end submissions that the server has deleted. One with unsent edits waits for their own 404 (delete wins). */
const planDeletions = async (
  transaction: Transaction,
  db: Database,
  serverIds: readonly string[],
  now: number,
): Promise<void> => {
  const gone = await transaction.find(
    db.submissions,
    submissionsByServerIds(serverIds, serverIds.length),
  )
  for (const { id } of gone) {
    if (await isUndone(transaction, db, id)) continue
    await planEnding(transaction, db, id, 'elsewhere', now)
  }
}

/** Ends submissions whose rows are missing, except those that continue on a copy. */
const endMissing = async (
  context: PullContext,
  serverIds: readonly string[],
  listed: readonly SubmissionRow[],
): Promise<void> => {
  const { db, env } = context
  for (const id of await idsOf(db, serverIds)) {
    if (await transact(transaction => isUndone(transaction, db, id))) continue
    if (await continueOnCopy(context, id, listed)) continue
    await endSubmission(db, id, 'missing', env.clock.now())
  }
}

const isUndone = async (transaction: Transaction, db: Database, id: string): Promise<boolean> => {
  const submission = await submittedIn(transaction, db, id)
  const item = await transaction.read(db.outbox, submissionItemId(id))
  return submission !== null && item !== null && isUndoneDeletion(item, submission)
}

/** The submissions on this device with these server ids. */
const idsOf = async (db: Database, serverIds: readonly string[]): Promise<readonly string[]> => {
  if (serverIds.length === 0) return []
  const docs = await submissionsByServerIds(serverIds, serverIds.length)
    .build(db.submissions)
    .exec()
  return docs.map(({ id }) => id)
}
