import { backoffStepMs, syncTimeoutMs, uploadTimeoutMs } from './limits.ts'
import type { NetworkQuality } from './network-quality.ts'

/** How the queue is worked on a weak network (9.34, decisions 6). */
export interface Packet {
  /** At most so much at a time; an item that is larger goes alone. */
  readonly bytes: number
  /** The pause after one that failed; good ones follow at once. */
  readonly intervalMs: number
  readonly timeoutMs: number
}

const byQuality: Readonly<Record<NetworkQuality, Packet | null>> = {
  'very-slow': { bytes: 2048, intervalMs: 3000, timeoutMs: 60_000 },
  slow: { bytes: 5120, intervalMs: 2000, timeoutMs: 45_000 },
  medium: { bytes: 10_240, intervalMs: 1000, timeoutMs: 30_000 },
  fast: null,
  offline: null,
}

const forcedPacket: Packet = { bytes: 1024, intervalMs: 2000, timeoutMs: 30_000 }

/** The packet mode of a network; null for none. `forced` is the surveyor's 'Slow connection mode'. */
export const packetOf = (quality: NetworkQuality, forced: boolean): Packet | null =>
  forced ? forcedPacket : byQuality[quality]

/** What a run keeps to: how long requests may take, and how long to wait after one without an answer. */
export interface Pace {
  readonly syncMs: number
  readonly uploadMs: number
  readonly pauseMs: number
}

/**
 * The pace of a run. Each request carries one item, written down before the next: the smallest packet
 * there is. Files keep their own time-out, for a photo that fits no packet could never be sent else.
 */
export const paceOf = (packet: Packet | null): Pace => ({
  syncMs: packet?.timeoutMs ?? syncTimeoutMs,
  uploadMs: uploadTimeoutMs,
  pauseMs: packet?.intervalMs ?? backoffStepMs,
})
