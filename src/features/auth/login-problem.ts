import { login as words } from '../../messages/account/auth.ts'
import { failureText } from '../../messages/app/failure.ts'
import type { LoginFailure } from '../../session/session.ts'

/** Why the login failed, in words (5.3, 5.4, 8.9). */
export const loginProblem = (failure: LoginFailure): string => {
  if (failure.kind === 'inactive') return words.inactive
  return failure.failure.kind === 'malformed' && !failure.failure.foreign
    ? words.invalidResponse
    : failureText(failure.failure, words.failed)
}

/** Whether the credentials may be the reason, and not the network or the account's state. */
export const isAboutCredentials = (failure: LoginFailure): boolean =>
  failure.kind === 'failed' &&
  (failure.failure.kind === 'permanent' || failure.failure.kind === 'unauthorized')
