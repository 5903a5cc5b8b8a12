import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import type { RecoveryReason } from '../../collections/schemas/refusal.ts'
import {
  failedRequest,
  failureNote,
  isAnswered,
  isUnanswered,
  statusOf,
} from '../http/failure-note.ts'
import type { Failure } from '../http/failure.ts'
import { isJsonObject } from '../wire/envelope.ts'
import { backoffStepMs, maxPauseMs, maxTries, readAgainMs } from '../limits.ts'
import type { SubmissionRow, User } from '../wire/answers.ts'
import type { Carried } from './carried.ts'

/** The outcome of an attempt at an outbox item. */
export type Outcome =
  /** The server has it: it made, changed or deleted the row or took the files, or nothing was left to send. */
  | Sent
  /** Its row is missing because the server was restored from a backup; the next pull queues it again. */
  | { readonly kind: 'restored' }
  /** It has neither answers nor files. */
  | { readonly kind: 'empty' }
  /** Its submission has no server id yet. */
  | { readonly kind: 'blocked' }
  /** Its submission exists nowhere. */
  | { readonly kind: 'orphan' }
  /** Its files can no longer be read, or cannot be read now. */
  | { readonly kind: 'unreadable'; readonly mayPass: boolean }
  /** An earlier request may still arrive; try again at `until`, epoch ms. */
  | { readonly kind: 'unsure'; readonly until: number }
  /** It is a deletion whose Undo is still shown, until `until`, epoch ms. */
  | { readonly kind: 'held'; readonly until: number }
  /** `portal`: neither this answer nor the account's was our API's. */
  | {
      readonly kind: 'failed'
      readonly failure: Failure
      readonly portal: boolean
      /** Whether the server has more of it than before the attempt. */
      readonly moved?: boolean
    }

/** What the server has after an attempt. */
export type Sent =
  | {
      readonly kind: 'created'
      readonly serverId: string
      readonly row: SubmissionRow | null
      /** Another body made the row under our key; what the row lacks is sent as an edit. */
      readonly differs: boolean
      readonly carried?: Carried
    }
  | { readonly kind: 'updated'; readonly row: SubmissionRow | null; readonly carried?: Carried }
  | { readonly kind: 'deleted' }
  | {
      readonly kind: 'uploaded'
      readonly fileIds: readonly string[]
      /** The row with these files; null where the server does not return it. */
      readonly row: SubmissionRow | null
      /** Files of the item that are no longer on the device; they go to Recovery with its next try. */
      readonly lost: readonly string[]
      /** How many bytes the attempt has sent, if it sent only the rest of a file. */
      readonly movedBytes?: number
    }
  /** The profile, as the server has it now. */
  | { readonly kind: 'profile'; readonly user: User; readonly carried?: Carried }
  | { readonly kind: 'nothing' }

/** The outcome of a failed request that no portal answered. */
export const failed = (failure: Failure): Outcome => ({ kind: 'failed', failure, portal: false })

/** Whether an attempt sent a request and no answer came. */
export const isSilent = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && isUnanswered(outcome.failure)

/** What to do with the item now. */
export type Verdict =
  | { readonly do: 'settle'; readonly sent: Sent }
  /** Try again at `nextRetryAt`, epoch ms. Only an answer of the server counts as a try. */
  | {
      readonly do: 'retry'
      readonly retryCount: number
      readonly nextRetryAt: number
      readonly message: string
      readonly request?: string
      /** How many tries in a row had no answer. */
      readonly unanswered: number
      /** Whether our API answered, so that the request is not in flight any more. */
      readonly isAnswered: boolean
    }
  | {
      readonly do: 'recover'
      readonly reason: RecoveryReason
      readonly status: number
      readonly message: string
      /** The id of the failed request in the server's log. */
      readonly request?: string
      /** Whether an earlier request may have made a row, because a refusal is about its own request only. */
      readonly inDoubt: boolean
    }
  | { readonly do: 'drop' }
  | { readonly do: 'wait'; readonly nextRetryAt: number }
  /** The run ends without counting a try of the item. */
  | { readonly do: 'stop'; readonly why: 'offline' | 'login' | 'portal' }

/** The item before the attempt, except for its method. */
type Tried = Pick<OutboxDoc, 'type' | 'method' | 'retryCount' | 'unanswered' | 'in_doubt'>

/**
 * Decides what an outcome means for an item (4.8 to 4.12, decisions 3). Pure; `now` is in epoch ms, and `pauseMs` is
 * the pause after the first request without an answer, which doubles with each further one.
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
    case 'held':
    case 'unsure':
      return { do: 'wait', nextRetryAt: outcome.until }
    case 'orphan':
      return { do: 'recover', reason: 'orphan', status: 0, message: '', inDoubt: item.in_doubt }
    case 'unreadable': {
      const retryCount = item.retryCount + 1
      return outcome.mayPass && retryCount < maxTries
        ? {
            do: 'retry',
            retryCount,
            nextRetryAt: now + retryCount * readAgainMs,
            message: '',
            unanswered: 0,
            isAnswered: false,
          }
        : { do: 'recover', reason: 'unreadable', status: 0, message: '', inDoubt: item.in_doubt }
    }
    case 'failed':
      return outcome.portal
        ? { do: 'stop', why: 'portal' }
        : decideFailure(
            outcome.moved === true ? { ...item, unanswered: 0 } : item,
            outcome.failure,
            now,
            pauseMs,
          )
  }
}

const decideFailure = (item: Tried, failure: Failure, now: number, pauseMs: number): Verdict => {
  switch (failure.kind) {
    case 'offline':
      return { do: 'stop', why: 'offline' }
    case 'unauthorized':
      return { do: 'stop', why: 'login' }
    case 'permanent':
      if (item.method === 'DELETE' && isGone(failure)) {
        return { do: 'settle', sent: { kind: 'deleted' } }
      }
      return {
        do: 'recover',
        // The edited row is gone, and a deletion wins over an edit.
        reason:
          failure.why !== 'missing' ? failure.why : item.method === 'PUT' ? 'deleted' : 'refused',
        status: failure.status,
        message: failure.message,
        ...failedRequest(failure),
        inDoubt: item.in_doubt,
      }
    case 'malformed':
      return countTry(item, failure, now)
    case 'temporary':
      if (item.method === 'DELETE' && isGone(failure)) {
        return { do: 'settle', sent: { kind: 'deleted' } }
      }
      return failure.status === 0
        ? // Not a try, because no answer came (decisions 3).
          {
            do: 'retry',
            retryCount: item.retryCount,
            nextRetryAt: now + Math.min(maxPauseMs, pauseMs * 2 ** (item.unanswered ?? 0)),
            message: failure.message,
            unanswered: (item.unanswered ?? 0) + 1,
            isAnswered: false,
          }
        : countTry(item, failure, now)
  }
}

/** Whether a failure says that the row is gone, so that its deletion is done. */
export const isGone = (failure: Failure): boolean => {
  if (failure.kind !== 'permanent' && failure.kind !== 'temporary') return false
  const { status, body } = failure
  // A gateway that answers everything with 200 says the status in the body.
  const said = status === 200 && isJsonObject(body) ? body['status'] : status
  return said === 404 || said === 410
}

/** What a gateway answers with while the request may still be on its way to the API. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

const countTry = (item: Tried, failure: Failure, now: number): Verdict => {
  const retryCount = item.retryCount + 1
  const said = { message: failureNote(failure), ...failedRequest(failure) }
  const status = statusOf(failure)
  if (retryCount >= maxTries) {
    return { do: 'recover', reason: 'exhausted', status, ...said, inDoubt: true }
  }
  return {
    do: 'retry',
    retryCount,
    nextRetryAt: now + retryCount * backoffStepMs,
    ...said,
    unanswered: 0,
    isAnswered: isAnswered(failure) && !gatewayStatuses.has(status),
  }
}
