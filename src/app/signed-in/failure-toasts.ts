import { useEffect } from 'react'
import type { Observable } from 'rxjs'
import type { Failure } from '../../../replication/http/failure.ts'
import type { CallName } from '../../../replication/wire/calls.ts'
import { useApp } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { callFailureText } from '../../messages/app/failure.ts'

/**
 * Calls that opt out (7.2, 7.3, 7.7, 4.27): their failures are told where they were made, by the summary
 * of the run that sent them, or to nobody.
 */
const optedOut: ReadonlySet<CallName> = new Set([
  'login',
  'logout',
  'passwordChange',
  'account',
  'accountUpdate',
  'submission',
  'submissionCreate',
  'submissionUpdate',
  'submissionDelete',
  'filesUpload',
])

/** Says what failed of the calls that do not opt out (8.3); the toaster leaves out repeats (8.5, 9.32). */
export const useFailureToasts = (): void => {
  const { client, session } = useApp()
  const toaster = useToaster()
  useEffect(
    () =>
      reportFailures(client.failures$, text => {
        const now = session.current()
        // Of an account that was switched off its dialog tells.
        if (now.kind !== 'signed-in' || now.user.is_active) toaster.error(text)
      }),
    [client, session, toaster],
  )
}

/** Starts telling; gives back how to stop. Being offline and the end of the session are told elsewhere. */
export const reportFailures = (
  failures$: Observable<{ readonly call: CallName; readonly failure: Failure }>,
  report: (text: string) => void,
): (() => void) => {
  const failures = failures$.subscribe(({ call, failure }) => {
    if (optedOut.has(call) || failure.kind === 'offline' || failure.kind === 'unauthorized') return
    report(callFailureText(call, failure))
  })
  return () => failures.unsubscribe()
}
