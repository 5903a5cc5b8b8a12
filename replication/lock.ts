import type { Database } from '../collections/database.ts'
import { changeSetting, readSetting } from '../collections/writes/write-settings.ts'
import type { SyncEnv } from './env.ts'
import { leaseGraceMs, leaseMs } from './limits.ts'

/**
 * One talks to the server at a time, over all tabs and the worker.
 *
 *   free ──take──► held ──extend before each request──► held ──release──► free
 *                   └──holder frozen or dead, lease over or mark gone──► taken by another (token + 1)
 *
 * A lease with a token and not a Web Lock alone: a frozen tab keeps its Web Lock for ever. The Web
 * Lock only marks the holder as alive, so that a closed tab is succeeded at once.
 */
export interface Lease {
  /** Rises with each taking: who holds an older one is fenced off. */
  readonly token: number
  /** Makes sure of the lease for a request that may take this long; false when it was lost. */
  readonly extend: (requestMs: number) => Promise<boolean>
  /** Whether the lease is still ours, told without waiting; asked right before a request leaves. */
  readonly isHeld: () => boolean
}

/** This realm's way to be the one that talks to the server. */
export interface Lock {
  /** Runs the task under the lease; 'busy' when another tab or the worker holds it. */
  readonly run: <Value>(task: (lease: Lease) => Promise<Value>) => Promise<Value | 'busy'>
  /** Ends this realm's lease at once and takes no other: nothing more is sent. */
  readonly stop: () => void
}

type LockEnv = Pick<SyncEnv, 'clock' | 'liveness' | 'uuid'>

/** The longest that a lease can be meant to last; a later end comes from a clock that jumped. */
const longestLeaseMs = 120_000

/** Makes this realm's handle of the lock. */
export const createLock = (db: Database, env: LockEnv): Lock => {
  const holder = env.uuid()
  let isStopped = false
  const markOf = (id: string) => `${db.name} sync ${id}`

  /** Whether the holder of a lease that has not ended is gone nevertheless. */
  const isDead = async (id: string): Promise<boolean> =>
    (await env.liveness.isHeld(markOf(id))) === false

  const take = async (): Promise<{ token: number; expiresAt: number } | null> => {
    const seen = await readSetting(db, 'syncLease')
    const now = env.clock.now()
    const isOver = seen.expiresAt <= now || seen.expiresAt - now > longestLeaseMs
    // Our own lease can only be left over: within this realm tasks take turns.
    const isFree = isOver || seen.holder === holder || (await isDead(seen.holder))
    if (!isFree) return null
    // A holder that was late may have extended it meanwhile.
    return changeSetting(db, 'syncLease', lease =>
      lease.token === seen.token && lease.expiresAt === seen.expiresAt
        ? { holder, token: seen.token + 1, expiresAt: now + leaseMs }
        : null,
    )
  }

  // Within this realm tasks take turns; the lease is between realms.
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
      const extend = async (requestMs: number): Promise<boolean> => {
        const now = env.clock.now()
        const until = now + requestMs + leaseGraceMs
        const extended = await changeSetting(db, 'syncLease', lease => {
          if (!isOurs(lease)) return null
          // A longer request may be on its way beside this one.
          const isLonger = lease.expiresAt > until && lease.expiresAt - now <= longestLeaseMs
          return { ...lease, expiresAt: isLonger ? lease.expiresAt : until }
        })
        expiresAt = extended?.expiresAt ?? 0
        return extended !== null && !isStopped
      }
      try {
        return await task({
          token,
          extend,
          isHeld: () => !isStopped && expiresAt > env.clock.now(),
        })
      } finally {
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
