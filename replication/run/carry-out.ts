import type { Database } from '../../collections/database.ts'
import { nextRank, type OutboxDoc, type Recovered } from '../../collections/schemas/outbox.ts'
import type { Verdict } from '../outbox/decide.ts'
import { failedRequest } from '../http/failure-note.ts'
import { backToQueue } from '../outbox/outbox-states.ts'
import { moveToRecovery } from '../recovery/recover.ts'
import { settle } from '../settle/settle.ts'

/**
 * Carries out a verdict. What it changes is one transaction, so that a crash leaves none or all of it. Returns the item if
 * it went to Recovery.
 */
export const carryOut = async (
  db: Database,
  item: OutboxDoc,
  verdict: Verdict,
  now: number,
): Promise<Recovered | null> => {
  if (verdict.do === 'recover') return moveToRecovery(db, item.id, verdict, now)
  await write(db, item, verdict, now)
  return null
}

const write = (
  db: Database,
  item: OutboxDoc,
  verdict: Exclude<Verdict, { do: 'recover' }>,
  now: number,
): Promise<void> => {
  switch (verdict.do) {
    case 'settle':
      return settle(db, item, verdict.sent, now)
    case 'drop':
      return settle(db, item, { kind: 'deleted' }, now)
    case 'retry':
      return postpone(db, item.id, verdict, now)
    case 'wait':
      return postpone(
        db,
        item.id,
        {
          ...verdict,
          retryCount: item.retryCount,
          message: '',
          unanswered: item.unanswered ?? 0,
          isAnswered: false,
        },
        now,
      )
    case 'stop':
      return backToQueue(db)
  }
}

const postpone = async (
  db: Database,
  itemId: string,
  next: Omit<Extract<Verdict, { do: 'retry' }>, 'do'>,
  now: number,
): Promise<void> => {
  const doc = await db.outbox.findOne(itemId).exec()
  await doc?.incrementalModify(data => ({
    ...data,
    state: 'waiting',
    rank: nextRank(data, next.message !== ''),
    retryCount: next.retryCount,
    unanswered: next.unanswered,
    nextRetryAt: next.nextRetryAt,
    lastError: next.message,
    // Nothing is waited for. Whether it made a row stays in doubt.
    sentAt: next.isAnswered && data.in_doubt ? 0 : data.sentAt,
    history:
      next.message === ''
        ? data.history
        : [
            ...data.history,
            { at: now, what: 'failed' as const, note: next.message, ...failedRequest(next) },
          ].slice(-20),
  }))
}
