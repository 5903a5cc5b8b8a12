import { useEffect } from 'react'
import type { Observable } from 'rxjs'
import type { Failure } from '../../../replication/http/failure.ts'
import type { CallName } from '../../../replication/wire/calls.ts'
import { useApp } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { callFailureText } from '../../messages/app/failure.ts'

/**
 * Calls whose failures get no toast here (7.2, 7.3, 7.7, 4.27): their screen or the summary of their run reports them,
 * or they stay silent.
 */
const optedOut: ReadonlySet<CallName> = new Set([
  'login',
  'logout',
  'passwordChange',
  'account',
  'accountUpdate',
  'recoveryKey',
  'submission',
  'submissionCreate',
  'submissionUpdate',
  'submissionDelete',
  'filesUpload',
])

/** Shows a toast for each failure of the other calls (8.3); the toaster drops repeats (8.5, 9.32). */
export const useFailureToasts = (): void => {
  const { client, session } = useApp()
  const toaster = useToaster()
  useEffect(
    () =>
      reportFailures(client.failures$, text => {
        const now = session.current()
        // A deactivated account has its own dialog.
        if (now.kind !== 'signed-in' || now.user.is_active) toaster.error(text)
      }),
    [client, session, toaster],
  )
}

/**
 * Reports each failure until the returned function is called, except being offline and the end of the session, which
 * have their own notices.
 */
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
