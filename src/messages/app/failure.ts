import {
  failureMessage,
  invalidResponse,
  noAnswer,
  type Failure,
} from '../../../replication/http/failure.ts'
import type { CallName } from '../../../replication/wire/calls.ts'
import { findErrors } from '../../../replication/wire/envelope.ts'
import { common } from './common.ts'
import { translatable } from '../catalogue.ts'

export const failureWords = translatable('failure.failureWords', {
  offline: 'You are offline. Connect to the internet and try again.',
  /** 8.5 */
  network: 'Network Error',
  timeout: 'timeout of the request exceeded',
  /** 8.38 */
  invalidResponse: 'Invalid server response',
  status: (status: number) => `The server answered with error ${status}.`,
  /** With this id, the office finds the request in the server's log. */
  request: (id: string) => `(request ${id})`,
})

/** What could not be refreshed; the reason follows. */
export const loads = translatable('failure.loads', {
  forms: 'Your surveys could not be updated.',
  form: 'A survey could not be updated.',
  submissions: 'Your submissions could not be updated.',
  /** 8.23 */
  stats: 'Failed to fetch stats.',
})

/** A failed call in words: what failed, and why. A missing network has one message for all calls (8.5). */
export const callFailureText = (call: CallName, failure: Failure): string => {
  const isSilent = failure.kind === 'temporary' && failure.status === 0
  const what = isSilent || !(call in loads) ? '' : loads[call as keyof typeof loads]
  return [what, failureText(failure)].filter(Boolean).join(' ')
}

/** A failure in words: the server's message, else the known reason, else `otherwise` (8.4). */
export const failureText = (failure: Failure, otherwise: string = common.unexpected): string =>
  failure.kind === 'offline'
    ? failureWords.offline
    : reasonText(failureMessage(failure)) || otherwise

/** Text about a failed request, with the request's id where it is known. */
export const withRequest = (text: string, id: string | undefined): string =>
  id === undefined ? text : `${text} ${failureWords.request(id)}`

/** A stored reason for a failure in words: our own reasons are translated, a server's message stays unchanged. */
export const reasonText = (reason: string): string => ownReason(reason) ?? reason

/** The words for one of our own stored reasons; null for a server's message. */
export const ownReason = (reason: string): string | null => {
  if (reason === invalidResponse) return failureWords.invalidResponse
  const status = /^HTTP (\d+)$/.exec(reason)?.[1]
  if (status !== undefined) return failureWords.status(Number(status))
  const why = (['network', 'timeout'] as const).find(
    each => failureMessage(noAnswer(each)) === reason,
  )
  return why === undefined ? null : failureWords[why]
}

/**
 * A failure in words, for forms in which the server may refuse any field: its list of problems comes first (8.13,
 * 8.46).
 */
export const fieldFailureText = (failure: Failure, otherwise: string): string =>
  ('body' in failure ? findErrors(failure.body) : '') || failureText(failure, otherwise)

/** 2.dialogs.3 */
export const boundary = translatable('failure.boundary', {
  title: 'Something went wrong',
  message: 'What you have entered is kept on this device.',
  /** Shown without a network, for a screen whose code could not be loaded. */
  notLoaded: 'This screen is not on this device yet. Connect to the internet and try again.',
  dashboard: 'Go to Dashboard',
  tryAgain: 'Try Again',
  refresh: 'Refresh Page',
  details: 'Details',
})

export const sessions = translatable('failure.sessions', {
  /** 8.16: why a new login is needed. */
  over: 'Please login again',
})

/** The only content of a tab whose version has been replaced. */
export const retired = translatable('failure.retired', {
  title: 'App updated',
  message:
    'A newer version of this app is open in another tab. Everything you have entered is on this device; reload to continue here.',
  reload: 'Reload',
})
