import type { Observable } from 'rxjs'
import type { Env } from '../env.ts'
import type { Session } from './session.ts'

/**
 * Keeps the worker's copy of the session in step with the session (decisions 5): a new token or user is copied,
 * an ended session takes the copy with it. Auto Sync is not copied: the worker reads it where it is stored.
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
