import { failureMessage, invalidResponse, type Failure } from './failure.ts'

/* What is noted of a failure. Only code that sends loads it. */

/** The status of an answer; 0 when none came or it says only that the session is over. */
export const statusOf = (failure: Failure): number => ('status' in failure ? failure.status : 0)

/** The id of the failed request in a failure, or in what was decided about it; {} where the server gives none. */
export const failedRequest = (from: object): { readonly request?: string } =>
  'request' in from && typeof from.request === 'string' ? { request: from.request } : {}

/** Why an attempt failed, for its item's history: the server's message, else the status. */
export const failureNote = (failure: Failure): string => {
  if (failure.kind === 'malformed') return invalidResponse
  const status = statusOf(failure)
  return failureMessage(failure) || (status > 0 ? `HTTP ${status}` : '')
}
