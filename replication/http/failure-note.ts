import { failureMessage, invalidResponse, type Failure } from './failure.ts'

/* What is noted of a failure, and what follows from it. Only code that sends loads it. */

/** The status of an answer; 0 when none came or it says only that the session is over. */
export const statusOf = (failure: Failure): number => ('status' in failure ? failure.status : 0)

/** Whether a request was sent and no answer came. */
export const isUnanswered = (failure: Failure): boolean =>
  failure.kind === 'temporary' && failure.status === 0

/** The id of the failed request in a failure, or in what was decided about it; {} where the server gives none. */
export const failedRequest = (from: object): { readonly request?: string } =>
  'request' in from && typeof from.request === 'string' ? { request: from.request } : {}

/** Why an attempt failed, for its item's history: the server's message, else the status. */
export const failureNote = (failure: Failure): string => {
  if (failure.kind === 'malformed') return invalidResponse
  const status = statusOf(failure)
  return failureMessage(failure) || (status > 0 ? `HTTP ${status}` : '')
}

/** Whether the API itself answered and the session is valid, so that neither the network nor the login failed. */
export const isAnswered = (failure: Failure): boolean => {
  switch (failure.kind) {
    case 'offline':
    case 'unauthorized':
      return false
    case 'temporary':
      return failure.status > 0
    case 'malformed':
      return !failure.foreign
    case 'permanent':
      return true
  }
}
