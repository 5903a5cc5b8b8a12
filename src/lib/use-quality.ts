import { useEffect, useState } from 'react'
import type { SyncEnv } from '../../replication/env.ts'
import { qualityOf, type NetworkQuality } from '../../replication/network-quality.ts'
import { useOnline } from './use-online.ts'

/** How often the network is looked at: the browser tells only of its coming and going. */
const lookMs = 5000

/** How good the network is (4.28); follows its changes. */
export const useQuality = ({
  network,
  clock,
}: Pick<SyncEnv, 'network' | 'clock'>): NetworkQuality => {
  const isOnline = useOnline(network)
  const [quality, setQuality] = useState(() => qualityOf(network))
  useEffect(() => {
    let cancel = () => {}
    const look = () => {
      setQuality(qualityOf(network))
      cancel = clock.after(lookMs, look)
    }
    look()
    return () => cancel()
  }, [network, clock, isOnline])
  return isOnline ? quality : 'offline'
}
