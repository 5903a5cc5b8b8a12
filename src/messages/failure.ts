import { failureMessage, noAnswer, type Failure } from '../../replication/http/failure.ts'
import { findErrors } from '../../replication/wire/envelope.ts'
import { common } from './common.ts'
import { translatable } from './catalogue.ts'

export const failureWords = translatable('failure.failureWords', {
  offline: 'You are offline. Connect to the internet and try again.',
  /** 8.5 */
  network: 'Network Error',
  timeout: 'timeout of the request exceeded',
})

/** A failure in words: what the server says, else what is known, else `otherwise` (8.4). */
export const failureText = (failure: Failure, otherwise: string = common.unexpected): string =>
  failure.kind === 'offline'
    ? failureWords.offline
    : reasonText(failureMessage(failure)) || otherwise

/** Why something failed, as it was noted: our own reasons in the language, a server's as they came. */
export const reasonText = (reason: string): string => {
  const why = (['network', 'timeout'] as const).find(
    each => failureMessage(noAnswer(each)) === reason,
  )
  return why === undefined ? reason : failureWords[why]
}

/** The same for forms whose every field may be refused: the server's list first (8.13, 8.46). */
export const fieldFailureText = (failure: Failure, otherwise: string): string =>
  ('body' in failure ? findErrors(failure.body) : '') || failureText(failure, otherwise)
