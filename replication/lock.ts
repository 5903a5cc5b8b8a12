import { NEVER, type Observable } from 'rxjs'
import type { Database } from '../collections/database.ts'
import { changeSetting, readSetting } from '../collections/writes/write-settings.ts'
import type { SyncEnv } from './env.ts'
import { leaseGraceMs, leaseMs, leaseProofMs } from './limits.ts'

/**
 * The right to talk to the server, which one tab or worker has at a time.
 *
 *   free ──take──► held ──extend before a request, once a second──► held ──release──► free
 *                   └──holder frozen or dead, lease over or mark gone──► taken by another (token + 1)
 *
 * A Web Lock alone is not enough, because a frozen tab keeps it for ever. It only marks the holder as alive, so that
 * another tab can replace a closed one at once.
 */
export interface Lease {
  /** Higher each time the lease is taken; the holder of an older one can no longer extend it. */
  readonly token: number
  /** Extends the lease for a request that may take this long; false when it was lost or ends before the request. */
  readonly extend: (requestMs: number) => Promise<boolean>
  /**
   * Whether the lease lasts for a request that may take this long. Synchronous, to be checked right before the request
   * is sent, because a tab may have been frozen since it extended the lease.
   */
  readonly isHeld: (requestMs: number) => boolean
}

/** This realm's access to the lease. */
export interface Lock {
  /** Runs the task under the lease; 'busy' when another tab or the worker holds it. */
  readonly run: <Value>(task: (lease: Lease) => Promise<Value>) => Promise<Value | 'busy'>
  /** Ends this realm's lease at once and takes no other, so that nothing more is sent. */
  readonly stop: () => void
}

type LockEnv = Pick<SyncEnv, 'clock' | 'liveness' | 'uuid'>

/** The longest lease possible; a later end comes from a clock that jumped. */
const longestLeaseMs = 120_000

/**
 * Creates this realm's lock. `moved$` emits whenever some of an answer came, with the time for which its request then waits
 * for more: what moves keeps the lease.
 */
export const createLock = (
  db: Database,
  env: LockEnv,
  moved$: Observable<number> = NEVER,
): Lock => {
  const holder = env.uuid()
  let isStopped = false
  const markOf = (id: string) => `${db.name} sync ${id}`

  /** Whether the holder of a lease is dead, although the lease has not ended. */
  const isDead = async (id: string): Promise<boolean> =>
    (await env.liveness.isHeld(markOf(id))) === false

  const take = async (): Promise<{ token: number; expiresAt: number } | null> => {
    const seen = await readSetting(db, 'syncLease')
    const now = env.clock.now()
    const isOver = seen.expiresAt <= now || seen.expiresAt - now > longestLeaseMs
    // A lease of our own is left over, because within this realm tasks take turns.
    const isFree = isOver || seen.holder === holder || (await isDead(seen.holder))
    if (!isFree) return null
    // Its holder may have extended it late, after it was read here.
    return changeSetting(db, 'syncLease', lease =>
      lease.token === seen.token && lease.expiresAt === seen.expiresAt
        ? { holder, token: seen.token + 1, expiresAt: now + leaseMs }
        : null,
    )
  }

  // Within this realm tasks take turns, because the lease is only between realms.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(task: () => Promise<Value>): Promise<Value> => {
    const next = turn.then(task, task)
    turn = next.catch(() => {})
    return next
  }

  const runLeased = async <Value>(
    task: (lease: Lease) => Promise<Value>,
  ): Promise<Value | 'busy'> => {
    if (isStopped) return 'busy'
    const release = await env.liveness.hold(markOf(holder))
    try {
      const taken = await take()
      if (taken === null) return 'busy'
      const { token } = taken
      let expiresAt = taken.expiresAt
      const isOurs = (lease: { holder: string; token: number }) =>
        lease.holder === holder && lease.token === token
      const isHeld = (requestMs: number): boolean =>
        !isStopped && expiresAt > env.clock.now() + requestMs
      let provenAt = Number.NEGATIVE_INFINITY
      const extend = async (requestMs: number): Promise<boolean> => {
        const now = env.clock.now()
        const isProven = now >= provenAt && now < provenAt + leaseProofMs
        if (isProven && isHeld(requestMs + leaseGraceMs - leaseProofMs)) return true
        const until = now + requestMs + leaseGraceMs
        const extended = await changeSetting(db, 'syncLease', lease => {
          if (!isOurs(lease)) return null
          // A longer request may be in flight at the same time.
          const isLonger = lease.expiresAt > until && lease.expiresAt - now <= longestLeaseMs
          return { ...lease, expiresAt: isLonger ? lease.expiresAt : until }
        })
        expiresAt = extended?.expiresAt ?? 0
        provenAt = now
        return isHeld(requestMs)
      }
      let keeping: Promise<unknown> = Promise.resolve()
      const moves = moved$.subscribe(requestMs => {
        // One that was lost stays lost.
        if (expiresAt === 0 || isHeld(requestMs)) return
        keeping = keeping.then(() => isHeld(requestMs) || extend(requestMs)).catch(() => {})
      })
      try {
        return await task({ token, extend, isHeld })
      } finally {
        moves.unsubscribe()
        // One that is late would take the lease again.
        await keeping
        await changeSetting(db, 'syncLease', lease =>
          isOurs(lease) ? { ...lease, expiresAt: 0 } : null,
        )
      }
    } finally {
      release()
    }
  }

  return {
    run: task => inTurn(() => runLeased(task)),
    stop: () => {
      isStopped = true
    },
  }
}
