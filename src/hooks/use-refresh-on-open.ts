import { useCallback, useEffect, useState } from 'react'
import { isNoRoom } from '../../collections/storage/no-room.ts'
import type { Failure } from '../../replication/http/failure.ts'
import { interactiveTimeoutMs } from '../../replication/limits.ts'
import type { Kind } from '../../replication/pull/refresh.ts'
import { useApp, useWorkspace } from '../context.tsx'
import { useStoredSetting } from '../lib/hooks/use-live.ts'
import { useOnline } from '../lib/hooks/use-online.ts'
import { isMissingScript } from '../lib/missing-script.ts'

/** The data arrived, and the device had no room to store it. */
export const notStored: Failure = {
  kind: 'temporary',
  why: 'server',
  status: 0,
  message: '',
  body: null,
}

/**
 * Whether one kind of data has arrived on this device (4.21). Until it has, an empty screen does not claim that there
 * is nothing:
 *
 *   idle, loading ──► succeeded   isFirstLoad, after 8 s isLate too, then neither
 *              └────► failed      isMissing, and `failure` says why
 */
export interface Freshness {
  /** Why the last try failed; null when it succeeded or is still running. */
  readonly failure: Failure | null
  /** The data never arrived, and is being fetched. */
  readonly isFirstLoad: boolean
  /** The same, for longer than a surveyor waits without a word. */
  readonly isLate: boolean
  /** The data never arrived, and the last try failed. */
  readonly isMissing: boolean
  readonly tryAgain: () => void
}

/**
 * Refreshes the data of a screen when it opens and when the network comes back, unless it is fresh (1.5, 4.37). Throws
 * when what fetches could not be loaded and there is nothing to show, because only a page load brings it then.
 */
export const useRefreshOnOpen = (kind: Kind): Freshness => {
  const { env } = useApp()
  const { db, sync } = useWorkspace()
  const isOnline = useOnline(env.network)
  const stamps = useStoredSetting(db, 'freshness')
  const [round, setRound] = useState(0)
  const [failed, setFailed] = useState<Failure | null>(null)
  const [missing, setMissing] = useState<{ readonly error: unknown } | null>(null)
  const [isLate, setLate] = useState(false)

  useEffect(() => {
    if (!isOnline) return undefined
    let isHere = true
    const bring = async () => {
      const result = await sync.refresh.ifStale(kind)
      if (isHere) setFailed(result === null || result.ok ? null : result.failure)
    }
    bring().catch((error: unknown) => {
      // Not reported if the screen was closed meanwhile.
      if (!isHere) return
      if (isMissingScript(error)) return setMissing({ error })
      if (!isNoRoom(error)) throw error
      setFailed(notStored)
    })
    return () => {
      isHere = false
    }
  }, [isOnline, kind, round, sync])

  const failure: Failure | null = isOnline ? failed : { kind: 'offline' }
  const hasCome = stamps !== null && (stamps[kind] ?? 0) > 0
  const isFirstLoad = stamps === null || (!hasCome && failure === null)
  useEffect(() => {
    if (!isFirstLoad) return undefined
    const cancel = env.clock.after(interactiveTimeoutMs, () => setLate(true))
    return () => {
      cancel()
      setLate(false)
    }
  }, [env, isFirstLoad])

  const tryAgain = useCallback(() => {
    setFailed(null)
    setRound(before => before + 1)
  }, [])
  if (missing !== null && stamps !== null && !hasCome && isOnline) throw missing.error
  return {
    failure,
    isFirstLoad,
    isLate: isFirstLoad && isLate,
    isMissing: stamps !== null && !hasCome && failure !== null,
    tryAgain,
  }
}
