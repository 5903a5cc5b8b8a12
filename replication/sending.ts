import type { Database } from '../collections/database.ts'
import type { OutboxDoc } from '../collections/outbox.ts'
import type { Api } from './api.ts'
import type { SyncEnv } from './env.ts'
import type { Lease } from './lock.ts'
import type { Pace } from './packets.ts'
import type { Extension } from './wire/calls.ts'

/** What trying an item needs. */
export interface AttemptContext {
  readonly db: Database
  readonly api: Api
  readonly env: Pick<SyncEnv, 'clock'>
  readonly lease: Lease
  readonly pace: Pace
  readonly extensions: () => ReadonlySet<Extension>
}

/** The lease went to another tab or the worker: this run may neither send nor settle any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Makes sure right before a request leaves that nobody else is sending; throws LeaseLost. */
export const claim = async (context: AttemptContext, requestMs: number): Promise<void> => {
  const extended = await context.lease.extend(requestMs)
  if (!extended || !context.lease.isHeld()) throw new LeaseLost()
}

/** Notes on the item, durably and before the bytes leave, what is about to be sent. */
export const noteSending = async (
  context: AttemptContext,
  itemId: string,
  note: Partial<
    Pick<OutboxDoc, 'method' | 'endpoint' | 'payload' | 'in_doubt' | 'sentOps' | 'sentHash'>
  >,
): Promise<void> => {
  const item = await context.db.outbox.findOne(itemId).exec(true)
  await item.incrementalPatch({ ...note, sentAt: context.env.clock.now() })
  // A tab that was frozen while this was written may have lost the lease meanwhile.
  if (!context.lease.isHeld()) throw new LeaseLost()
}
