import type { Observable } from 'rxjs'
import type { Env } from '../env.ts'
import type { Session } from './session.ts'

/**
 * Keeps the worker's copy of the session up to date (decisions 5): each new token or user is copied, and the end of the
 * session, or its lock, deletes the copy. A copy that a PIN protects is of no use to the worker, which has no key for it. Auto Sync is not copied, because the worker reads that setting itself.
 */
export const mirrorSession = (
  session$: Observable<Session>,
  env: Pick<Env, 'local' | 'sessionMirror'>,
  apiUrl: () => string,
): void => {
  let turn: Promise<void> = Promise.resolve()
  session$.subscribe(session => {
    if (session.kind === 'starting') return
    const authData = session.kind === 'signed-in' ? env.local.get('authData') : null
    // Without the copy the worker sends nothing; the app works all the same.
    turn = turn
      .then(() =>
        authData === null
          ? env.sessionMirror.clear()
          : env.sessionMirror.keep({ authData, apiUrl: apiUrl() }),
      )
      .catch(() => {})
  })
}
