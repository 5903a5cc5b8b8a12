import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'
import type { Progress, ReportProgress } from '../../collections/history/migrate.ts'
import type { Session } from '../session/session.ts'
import type { SignedIn } from '../session/stored-session.ts'
import type { Workspace } from './workspace.ts'

/**
 * The signed-in surveyor's workspace as the screens see it.
 *
 *   closed ──signed in──► opening ──► open ──signed out, or another surveyor──► closed
 *                            └──► failed ──the page reloaded, or another login──► opening
 *
 * A failure never deletes anything: only `wipe` and `renew` do, on request.
 */
type WorkspaceState =
  | { readonly kind: 'closed' }
  /** `progress` while data of an earlier version is migrated. */
  | { readonly kind: 'opening'; readonly progress: Progress | null }
  | { readonly kind: 'open'; readonly workspace: Workspace }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Opens and closes the workspace as surveyors sign in and out, one step at a time. */
export interface Keeper {
  readonly state$: Observable<WorkspaceState>
  readonly current: () => WorkspaceState
  /** Ends open requests, and sends and fetches nothing more; the database stays open. */
  readonly disconnect: () => void
  /** Closes the database; its data stays. */
  readonly close: () => Promise<void>
  /** Deletes everything of the workspace on the device, and stays closed (4.25). */
  readonly wipe: () => Promise<void>
  /** Deletes everything of the workspace on the device, and opens an empty one (8.53). */
  readonly renew: () => Promise<void>
}

/** Makes a keeper that follows the session from now on. */
export const createKeeper = (
  session$: Observable<Session>,
  open: (session: SignedIn, report: ReportProgress) => Promise<Workspace>,
): Keeper => {
  const state$ = new BehaviorSubject<WorkspaceState>({ kind: 'closed' })
  let wanted: SignedIn | null = null
  let work: Promise<void> = Promise.resolve()

  const inTurn = (step: () => Promise<void>): Promise<void> => {
    const done = work.then(step)
    work = done.catch(() => {})
    return done
  }

  const isWanted = (state: WorkspaceState): boolean =>
    state.kind === 'open' && state.workspace.userId === wanted?.user.id

  const leave = async (how: 'close' | 'wipe'): Promise<void> => {
    const state = state$.value
    // Removes the screens first, because none of them may read from a closing database.
    state$.next({ kind: 'closed' })
    if (state.kind === 'open') await state.workspace[how]()
  }

  const follow = (session: SignedIn | null) =>
    inTurn(async () => {
      // The session changed while this step waited for its turn; the next step is for that session.
      if (session !== wanted || isWanted(state$.value)) return
      await leave('close')
      if (session === null) return
      state$.next({ kind: 'opening', progress: null })
      const report: ReportProgress = progress => {
        if (state$.value.kind === 'opening') state$.next({ kind: 'opening', progress })
      }
      try {
        state$.next({ kind: 'open', workspace: await open(session, report) })
      } catch (error) {
        state$.next({ kind: 'failed', error })
      }
    })

  session$
    .pipe(
      map(session => (session.kind === 'signed-in' ? session : null)),
      distinctUntilChanged((one, other) => one?.user.id === other?.user.id),
    )
    .subscribe(session => {
      wanted = session
      void follow(session)
    })

  return {
    state$,
    current: () => state$.value,
    disconnect: () => {
      if (state$.value.kind === 'open') state$.value.workspace.disconnect()
    },
    close: () => inTurn(() => leave('close')),
    wipe: () => inTurn(() => leave('wipe')),
    renew: async () => {
      try {
        await inTurn(() => leave('wipe'))
      } finally {
        // What could not be deleted is shown again.
        await follow(wanted)
      }
    },
  }
}
