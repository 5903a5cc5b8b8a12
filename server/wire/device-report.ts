import type { DeviceReport } from '../store/device-reports.ts'

const valueIn = (header: string, name: string): string | null =>
  new RegExp(`(?:^|;)\\s*${name}=([\\w.:+-]{1,40})\\s*(?:;|$)`).exec(header)?.[1] ?? null

const countIn = (header: string, name: string, most: number): number | null => {
  const text = valueIn(header, name)
  return text !== null && /^\d{1,15}$/.test(text) ? Math.min(Number(text), most) : null
}

/** Parses `version=1.0.8; waiting=3; oldest=2026-11-20T08:00:00Z; free=120000000`. An unreadable part is null. */
export const parseDeviceReport = (header: string): DeviceReport => {
  const oldest = new Date(valueIn(header, 'oldest') ?? Number.NaN)
  return {
    appVersion: valueIn(header, 'version'),
    waiting: countIn(header, 'waiting', 1_000_000),
    oldestWaitingAt: Number.isNaN(oldest.getTime()) ? null : oldest,
    freeBytes: countIn(header, 'free', Number.MAX_SAFE_INTEGER),
  }
}
