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
})

/** What could not be brought up to date; the reason follows. */
export const loads = translatable('failure.loads', {
  forms: 'Your surveys could not be updated.',
  form: 'A survey could not be updated.',
  submissions: 'Your submissions could not be updated.',
  /** 8.23 */
  stats: 'Failed to fetch stats.',
})

/** A failed call in words: what it was for, and why; that there is no network is one message for all (8.5). */
export const callFailureText = (call: CallName, failure: Failure): string => {
  const isSilent = failure.kind === 'temporary' && failure.status === 0
  const what = isSilent || !(call in loads) ? '' : loads[call as keyof typeof loads]
  return [what, failureText(failure)].filter(Boolean).join(' ')
}

/** A failure in words: what the server says, else what is known, else `otherwise` (8.4). */
export const failureText = (failure: Failure, otherwise: string = common.unexpected): string =>
  failure.kind === 'offline'
    ? failureWords.offline
    : reasonText(failureMessage(failure)) || otherwise

/** Why something failed, as it was noted: our own reasons in the language, a server's as they came. */
export const reasonText = (reason: string): string => ownReason(reason) ?? reason

/** The same where the reason is our own; null where the server said it. */
export const ownReason = (reason: string): string | null => {
  if (reason === invalidResponse) return failureWords.invalidResponse
  const status = /^HTTP (\d+)$/.exec(reason)?.[1]
  if (status !== undefined) return failureWords.status(Number(status))
  const why = (['network', 'timeout'] as const).find(
    each => failureMessage(noAnswer(each)) === reason,
  )
  return why === undefined ? null : failureWords[why]
}

/** The same for forms whose every field may be refused: the server's list first (8.13, 8.46). */
export const fieldFailureText = (failure: Failure, otherwise: string): string =>
  ('body' in failure ? findErrors(failure.body) : '') || failureText(failure, otherwise)
