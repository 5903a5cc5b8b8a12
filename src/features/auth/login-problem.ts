import { login as words } from '../../messages/auth.ts'
import { failureText } from '../../messages/failure.ts'
import type { LoginFailure } from '../../session/session.ts'

/** Why the login did not work, in words (5.3, 5.4, 8.9). */
export const loginProblem = (failure: LoginFailure): string => {
  if (failure.kind === 'inactive') return words.inactive
  return failure.failure.kind === 'malformed' && !failure.failure.foreign
    ? words.invalidResponse
    : failureText(failure.failure, words.failed)
}
