import type { OutboxDoc, RecoveryReason } from '../../collections/schemas/outbox.ts'
import { failureNote, type Failure } from '../http/failure.ts'
import { backoffStepMs, maxTries } from '../limits.ts'
import type { SubmissionRow, User } from '../wire/answers.ts'

/** What came of trying an outbox item. */
export type Outcome =
  /** The server has it: a row made or changed, a row gone, files taken, or nothing left to say. */
  | Sent
  /** Its row is missing because the server was restored from a backup: the next pull queues it anew. */
  | { readonly kind: 'restored' }
  /** It was saved with no answers and no files. */
  | { readonly kind: 'empty' }
  /** Its submission has no server id yet. */
  | { readonly kind: 'blocked' }
  /** Its submission exists nowhere. */
  | { readonly kind: 'orphan' }
  /** Files that it was saved with cannot be read any more. */
  | { readonly kind: 'unreadable' }
  /** An earlier request may still be on its way; ask again at `until`, epoch ms. */
  | { readonly kind: 'unsure'; readonly until: number }
  /** `portal`: the answer was not our API's, and neither was the account's. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly portal: boolean }

/** What came of sending an item, before it is decided what that means. */
export type Sent =
  | {
      readonly kind: 'created'
      readonly serverId: string
      readonly row: SubmissionRow | null
      /** The row was made under our key by another body: what it lacks is sent as an edit. */
      readonly differs: boolean
    }
  | { readonly kind: 'updated'; readonly row: SubmissionRow | null }
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'uploaded'
      readonly fileIds: readonly string[]
      /** The row with these files, where the server answers with it. */
      readonly row: SubmissionRow | null
      /** Files of the item that are no longer on the device: they go to Recovery with its next try. */
      readonly lost: readonly string[]
    }
  /** The profile, as the server has it now. */
  | { readonly kind: 'profile'; readonly user: User }
  | { readonly kind: 'nothing' }

/** What to do with the item now. */
export type Verdict =
  | { readonly do: 'settle'; readonly sent: Sent }
  /** Try again at `nextRetryAt`, epoch ms; only answers of the server count as tries. */
  | {
      readonly do: 'retry'
      readonly retryCount: number
      readonly nextRetryAt: number
      readonly message: string
    }
  | {
      readonly do: 'recover'
      readonly reason: RecoveryReason
      readonly status: number
      readonly message: string
      /** Whether a request of it may have made a row all the same; a refusal settles only its own request. */
      readonly inDoubt: boolean
    }
  | { readonly do: 'drop' }
  | { readonly do: 'wait'; readonly nextRetryAt: number }
  /** The run ends; nothing is counted against the item. */
  | { readonly do: 'stop'; readonly why: 'offline' | 'login' | 'portal' }

/** The item as it was before the attempt, but for its method. */
type Tried = Pick<OutboxDoc, 'type' | 'method' | 'retryCount' | 'in_doubt'>

/**
 * Pure: the same item, outcome and time (epoch ms) give the same verdict (4.8 to 4.12, decisions 3).
 * `pauseMs` is the pause after a request that got no answer.
 */
export const decide = (
  item: Tried,
  outcome: Outcome,
  now: number,
  pauseMs: number = backoffStepMs,
): Verdict => {
  switch (outcome.kind) {
    case 'created':
    case 'updated':
    case 'deleted':
    case 'uploaded':
    case 'profile':
    case 'nothing':
      return { do: 'settle', sent: outcome }
    case 'empty':
      return { do: 'drop' }
    case 'blocked':
    case 'restored':
      return { do: 'wait', nextRetryAt: now + backoffStepMs }
    case 'unsure':
      return { do: 'wait', nextRetryAt: outcome.until }
    case 'orphan':
      return { do: 'recover', reason: 'orphan', status: 0, message: '', inDoubt: item.in_doubt }
    case 'unreadable':
      return { do: 'recover', reason: 'unreadable', status: 0, message: '', inDoubt: item.in_doubt }
    case 'failed':
      return outcome.portal
        ? { do: 'stop', why: 'portal' }
        : decideFailure(item, outcome.failure, now, pauseMs)
  }
}

const decideFailure = (item: Tried, failure: Failure, now: number, pauseMs: number): Verdict => {
  switch (failure.kind) {
    case 'offline':
      return { do: 'stop', why: 'offline' }
    case 'unauthorized':
      return { do: 'stop', why: 'login' }
    case 'permanent':
      if (item.method === 'DELETE' && isGone(failure.status)) {
        return { do: 'settle', sent: { kind: 'deleted' } }
      }
      return {
        do: 'recover',
        // An edit of a row that is gone: the deletion wins.
        reason:
          failure.why !== 'missing' ? failure.why : item.method === 'PUT' ? 'deleted' : 'refused',
        status: failure.status,
        message: failure.message,
        inDoubt: item.in_doubt,
      }
    case 'malformed':
      return countTry(item, failure, now)
    case 'temporary':
      if (item.method === 'DELETE' && isGone(failure.status)) {
        return { do: 'settle', sent: { kind: 'deleted' } }
      }
      return failure.status === 0
        ? // No answer came: not a try (decisions 3).
          {
            do: 'retry',
            retryCount: item.retryCount,
            nextRetryAt: now + pauseMs,
            message: failure.message,
          }
        : countTry(item, failure, now)
  }
}

const isGone = (status: number): boolean => status === 404 || status === 410

const countTry = (item: Tried, failure: Failure, now: number): Verdict => {
  const retryCount = item.retryCount + 1
  const message = failureNote(failure)
  const status = 'status' in failure ? failure.status : 0
  return retryCount >= maxTries
    ? { do: 'recover', reason: 'exhausted', status, message, inDoubt: true }
    : { do: 'retry', retryCount, nextRetryAt: now + retryCount * backoffStepMs, message }
}
