import { BehaviorSubject, type Observable } from 'rxjs'
import type { HeldKey } from '../../collections/storage/data-key.ts'
import type { Api } from '../../replication/http/api.ts'
import type { Failure } from '../../replication/http/failure.ts'
import { err, ok, type Result } from '../../replication/http/result.ts'
import type { User } from '../../replication/wire/answers.ts'
import type { Env } from '../env.ts'
import { sessionMs } from '../limits.ts'
import { whenNoLogout } from './logout-mark.ts'
import { pinnedTo } from './pinned.ts'
import type { Credentials, SignedIn } from './stored-session.ts'
import type { Vault } from './vault.ts'

/**
 * Who is using the app.
 *
 *   starting ──hydrate──► anonymous ──login──► signed-in ──401, expiry, logout──► anonymous
 *      └───────────────► locked ◄──time, 'Lock now'──┘ │
 *                        locked ──PIN──► signed-in     │
 *                        locked ──another login──► anonymous, and the stored session stays
 *
 * The session is read from the vault once and kept in memory; requests take their token from it.
 */
export type Session =
  | { readonly kind: 'starting' }
  | { readonly kind: 'anonymous' }
  | Locked
  | SignedIn

/** A session that only the PIN of its database opens. */
interface Locked {
  readonly kind: 'locked'
  readonly database: string
}

/** What the session needs of the lock. */
export interface SessionLock {
  /** The key of the unlocked database; null without a PIN, or while locked. */
  readonly held$: BehaviorSubject<HeldKey | null>
  readonly load: () => Promise<LockCode>
}

/** The part of the lock that is loaded when a PIN may be set. */
export interface LockCode {
  /** Opens a database without asking for its PIN, if another tab is unlocked or the PIN is gone. */
  readonly reopen: (database: string) => Promise<boolean>
  /** Opens the database of a new login if it has a PIN; null when it is open, or why it is not. */
  readonly admit: (login: NewLogin) => Promise<Failure | null>
}

/** What the server answered to a login. */
export interface NewLogin {
  readonly user: User
  readonly token: string
}

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
  /**
   * Reads the stored session. An expired one ends here (4.26), but only with a network, because a login needs one. One
   * that a PIN protects stays locked, unless the lock can open it without asking.
   */
  readonly hydrate: () => Promise<void>
  readonly login: (
    credentials: Credentials,
    rememberMe: boolean,
  ) => Promise<Result<SignedIn, LoginFailure>>
  /** Replaces the user by that of an answer to the account call. */
  readonly update: (user: User) => Promise<void>
  /** Ends the session; the data on the device stays for the same user's next login. */
  readonly end: () => void
  /** Locks the session of this tab; it stays stored. */
  readonly lock: (database: string) => void
  /** Shows the login in place of a locked session, which stays stored. */
  readonly setAside: () => void
  readonly remembered: () => Promise<Credentials | null>
}

const offline: Failure = { kind: 'offline' }

/** The code that reads a stored session; loaded only where there is one. */
const loadReaders = () => import('./stored-session.ts')

/** Makes the session of this tab, which follows that of other tabs. */
export const createSession = (
  env: Pick<Env, 'clock' | 'network' | 'liveness'>,
  vault: Vault,
  login: Api['login'],
  lock?: SessionLock,
): SessionStore => {
  const session$ = new BehaviorSubject<Session>({ kind: 'starting' })
  const isOver = ({ expiresAt }: SignedIn) => expiresAt <= env.clock.now()

  const keep = async (session: SignedIn, isWanted?: () => boolean): Promise<void> => {
    const { user, token, expiresAt } = session
    const details = { name: user.organization_name, logo: user.organization_logo }
    await vault.write('organizationDetails', details, isWanted)
    await vault.write('authData', { user, accessToken: token, expiresAt }, isWanted)
  }

  /** The database of the stored session, if a PIN protects it whose key is not here. */
  const lockedBy = (): string | null => {
    const database = pinnedTo(vault.stored('authData'))
    return database === lock?.held$.value?.database ? null : database
  }
  const dropKey = () => lock?.held$.next(null)

  const end = () => {
    vault.remove('authData')
    dropKey()
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
      const database = lockedBy()
      if (database !== null) {
        const code = await lock?.load().catch(() => null)
        if ((await code?.reopen(database).catch(() => false)) !== true) {
          return session$.next({ kind: 'locked', database })
        }
      }
      // Another surveyor's session.
      if (pinnedTo(vault.stored('authData')) === null) dropKey()
      // The code loads while the value is unsealed; what fails here fails again below.
      if (vault.stored('authData') !== null) loadReaders().catch(() => {})
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
      if (lock !== undefined && user.is_active) {
        const code = await lock.load().catch(() => null)
        const failure = code === null ? offline : await code.admit({ user, token })
        if (failure !== null) return err({ kind: 'failed', failure })
      }
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
      const stored = vault.stored('authData')
      // The session may end while its update is sealed, and must not begin again.
      const isHere = () => {
        const { value } = session$
        // Another tab may have set a PIN meanwhile, and nothing readable may replace what it protects.
        return value.kind === 'signed-in' && value.token === session.token && lockedBy() === null
      }
      // Another surveyor may have signed in meanwhile in another tab.
      await keep(updated, () => isHere() && vault.stored('authData') === stored)
      if (isHere()) session$.next(updated)
    },
    end,
    lock: database => {
      dropKey()
      session$.next({ kind: 'locked', database })
    },
    setAside: () => {
      if (session$.value.kind === 'locked') session$.next({ kind: 'anonymous' })
    },
    remembered: async () => {
      const kept = await vault.read('rememberMeData')
      return kept === null ? null : (await loadReaders()).readRemembered(kept)
    },
  }
}
