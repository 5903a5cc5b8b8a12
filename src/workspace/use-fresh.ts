import { useEffect, useState } from 'react'
import { isNoRoom } from '../../collections/storage/no-room.ts'
import type { Failure } from '../../replication/http/failure.ts'
import type { Kind } from '../../replication/pull/refresh.ts'
import { useApp, useWorkspace } from '../context.tsx'
import { useOnline } from '../lib/use-online.ts'

/** It came, and there was no room to keep it: the storage's guard tells why. */
const notKept: Failure = { kind: 'temporary', why: 'server', status: 0, message: '', body: null }

/**
 * Brings what a screen shows up to date when it opens and when the network comes back, unless it is fresh
 * (1.5, 4.37). Gives back the last failure, for screens that have nothing to show because of it.
 */
export const useFresh = (kind: Kind): Failure | null => {
  const { env } = useApp()
  const { sync } = useWorkspace()
  const isOnline = useOnline(env.network)
  const [failure, setFailure] = useState<Failure | null>(null)

  useEffect(() => {
    if (!isOnline) return undefined
    let isHere = true
    const bring = async () => {
      const result = await sync.refresh.ifStale(kind)
      if (isHere) setFailure(result === null || result.ok ? null : result.failure)
    }
    bring().catch((error: unknown) => {
      // Of a workspace that closed meanwhile nobody needs to hear.
      if (!isHere) return
      if (!isNoRoom(error)) throw error
      setFailure(notKept)
    })
    return () => {
      isHere = false
    }
  }, [isOnline, kind, sync])

  return isOnline ? failure : { kind: 'offline' }
}
