import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../collections/database.ts'
import { canonical, pendingOperations, toBase } from '../../collections/operation-log.ts'
import { recoveryEntries } from '../../collections/queries.ts'
import { payloadOf, type RecoveryDoc } from '../../collections/schemas/recovery.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { readSetting, writeSetting } from '../../collections/writes/write-settings.ts'
import type { Api } from '../http/api.ts'
import type { SyncEnv } from '../env.ts'
import type { Failure } from '../http/failure.ts'
import { refreshPage, submissionsPage } from '../limits.ts'
import type { Lease } from '../lock.ts'
import { findGone } from './pull-absent.ts'
import { ok, type Result } from '../http/result.ts'
import { writeLogs, type LogWrite } from '../rest-crdt.ts'
import { tryAgain } from '../recovery/return-recovered.ts'
import type { BinReason } from '../../collections/schemas/bin.ts'
import { endSubmission } from '../bin/end-submission.ts'
import { isSameInterview, rowToBase } from '../submission-rows.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import type { Extension } from '../wire/calls.ts'
import { SubmissionCreateRequest } from '../wire/requests.ts'
import * as v from 'valibot'

/** What a pull needs: where it writes, whom it asks, and how it knows that it still may. */
export interface PullContext {
  readonly db: Database
  readonly api: Api
  readonly env: Pick<SyncEnv, 'clock'>
  readonly lease: Lease
  readonly extensions: () => ReadonlySet<Extension> | null
}

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
  for (;;) {
    const since = await readSetting(context.db, 'changesCursor')
    const result = await context.api.changes(since, submissionsPage)
    if (!result.ok) return result
    const { rows, deletedIds, next, hasMore } = result.value
    const arrived = await takeRows(context.db, rows)
    await takeDeletions(context, deletedIds, 'elsewhere')
    await returnArrived(context, arrived)
    // Last, so that a crash before repeats the page instead of skipping it.
    await writeSetting(context.db, 'changesCursor', next)
    if (!hasMore || !context.lease.isHeld()) return ok(undefined)
    await context.lease.extend(0)
  }
}

const pullPage = async (context: PullContext, limit: number): Promise<Result<void, Failure>> => {
  const result = await context.api.submissions(1, limit)
  if (!result.ok) return result
  await returnArrived(context, await takeRows(context.db, result.value))
  const gone = await findGone(context, result.value, limit)
  if (!gone.ok) return gone
  await takeDeletions(context, gone.value, 'missing')
  return ok(undefined)
}

type Stored = RxDocumentData<SubmissionDoc>

/** So many rows are handled without a pause: more at once would hold up the screen. */
const rowsAtOnce = 200

/**
 * Puts rows under the edits of their documents; unchanged rows cost nothing. A page is written bit by bit:
 * a crash in the middle repeats it, for what was fetched is noted after the page. Gives back the ids of what is
 * in Recovery although one of the rows is it.
 */
export const takeRows = async (
  db: Database,
  rows: readonly SubmissionRow[],
): Promise<readonly string[]> => {
  const recovered = await recoveredInDoubt(db)
  const inDoubt = [...(await interviewsInDoubt(db)), ...recovered.map(({ sent }) => sent)]
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await takeSome(db, rows.slice(at, at + rowsAtOnce), inDoubt)
  }
  return recovered
    .filter(({ sent }) => rows.some(row => isSameInterview(row, sent)))
    .map(({ id }) => id)
}

const takeSome = async (
  db: Database,
  rows: readonly SubmissionRow[],
  inDoubt: readonly SubmissionCreateRequest[],
): Promise<void> => {
  const storedById = await storedForRows(db, rows)
  const writes: LogWrite<SubmissionDoc>[] = []
  for (const row of rows) {
    const stored = storedById.get(row.id) ?? null
    if (stored === null && inDoubt.some(sent => isSameInterview(row, sent))) continue
    if (stored?._deleted) continue
    const base = rowToBase(row, stored)
    if (stored !== null && (await hasBaseOf(stored, base))) continue
    const pending = stored === null ? [] : pendingOperations(stored.crdts)
    writes.push({ stored, log: { base, pending } })
  }
  await writeLogs(db.submissions, writes)
}

const hasBaseOf = async (stored: Stored, base: object): Promise<boolean> =>
  canonical((await toBase(base))[0]?.creator) ===
  canonical(stored.crdts.operations[0]?.[0]?.creator)

/** The documents of rows, by the server's id: under it, or under the temporary id they began with. */
const storedForRows = async (
  db: Database,
  rows: readonly SubmissionRow[],
): Promise<ReadonlyMap<string, Stored>> => {
  const ids = rows.map(({ id }) => id)
  const byServerId = await db.submissions
    .find({ selector: { server_id: { $in: ids } }, index: ['server_id'], limit: ids.length + 1 })
    .exec()
  const idOf = new Map(byServerId.map(doc => [doc.id, doc.server_id]))
  // Documents buried here stay buried, also when a page still lists their row.
  const stored = await db.submissions.storageInstance.findDocumentsById(
    [...new Set([...idOf.keys(), ...ids])],
    true,
  )
  return new Map(stored.map(doc => [idOf.get(doc.id) ?? (doc.server_id || doc.id), doc]))
}

/** Interviews whose POST may have made one of the rows: those wait for their own answer. */
const interviewsInDoubt = async (db: Database): Promise<readonly SubmissionCreateRequest[]> => {
  const items = await db.outbox.find({ selector: { in_doubt: true }, limit: 10_000 }).exec()
  return items.flatMap(item => {
    const sent = v.safeParse(SubmissionCreateRequest, item.toMutableJSON().payload)
    return item.type === 'SUBMISSION' && sent.success ? [sent.output] : []
  })
}

/** Interviews in Recovery of which an earlier POST may still have made a row. */
const recoveredInDoubt = async (
  db: Database,
): Promise<readonly { readonly id: string; readonly sent: SubmissionCreateRequest }[]> => {
  const entries = await recoveryEntries(10_000).build(db.recovery).exec()
  return entries.flatMap(doc => {
    const entry = doc.toMutableJSON() as RecoveryDoc
    const { item, sent } = payloadOf(entry)
    const body = v.safeParse(SubmissionCreateRequest, sent)
    const mayHaveArrived = entry.kind === 'create' && item.in_doubt && body.success
    return mayHaveArrived ? [{ id: entry.id, sent: body.output }] : []
  })
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
