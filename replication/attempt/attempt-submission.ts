import { move, isSubmitted, findSubmitted } from '../../collections/interview/plan-move.ts'
import type { RxDocumentData } from 'rxdb'
import {
  answerChangesOf,
  pendingOperations,
  type Operations,
} from '../../collections/operation-log.ts'
import { submissionByServerId } from '../../collections/queries.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { carriedBy, type Carried } from '../outbox/carried.ts'
import { failed, type Outcome } from '../outbox/decide.ts'
import type { Failure } from '../http/failure.ts'
import { longestTimeoutMs, syncTimeoutMs } from '../limits.ts'
import { removedAddresses } from '../rows/listed-files.ts'
import { counterOf, isRestored } from './restored.ts'
import { removeCopies } from './remove-copies.ts'
import { readAllRows } from '../http/pages/all-rows.ts'
import { planApart } from '../occurrences/keep-apart.ts'
import { asSent, storedDocument } from '../../collections/interview/logged.ts'
import { heldUntil } from '../outbox/held.ts'
import { isUndoneDeletion } from '../outbox/outbox-states.ts'
import {
  claim,
  LeaseLost,
  unsureWhileInFlight,
  noteSending,
  repeatsAreSafe,
  type AttemptContext,
} from './sending.ts'
import {
  detailsOf,
  repliesToSend,
  rowToBase,
  toCreateRequest,
  toUpdateRequest,
} from '../rows/submission-rows.ts'
import { SubmissionRow } from '../wire/answers.ts'
import { readFieldKinds, type FieldKinds } from '../rows/field-kinds.ts'
import { hasKeyOf, isMadeWith, rowOfRequest } from '../rows/find-interview.ts'
import { callPath } from '../wire/calls.ts'
import { findObject } from '../wire/envelope.ts'
import { SubmissionCreateRequest } from '../wire/requests.ts'
import * as v from 'valibot'

type Stored = RxDocumentData<SubmissionDoc>

/** Sends a submission's unsent operations: creates, changes or deletes its row. */
export const attemptSubmission = async (
  context: AttemptContext,
  item: OutboxDoc,
): Promise<Outcome> => {
  const stored = await storedDocument(context.db.submissions, item.submission_id)
  if (stored === null) return { kind: 'orphan' }
  if (!isSubmitted(stored)) return { kind: 'nothing' }
  if (stored.server_id === '') {
    if (stored.state === 'deleting' && !item.in_doubt) return { kind: 'deleted' }
    return create(context, item, stored)
  }
  if (pendingOperations(stored.crdts).length === 0) {
    return isUndoneDeletion(item, stored) ? checkRow(context, item, stored) : { kind: 'nothing' }
  }
  return stored.state === 'deleting'
    ? remove(context, item, stored)
    : update(context, item, stored.id)
}

const create = async (
  context: AttemptContext,
  item: OutboxDoc,
  stored: Stored,
): Promise<Outcome> => {
  const isRepeat = item.in_doubt
  const kinds = await readFieldKinds(context.db, stored.form_id)
  // Asked before a first request too, because only the POST carries how the interview was made.
  const replays = await repeatsAreSafe(context)
  if (!replays.ok) return failed(replays.failure)
  if (isRepeat && !replays.value) {
    const found = await findEarlier(context, item, kinds)
    if (found !== null) return found
  }
  if (!isRepeat && Object.keys(stored.answers).length === 0 && stored.files.length === 0) {
    return { kind: 'empty' }
  }
  // The body is frozen while the outcome is unknown, because the repeat must send the same (decisions 4).
  const body = isRepeat ? frozenBody(item, stored) : toCreateRequest(stored)
  const pending = pendingOperations(stored.crdts)
  // A frozen body has only the operations from when it was frozen, not later edits.
  const carried = isRepeat ? carriedBefore(item) : await carriedBy(pending)
  await noteSending(context, item.id, context.pace.syncMs, {
    method: 'POST',
    endpoint: callPath('submissionCreate'),
    payload: { ...body },
    in_doubt: true,
    ...(isRepeat ? {} : carried),
  })
  const result = await context.api.createSubmission(
    body,
    stored.client_key || stored.id,
    context.pace.syncMs,
    {
      ...(context.extensions()?.has('interview-details') === true
        ? { details: detailsOf(stored, context.env.clock.now()) }
        : {}),
      ...(reviews(context) && stored.replies !== undefined
        ? { comments: repliesToSend(stored) }
        : {}),
    },
  )
  if (!result.ok) return conflictingRow(result.failure, stored, carried) ?? failed(result.failure)
  const { id, row } = result.value
  if (row !== null && (await isOfAnother(context, row, stored))) {
    return failed({ kind: 'malformed', status: 200, foreign: false })
  }
  return { kind: 'created', serverId: id, row, differs: false, carried }
}

const reviews = (context: AttemptContext): boolean => context.extensions()?.has('review') === true

const carriedBefore = ({ sentOps, sentHash }: OutboxDoc): Carried => ({ sentOps, sentHash })

const frozenBody = (item: OutboxDoc, stored: Stored): SubmissionCreateRequest => {
  const frozen = v.safeParse(SubmissionCreateRequest, item.payload)
  return frozen.success ? frozen.output : toCreateRequest(stored)
}

/** Whether a server answered with the row of another interview of this device. */
const isOfAnother = async (
  { db }: AttemptContext,
  row: SubmissionRow,
  stored: Stored,
): Promise<boolean> => {
  const [known] = await submissionByServerId(row.id).build(db.submissions).exec()
  return known !== undefined && known.id !== stored.id && isMadeWith(row, known, stored)
}

/** The row that the server has under our key when it answers that our body differs; null for other failures. */
const conflictingRow = (failure: Failure, stored: Stored, carried: Carried): Outcome | null => {
  if (failure.kind !== 'temporary' || failure.status !== 409) return null
  const row = v.safeParse(SubmissionRow, findObject(failure.body, 'id', 'form_id'))
  return row.success && hasKeyOf(row.output, stored)
    ? { kind: 'created', serverId: row.output.id, row: row.output, differs: true, carried }
    : null
}

/**
 * Looks for the row of an earlier POST in the full list, before the POST is repeated on a server that ignores keys.
 * A row that is this interview counts as the answer; null when there is none (decisions 4).
 */
const findEarlier = async (
  context: AttemptContext,
  item: OutboxDoc,
  kinds: FieldKinds,
): Promise<Outcome | null> => {
  const unsure = unsureWhileInFlight(context, item, longestTimeoutMs)
  if (unsure !== null) return unsure
  const sent = v.safeParse(SubmissionCreateRequest, item.payload)
  if (!sent.success) return null
  const rows = await readAllRows(context.api, {
    now: context.env.clock.now,
    claim: () => claim(context, syncTimeoutMs),
  })
  if (!rows.ok) return failed(rows.failure)
  const row = rowOfRequest(rows.value, sent.output, kinds)
  return row === undefined
    ? null
    : { kind: 'created', serverId: row.id, row, differs: false, carried: carriedBefore(item) }
}

/** Reads the row of a deletion that was undone, once its request can no longer arrive; a 404 shows that it did. */
const checkRow = async (
  context: AttemptContext,
  item: OutboxDoc,
  stored: Stored,
): Promise<Outcome> => {
  const unsure = unsureWhileInFlight(context, item, longestTimeoutMs)
  if (unsure !== null) return unsure
  await claim(context, syncTimeoutMs)
  const row = await context.api.submission(stored.server_id)
  return row.ok ? { kind: 'nothing' } : failed(row.failure)
}

/** How often an update is rebased because the row changed meanwhile. */
const maxRebases = 5

/** Rebases the edits over the server's row and sends them; rebases again after a 412. */
const update = async (context: AttemptContext, item: OutboxDoc, id: string): Promise<Outcome> => {
  const kinds = await readFieldKinds(context.db, item.form_id)
  for (let rebases = 0; ; rebases += 1) {
    const before = await findSubmitted(context.db, id)
    if (before === null) return { kind: 'nothing' }
    const endpoint = callPath('submission', before.server_id)
    await noteSending(context, item.id, syncTimeoutMs, {
      method: 'PUT',
      endpoint,
      in_doubt: false,
    })
    const row = await context.api.submission(before.server_id)
    if (!row.ok) return failed(row.failure)
    // Only a restore makes a row older. A new base would hide what was lost.
    if (counterOf(row.value.rev) < counterOf(before.rev)) {
      const restored = await isRestored(context)
      if (!restored.ok) return failed(restored.failure)
      if (restored.value) return { kind: 'restored' }
    }
    await move(context.db, id, 'listed', async (stored, transaction) => {
      if (!isSubmitted(stored)) return null
      const known = await asSent(context.db.submissions, stored, 0)
      // A tab that was frozen since it read the row must not put it under what another tab has confirmed meanwhile.
      if (!context.lease.isHeld(0)) throw new LeaseLost()
      const base = rowToBase(row.value, known, kinds)
      // What an attempt before this one carried may be in the row. A 412 of this one says that it is not.
      const isUnsent = item.sentOps === 0
      const apart = { base, kinds, isUnsent }
      return { base, pending: await planApart(transaction, context.db, stored, apart) }
    })
    const rebased = await findSubmitted(context.db, id)
    if (rebased === null) return { kind: 'nothing' }
    const pending = pendingOperations(rebased.crdts)
    if (pending.length === 0) return { kind: 'nothing' }
    if (rebased.state === 'deleting') return remove(context, item, rebased)
    const only = context.extensions()?.has('merge') ? editedKeys(pending) : null
    const carried = await carriedBy(pending)
    await noteSending(context, item.id, context.pace.syncMs, carried)
    const result = await context.api.updateSubmission(
      rebased.server_id,
      {
        ...toUpdateRequest(
          rebased,
          only,
          context.extensions()?.has('remove-files') ? removedAddresses(rebased) : [],
        ),
        ...(reviews(context)
          ? { comments: repliesToSend(rebased), corrects: rebased.corrects ?? 0 }
          : {}),
      },
      row.value.rev,
      context.pace.syncMs,
    )
    if (result.ok) return { kind: 'updated', row: result.value.row, carried }
    const isStale = result.failure.kind === 'temporary' && result.failure.status === 412
    if (!isStale || rebases >= maxRebases) return failed(result.failure)
  }
}

/** The answer keys that pending operations set or clear. */
const editedKeys = (pending: readonly Operations[]): ReadonlySet<string> =>
  new Set(answerChangesOf(pending).map(([key]) => key))

const remove = async (
  context: AttemptContext,
  item: OutboxDoc,
  stored: Stored,
): Promise<Outcome> => {
  const until = heldUntil(stored, context.env.clock.now())
  if (until > 0) return { kind: 'held', until }
  await noteSending(context, item.id, context.pace.syncMs, {
    method: 'DELETE',
    endpoint: callPath('submission', stored.server_id),
    in_doubt: false,
  })
  const before = () => claim(context, context.pace.syncMs)
  // Before its own row, because the item ends with that.
  const manner = { timeoutMs: context.pace.syncMs, before }
  const copies = await removeCopies(context, stored.id, manner)
  if (!copies.ok) return failed(copies.failure)
  await before()
  const result = await context.api.deleteSubmission(stored.server_id, context.pace.syncMs)
  return result.ok ? { kind: 'deleted' } : failed(result.failure)
}
