import { BehaviorSubject, type Observable } from 'rxjs'
import type { Api } from '../../replication/http/api.ts'
import type { Failure } from '../../replication/http/failure.ts'
import { err, ok, type Result } from '../../replication/http/result.ts'
import type { User } from '../../replication/wire/answers.ts'
import type { Env } from '../env.ts'
import { sessionMs } from '../limits.ts'
import { whenNoLogout } from './logout-mark.ts'
import type { Credentials, SignedIn } from './stored-session.ts'
import type { Vault } from './vault.ts'

/**
 * Who is using the app.
 *
 *   starting ──hydrate──► anonymous ──login──► signed-in ──401, expiry, logout──► anonymous
 *
 * The session is read from the vault once and kept in memory; requests take their token from it.
 */
export type Session = { readonly kind: 'starting' } | { readonly kind: 'anonymous' } | SignedIn

/** Why a login failed. */
export type LoginFailure =
  | { readonly kind: 'inactive' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** The session, and how it changes. */
export interface SessionStore {
  readonly session$: Observable<Session>
  readonly current: () => Session
  /** The bearer token; null without a session, or when it has expired. */
  readonly token: () => string | null
  /** Reads the stored session. An expired one ends here (4.26), but only with a network, because a login needs one. */
  readonly hydrate: () => Promise<void>
  readonly login: (
    credentials: Credentials,
    rememberMe: boolean,
  ) => Promise<Result<SignedIn, LoginFailure>>
  /** Replaces the user by that of an answer to the account call. */
  readonly update: (user: User) => Promise<void>
  /** Ends the session; the data on the device stays for the same user's next login. */
  readonly end: () => void
  readonly remembered: () => Promise<Credentials | null>
}

/** The code that reads a stored session; loaded only where there is one. */
const loadReaders = () => import('./stored-session.ts')

/** Makes the session of this tab, which follows that of other tabs. */
export const createSession = (
  env: Pick<Env, 'clock' | 'network' | 'liveness'>,
  vault: Vault,
  login: Api['login'],
): SessionStore => {
  const session$ = new BehaviorSubject<Session>({ kind: 'starting' })
  const isOver = ({ expiresAt }: SignedIn) => expiresAt <= env.clock.now()

  const keep = async (session: SignedIn, isWanted?: () => boolean): Promise<void> => {
    const { user, token, expiresAt } = session
    await vault.write('authData', { user, accessToken: token, expiresAt }, isWanted)
    await vault.write('organizationDetails', {
      name: user.organization_name,
      logo: user.organization_logo,
    })
  }

  const end = () => {
    vault.remove('authData')
    if (session$.value.kind !== 'anonymous') session$.next({ kind: 'anonymous' })
  }

  return {
    session$,
    current: () => session$.value,
    token: () => {
      const session = session$.value
      return session.kind === 'signed-in' && !isOver(session) ? session.token : null
    },
    hydrate: async () => {
      const kept = await vault.read('authData')
      const session = kept === null ? null : (await loadReaders()).readSession(kept)
      if (session === null) return end()
      // Without a network a login is impossible, so work goes on, and the login is required later.
      if (isOver(session) && env.network.isOnline()) end()
      else session$.next(session)
    },
    login: async ({ email, password }, rememberMe) => {
      const answer = await login(email, password)
      if (!answer.ok) return err({ kind: 'failed', failure: answer.failure })
      const { user, token } = answer.value
      await whenNoLogout(env)
      const session: SignedIn = {
        kind: 'signed-in',
        user,
        token,
        expiresAt: env.clock.now() + sessionMs,
      }
      await keep(session)
      // Stored although the login is rejected (4.24), so that the next start rejects it again, until another user signs
      // in.
      if (!user.is_active) return err({ kind: 'inactive' })
      if (rememberMe) await vault.write('rememberMeData', { email, password })
      else vault.remove('rememberMeData')
      session$.next(session)
      return ok(session)
    },
    update: async user => {
      const session = session$.value
      if (session.kind !== 'signed-in' || session.user.id !== user.id) return
      const updated: SignedIn = { ...session, user }
      // The session may end while its update is sealed, and must not begin again.
      const isHere = () => {
        const { value } = session$
        return value.kind === 'signed-in' && value.token === session.token
      }
      await keep(updated, isHere)
      if (isHere()) session$.next(updated)
    },
    end,
    remembered: async () => {
      const kept = await vault.read('rememberMeData')
      return kept === null ? null : (await loadReaders()).readRemembered(kept)
    },
  }
}
