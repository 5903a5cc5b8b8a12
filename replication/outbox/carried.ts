import { defaultHashSha256 } from 'rxdb'
import { canonical, type Operations } from '../../collections/operation-log.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'

/** The pending operations that a request carried, as its item noted them; a later note is about another request. */
export type Carried = Pick<OutboxDoc, 'sentOps' | 'sentHash'>

/** Identifies operations by their content, so that a late answer confirms only those that were sent. */
export const hashOperations = (operations: readonly Operations[]): Promise<string> =>
  defaultHashSha256(canonical(operations))

/** Whether the first pending operations are those that a request carried. */
export const isCarried = async (
  pending: readonly Operations[],
  { sentOps, sentHash }: Carried,
): Promise<boolean> => (await hashOperations(pending.slice(0, sentOps))) === sentHash

/** What a request carries that sends these operations. */
export const carriedBy = async (operations: readonly Operations[]): Promise<Carried> => ({
  sentOps: operations.length,
  sentHash: await hashOperations(operations),
})
