import { expect, test } from 'vitest'
import { qualityOf } from '../../../replication/http/network-quality.ts'
import { packetOf, paceOf } from '../../../replication/outbox/packets.ts'

const network = (connection: { effectiveType?: string; downlinkMbps?: number }, online = true) => ({
  isOnline: () => online,
  connection: () => connection,
})

test.each([
  [{ effectiveType: 'slow-2g' }, 'very-slow'],
  [{ effectiveType: '2g' }, 'slow'],
  [{ effectiveType: '3g' }, 'medium'],
  [{ effectiveType: '4g' }, 'fast'],
  [{ effectiveType: '4g', downlinkMbps: 0.1 }, 'fast'],
  [{ effectiveType: 'unheard of', downlinkMbps: 0.49 }, 'very-slow'],
  [{ downlinkMbps: 0.5 }, 'slow'],
  [{ downlinkMbps: 1.5 }, 'medium'],
  [{ downlinkMbps: 5 }, 'fast'],
  [{}, 'fast'],
] as const)('%j is %s', (connection, quality) => {
  expect(qualityOf(network(connection))).toBe(quality)
  expect(qualityOf(network(connection, false))).toBe('offline')
})

test.each([
  ['very-slow', { bytes: 2048, intervalMs: 3000, timeoutMs: 60_000 }],
  ['slow', { bytes: 5120, intervalMs: 2000, timeoutMs: 45_000 }],
  ['medium', { bytes: 10_240, intervalMs: 1000, timeoutMs: 30_000 }],
  ['fast', null],
  ['offline', null],
] as const)('%s is sent in packets of %j', (quality, packet) => {
  expect(packetOf(quality, false)).toEqual(packet)
  expect(packetOf(quality, true)).toEqual({ bytes: 1024, intervalMs: 2000, timeoutMs: 30_000 })
})

test('without packets the spec’s time-outs apply; with them their own, and files keep a minute', () => {
  expect(paceOf(null)).toEqual({
    syncMs: 45_000,
    uploadMs: 60_000,
    pauseMs: 5000,
    answers: {
      items: 4,
      bytes: Number.POSITIVE_INFINITY,
      most: { items: 12, bytes: 1_000_000, ms: 8000 },
    },
    files: { items: 4, bytes: 1_000_000, most: { items: 4, bytes: 1_000_000, ms: 30_000 } },
  })
  expect(paceOf(packetOf('medium', false))).toEqual({
    syncMs: 30_000,
    uploadMs: 60_000,
    pauseMs: 1000,
    answers: { items: 4, bytes: 10_240, most: { items: 12, bytes: 1_000_000, ms: 8000 } },
    files: { items: 1, bytes: 0, most: { items: 2, bytes: 1_000_000, ms: 30_000 } },
  })
})
