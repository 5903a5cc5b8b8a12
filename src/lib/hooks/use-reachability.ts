import { useEffect, useState } from 'react'
import type { Client } from '../../../replication/http/client.ts'
import type { Clock } from '../../../replication/env.ts'
import { isSameReachability, type Reachability } from '../../../replication/http/reachability.ts'

/** How often to read the browser's estimate of the network, because it emits no changes. */
const lookMs = 5000

/** Whether the server can be reached, and how good the network is (4.28); follows its changes. */
export const useReachability = (lookout: Client['lookout'], clock: Clock): Reachability => {
  const [reachability, setReachability] = useState(lookout.current)
  useEffect(() => {
    const look = () => {
      const now = lookout.current()
      setReachability(known => (isSameReachability(known, now) ? known : now))
    }
    const seen = lookout.reachability$.subscribe(look)
    let cancel = () => {}
    const lookAgain = () => {
      look()
      cancel = clock.after(lookMs, lookAgain)
    }
    lookAgain()
    return () => {
      seen.unsubscribe()
      cancel()
    }
  }, [lookout, clock])
  return reachability
}
