import type { Network } from '../env.ts'

/** How good the network is (4.28). */
export type NetworkQuality = 'offline' | 'very-slow' | 'slow' | 'medium' | 'fast'

const byEffectiveType: Readonly<Record<string, NetworkQuality>> = {
  'slow-2g': 'very-slow',
  '2g': 'slow',
  '3g': 'medium',
  '4g': 'fast',
}

const byDownlink = (mbps: number): NetworkQuality => {
  if (mbps < 0.5) return 'very-slow'
  if (mbps < 1.5) return 'slow'
  return mbps < 5 ? 'medium' : 'fast'
}

/** The network's quality by its effective type, else by its downlink; 'fast' when neither is known. */
export const qualityOf = (network: Pick<Network, 'isOnline' | 'connection'>): NetworkQuality => {
  if (!network.isOnline()) return 'offline'
  const { effectiveType, downlinkMbps } = network.connection()
  const known = effectiveType === undefined ? undefined : byEffectiveType[effectiveType]
  return known ?? (downlinkMbps === undefined ? 'fast' : byDownlink(downlinkMbps))
}
