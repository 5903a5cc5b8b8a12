import type { Database } from '../../collections/database.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { Api } from '../http/api.ts'
import type { SyncEnv } from '../env.ts'
import { isAnswered } from '../http/failure-note.ts'
import type { Failure } from '../http/failure.ts'
import { syncTimeoutMs } from '../limits.ts'
import type { Lease } from '../lock.ts'
import type { Outcome } from '../outbox/decide.ts'
import type { Pace } from '../outbox/packets.ts'
import { ok, type Result } from '../http/result.ts'
import type { Extension } from '../wire/calls.ts'

/** What an attempt needs. */
export interface AttemptContext {
  readonly db: Database
  readonly api: Api
  readonly env: Pick<SyncEnv, 'clock'>
  readonly lease: Lease
  readonly pace: Pace
  readonly extensions: () => ReadonlySet<Extension> | null
}

/** The lease went to another tab or the worker, so this run may no longer send or settle. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Extends the lease right before a request is sent; throws LeaseLost when it does not last for the request. */
export const claim = async (
  { lease }: Pick<AttemptContext, 'lease'>,
  requestMs: number,
): Promise<void> => {
  if (!(await lease.extend(requestMs))) throw new LeaseLost()
}

/** Account calls in flight. The first items of a run ask at the same time, and one answer is enough. */
const asking = new WeakMap<Api, ReturnType<Api['account']>>()

const askOnce = ({ api }: AttemptContext): ReturnType<Api['account']> => {
  const asked = asking.get(api) ?? api.account().finally(() => asking.delete(api))
  asking.set(api, asked)
  return asked
}

/**
 * Whether the server answers a repeated POST with its first row, by the extensions of its last answer. Before the
 * first answer since the start, this asks for the account, because otherwise the repeat would have to wait until the
 * list may be read. A server that refuses even that counts as one without extensions.
 */
export const repeatsAreSafe = async (
  context: AttemptContext,
): Promise<Result<boolean, Failure>> => {
  if (context.extensions() === null) {
    await claim(context, syncTimeoutMs)
    // Another item may have been answered during the claim.
    const account = context.extensions() === null ? await askOnce(context) : null
    if (account?.ok === false && !isAnswered(account.failure)) return account
  }
  return ok(announcesKeys(context))
}

/** Whether the server's last answer announced that it recognizes a repeated request by its key. */
export const announcesKeys = ({ extensions }: AttemptContext): boolean =>
  extensions()?.has('idempotency') ?? false

/**
 * The outcome 'unsure' until the time-out of an item's last request has passed, because it may still arrive; null from
 * then on. A request of the future comes from a clock that was set back, and is not waited for.
 */
export const unsureWhileInFlight = (
  { env }: AttemptContext,
  { sentAt }: OutboxDoc,
  timeoutMs: number,
): Outcome | null => {
  const now = env.clock.now()
  const until = sentAt + timeoutMs
  return sentAt <= now && now < until ? { kind: 'unsure', until } : null
}

/** Claims the lease, and writes to the item what is about to be sent; durable before the request is. Throws LeaseLost. */
export const noteSending = async (
  context: AttemptContext,
  itemId: string,
  requestMs: number,
  note: Partial<
    Pick<OutboxDoc, 'method' | 'endpoint' | 'payload' | 'in_doubt' | 'sentOps' | 'sentHash'>
  >,
): Promise<void> => {
  await claim(context, requestMs)
  const item = await context.db.outbox.findOne(itemId).exec(true)
  await item.incrementalPatch({ ...note, sentAt: context.env.clock.now() })
  // A tab that was frozen during the write may have lost the lease, or has too little of it left.
  if (!context.lease.isHeld(requestMs)) throw new LeaseLost()
}
