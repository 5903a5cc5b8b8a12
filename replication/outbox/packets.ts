import {
  answersAtOnce,
  answersAtOnceMost,
  backoffStepMs,
  bytesAtOnce,
  filesAtOnce,
  interactiveTimeoutMs,
  syncTimeoutMs,
  uploadTimeoutMs,
  weakFilesAtOnce,
} from '../limits.ts'
import type { NetworkQuality } from '../http/network-quality.ts'

/** How the queue is worked on a weak network (9.34, decisions 6). */
export interface Packet {
  /** The most in flight at once; a larger item goes alone. */
  readonly bytes: number
  /** The pause after a request without an answer; after an answer there is none. */
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

/** The packet of a network; null for no limit. `forced` is the surveyor's 'Slow connection mode'. */
export const packetOf = (quality: NetworkQuality, forced: boolean): Packet | null =>
  forced ? forcedPacket : byQuality[quality]

/** How much may be in flight at once; an item larger than `bytes` goes alone. */
export interface Room {
  readonly items: number
  readonly bytes: number
}

/** What may be in flight in any case. */
export interface Rooms extends Room {
  /** Where repeats are safe, as much as the link carries in `ms` may be, up to these. */
  readonly most: Room & { readonly ms: number }
}

/** The limits of a run: the time-outs of requests, the pause after one without an answer, and how many go at once. */
export interface Pace {
  readonly syncMs: number
  readonly uploadMs: number
  readonly pauseMs: number
  readonly answers: Rooms
  readonly files: Rooms
}

/**
 * The pace of a run. A packet limits what is in flight together; each request still carries one item. Files keep
 * their own time-out, because a photo larger than a packet could never be sent otherwise. On a weak network they go
 * one by one, until an answer shows that the link carries two.
 */
export const paceOf = (packet: Packet | null): Pace => ({
  syncMs: packet?.timeoutMs ?? syncTimeoutMs,
  uploadMs: uploadTimeoutMs,
  pauseMs: packet?.intervalMs ?? backoffStepMs,
  answers: {
    items: answersAtOnce,
    bytes: packet?.bytes ?? Number.POSITIVE_INFINITY,
    // An interview that the surveyor waits for leaves after these.
    most: { items: answersAtOnceMost, bytes: bytesAtOnce, ms: interactiveTimeoutMs },
  },
  files: {
    ...(packet === null ? { items: filesAtOnce, bytes: bytesAtOnce } : { items: 1, bytes: 0 }),
    most: {
      items: packet === null ? filesAtOnce : weakFilesAtOnce,
      bytes: bytesAtOnce,
      // A link that turns out half as fast still carries them in time.
      ms: uploadTimeoutMs / 2,
    },
  },
})
